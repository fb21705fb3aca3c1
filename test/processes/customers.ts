import { expect } from 'vitest';
import { z } from 'zod';
import { type AuditReport, audit } from '../../src/budget/audit/audit.ts';
import { openBooks } from '../../src/budget/books/books.ts';
import type { Answer, MessageView } from '../../src/sandbox/discord/people/views.ts';
import { mediaOf, textOf } from '../../src/sandbox/message-reading.ts';
import type { SandboxTaskView } from '../../src/sandbox/task-api/tasks.ts';
import { openStore } from '../../src/store/open-store.ts';
import { type Seat, TOWN } from '../bench/rig/town.ts';
import { toy } from '../support/toy-collection.ts';
import type { Fleet } from './fleet.ts';

/** Members who ask for pictures while processes come and go, and who check what happened to each command. */
export interface Customers {
  /** Asks for one picture. Resolves when the command has left. */
  ask(seat?: Seat): Promise<Asked>;
  /** The number of commands by how they ended. */
  ends(): Readonly<Record<End, number>>;
  /** What is still open, or seems so, in words. */
  open(): string;
  /** Resolves when every command has ended and no process has anything left to do. */
  served(): Promise<void>;
  /** Compares every command with Discord, the service and the books. Call it only when all servers are served. */
  expectAllInOrder(): Promise<void>;
}

export interface Asked {
  readonly prompt: string;
  readonly seat: Seat;
  /** Resolves with the first answer: `no-answer` after three seconds. */
  readonly answer: Answer | undefined;
}

export function createCustomers(fleet: Fleet): Customers {
  const { discord, service } = fleet;
  const all: Asked[] = [];

  const messagesOf = ({ prompt, seat }: Asked): MessageView[] =>
    discord
      .messages(seat.channelId, { as: seat.userId })
      .filter((message) => !message.sandbox.ephemeral && textOf(message).includes(prompt));
  const tasksOf = ({ prompt }: Asked, tasks: readonly SandboxTaskView[]): SandboxTaskView[] =>
    tasks.filter(({ request }) => request.prompt.includes(prompt));
  const howOver = (asked: Asked): End => {
    const [message] = messagesOf(asked);
    if (asked.answer === undefined) return 'open';
    if (message) return endOf(message) ?? 'open';
    return asked.answer.kind === 'no-answer' ? 'unheard' : 'refused';
  };

  return {
    ask: async (seat = seatOf(all.length)) => {
      const asked = { prompt: `boat number ${String(all.length).padStart(5, '0')}`, seat, answer: undefined };
      const sent: { -readonly [Key in keyof Asked]: Asked[Key] } = asked;
      all.push(sent);
      const { userId, channelId } = seat;
      const options = { prompt: sent.prompt };
      const handle = await discord.as(userId).command({ channelId, name: 'image', options });
      void handle.answer.then((answer) => {
        sent.answer = answer;
        fleet.happen();
      });
      return sent;
    },
    ends: () => {
      const ends = { shown: 0, unconfirmed: 0, 'not started': 0, refused: 0, unheard: 0, open: 0 };
      for (const asked of all) ends[howOver(asked)] += 1;
      return ends;
    },
    open: () =>
      all
        .filter((asked) => howOver(asked) === 'open')
        .map((asked) =>
          [asked.prompt, asked.answer?.kind ?? 'not answered', ...messagesOf(asked).map(textOf)].join('\n'),
        )
        .join('\n\n'),
    served: async () => {
      await fleet.until(() => all.every((asked) => howOver(asked) !== 'open'));
      await noJobsLeft(fleet.storeUrl);
    },
    expectAllInOrder: async () => {
      const tasks = service.tasks();
      const books = await auditOf(fleet.storeUrl);
      let chargedCredits = 0;
      for (const asked of all) {
        const [made, messages] = [tasksOf(asked, tasks), messagesOf(asked)];
        expect(made.length, `tasks of ${asked.prompt}`).toBeLessThanOrEqual(1);
        expect(messages.length, `messages of ${asked.prompt}`).toBeLessThanOrEqual(1);
        const end = howOver(asked);
        if (asked.answer?.kind === 'message' && !asked.answer.message.sandbox.ephemeral)
          expect(messages.length, `messages of ${asked.prompt}, which was begun`).toBe(1);
        if (end === 'shown') expect(made, asked.prompt).toMatchObject([{ state: 'success' }]);
        if (end === 'shown') chargedCredits += made[0]?.chargedCredits ?? 0;
        if (made.length === 1) expect(['shown', 'unconfirmed'], asked.prompt).toContain(end);
      }
      expect(books).toMatchObject({ faults: [], unreadable: [], openHolds: [], spentCredits: chargedCredits });
      expect(books.unconfirmed.holds).toBe(all.filter((asked) => howOver(asked) === 'unconfirmed').length);
      expect(books.heldCredits).toBe(books.unconfirmed.credits);
      expectNoStrangers();
    },
  };

  /** Checks that nothing else was made or posted. */
  function expectNoStrangers(): void {
    const prompts = new Set(all.map(({ prompt }) => prompt));
    const strangers = service.tasks().filter(({ request }) => !prompts.has(request.prompt));
    expect(strangers).toEqual([]);
    const seen = new Set(all.flatMap(messagesOf).map(({ id }) => id));
    const posted = [...new Set(all.map(({ seat }) => seat))].flatMap(({ channelId, userId }) =>
      discord.messages(channelId, { as: userId }),
    );
    const others = posted.filter(({ id, sandbox }) => !sandbox.ephemeral && !seen.has(id));
    expect(others.map(textOf)).toEqual([]);
  }
}

function seatOf(index: number): Seat {
  const seat = TOWN[index % TOWN.length];
  if (!seat) throw new Error('nobody lives there');
  return seat;
}

/** `refused`: the member got a private refusal. `unheard`: no Easel answered, and there is no message. */
type End = 'shown' | 'unconfirmed' | 'not started' | 'refused' | 'unheard' | 'open';

/** How a job's message ended; undefined while the job is open. */
function endOf(message: MessageView): 'shown' | 'unconfirmed' | 'not started' | undefined {
  const text = textOf(message);
  if (mediaOf(message).length === 1 && text.includes('Done')) return 'shown';
  if (text.includes('Unconfirmed: ')) return 'unconfirmed';
  if (text.includes('Not started: ')) return 'not started';
  return undefined;
}

export async function auditOf(storeUrl: string): Promise<AuditReport> {
  await using store = await openStore(storeUrl, { exclusive: false });
  return await audit(openBooks(store));
}

/** Resolves when no process has an open job. */
export async function noJobsLeft(storeUrl: string): Promise<void> {
  await using store = await openStore(storeUrl, { exclusive: false });
  const jobs = store.collection(toy('running', z.unknown()));
  // A job whose answer was lost looks for its message for a minute.
  await expect.poll(async () => (await jobs.page({ most: 1 })).records, { timeout: 65_000 }).toEqual([]);
}
