import { Pool } from 'pg';
import { z } from 'zod';
import { NEW_ACCOUNT } from '../../../budget/account/account.ts';
import { viewOf } from '../../../budget/account/view.ts';
import { openBooks } from '../../../budget/books/books.ts';
import { openStore } from '../../../store/open-store.ts';
import { OWNERS_QUERY } from '../../../store/postgres/shard-locks.ts';
import type { Store } from '../../../store/store.ts';
import type { Clock } from '../../../time/clock.ts';
import type { AccountCard } from '../protocol.ts';

export interface ServerAccounts {
  /** A server's credits as the bot has written them. @throws StoreError before it has begun its store */
  read(guildId: string): Promise<AccountCard>;
  close(): Promise<void>;
}

/**
 * Reads the accounts in the bot's own store, beside the running bot and without ever writing: nobody but the bot knows
 * what a server has left, and asking it with a command would leave an answer in the channel.
 */
export const openServerAccounts = (storeUrl: string, defaultAllowanceCredits: number, clock: Clock): ServerAccounts => {
  let opening: Promise<Store> | undefined;
  const opened = (): Promise<Store> => {
    opening ??= openStore(storeUrl, { exclusive: false });
    // The bot may be making it at this moment: the next look tries again.
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  };
  return {
    async read(guildId) {
      const record = await openBooks(await opened()).accounts.get(guildId);
      const view = viewOf({ ...NEW_ACCOUNT, ...record }, { nowMs: clock.now(), defaultAllowanceCredits });
      const { leftCredits, budgetCredits, spentCredits, heldCredits } = view;
      return { leftCredits, budgetCredits, spentCredits, heldCredits };
    },
    async close() {
      await (await opening?.catch(() => undefined))?.close();
    },
  };
};

/** A process that owns a shard. */
export interface ShardOwner {
  shard: number;
  /** How many shards there are. */
  of: number;
  /** On this machine. */
  pid: number;
}

export interface ShardOwners {
  read(): Promise<ShardOwner[]>;
  close(): Promise<void>;
}

const rowsSchema = z.array(z.object({ shard: z.int(), of: z.int(), name: z.string() }));

/** As the owner is named: the machine, then "process" and its number. */
const pidIn = (name: string): number => Number(/process (\d+)/.exec(name)?.[1]);

/** Reads who owns the records of which shard, beside the running bot: only its PostgreSQL says. */
export const openShardOwners = (storeUrl: string): ShardOwners => {
  const pool = new Pool({ connectionString: storeUrl, max: 1 });
  // A connection that PostgreSQL ends is made anew by the next look.
  pool.on('error', () => undefined);
  return {
    read: async () =>
      rowsSchema
        .parse((await pool.query(OWNERS_QUERY)).rows)
        .map(({ shard, of, name }) => ({ shard, of, pid: pidIn(name) })),
    close: () => pool.end(),
  };
};
