import { expect } from 'vitest';
import { openBooks } from '../../src/budget/books/books.ts';
import { ids } from '../../src/sandbox/discord/world/world-ids.ts';
import { textOf } from '../../src/sandbox/message-reading.ts';
import { openStore } from '../../src/store/open-store.ts';
import { everyPage } from '../../src/store/pages.ts';
import { type Seat, TOWN } from '../bench/rig/town.ts';
import { meddlePostgres } from '../support/postgres.ts';
import type { Fleet } from './fleet.ts';

/**
 * An operator who grants credits to servers from another server's channel, and checks that each grant was made once.
 */
export interface Operator {
  /** Resolves when the command has left. */
  grant(seat?: Seat): Promise<void>;
  /** Resolves when no operator command is waiting. */
  served(): Promise<void>;
  /** Call it only when all servers are served. @returns the number of grants that were confirmed to the operator. */
  expectAllInOrder(): Promise<number>;
}

interface Given {
  why: string;
  guildId: string;
  /** The message with the outcome, if the operator saw one. */
  messageId?: string;
  isAnswered: boolean;
}

/** A server of the operator's own, where Discord offers the command. */
const channelId = ids.annex.channels.general;

export function createOperator(fleet: Fleet): Operator {
  const person = fleet.discord.as(ids.people.operator);
  const given: Given[] = [];
  /** The message's current text. */
  const lastWord = ({ messageId }: Given): string => {
    const message = person.messages(channelId).find(({ id }) => id === messageId);
    return message ? textOf(message) : '';
  };
  return {
    grant: async (seat = TOWN[given.length % TOWN.length]) => {
      const one: Given = { why: `grant ${given.length}`, guildId: seat?.guildId ?? '', isAnswered: false };
      given.push(one);
      const options = { credits: 10, why: one.why, server: one.guildId };
      const handle = await person.command({ channelId, name: 'credits', subcommand: 'grant', options });
      void handle.answer.then((answer) => {
        if ('message' in answer) one.messageId = answer.message.id;
        one.isAnswered = true;
        fleet.happen();
      });
    },
    served: async () => {
      await fleet.until(() => given.every(({ isAnswered }) => isAnswered));
      await meddlePostgres(fleet.storeUrl, async (query) => {
        const waiting = (): Promise<unknown> =>
          query("SELECT key FROM easel_records WHERE key LIKE 'operator\\_commands:%'");
        await expect.poll(waiting, { timeout: 60_000 }).toEqual([]);
      });
    },
    expectAllInOrder: async () => {
      const made = await grantsOf(fleet.storeUrl);
      let granted = 0;
      for (const one of given) {
        const times = made.filter(({ why, guildId }) => why === one.why && guildId === one.guildId).length;
        const said = lastWord(one);
        expect(times, `${one.why}: ${said}`).toBeLessThanOrEqual(1);
        if (!/Granted .* to|Your command waits|Asked the process/.test(said)) continue;
        expect(times, `${one.why}: ${said}`).toBe(1);
        granted += 1;
      }
      return granted;
    },
  };
}

async function grantsOf(storeUrl: string): Promise<{ guildId: string; why: string }[]> {
  const store = await openStore(storeUrl, { exclusive: false });
  try {
    const grants: { guildId: string; why: string }[] = [];
    for await (const { records } of everyPage(openBooks(store).ledger)) {
      for (const [key, entry] of records) {
        if (entry.kind === 'granted') grants.push({ guildId: key.split(':')[0] ?? '', why: entry.why });
      }
    }
    return grants;
  } finally {
    await store.close();
  }
}
