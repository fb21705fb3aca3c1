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

/**
 * Reads accounts from the running bot's own store, and never writes. Only the bot knows what a server has left, and a
 * command would leave an answer in the channel.
 */
export const openServerAccounts = (storeUrl: string, defaultAllowanceCredits: number, clock: Clock) => {
  let opening: Promise<Store> | undefined;
  const opened = (): Promise<Store> => {
    opening ??= openStore(storeUrl, { exclusive: false });
    // The bot may be creating the store now. The next read tries again.
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  };
  return {
    /** A server's credits as the bot has stored them. @throws StoreError before the bot has created its store */
    async read(guildId: string): Promise<AccountCard> {
      const record = await openBooks(await opened()).accounts.get(guildId);
      const view = viewOf({ ...NEW_ACCOUNT, ...record }, { nowMs: clock.now(), defaultAllowanceCredits });
      const { leftCredits, budgetCredits, spentCredits, heldCredits } = view;
      return { leftCredits, budgetCredits, spentCredits, heldCredits };
    },
    async close(): Promise<void> {
      await (await opening?.catch(() => undefined))?.close();
    },
  };
};

/** A process that owns a shard. */
export interface ShardOwner {
  shard: number;
  /** The number of shards. */
  of: number;
  /** The process id on this machine. */
  pid: number;
}

const rowsSchema = z.array(z.object({ shard: z.int(), of: z.int(), name: z.string() }));

/** An owner's name contains the machine, then "process" and its id. */
const pidIn = (name: string): number => Number(/process (\d+)/.exec(name)?.[1]);

/** Reads from PostgreSQL which process owns which shard. */
export const openShardOwners = (storeUrl: string) => {
  const pool = new Pool({ connectionString: storeUrl, max: 1 });
  // The next read replaces a connection that PostgreSQL ended.
  pool.on('error', () => undefined);
  return {
    read: async (): Promise<ShardOwner[]> =>
      rowsSchema
        .parse((await pool.query(OWNERS_QUERY)).rows)
        .map(({ shard, of, name }) => ({ shard, of, pid: pidIn(name) })),
    close: () => pool.end(),
  };
};
