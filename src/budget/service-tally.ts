import { z } from 'zod';
import { createKeyedLocks } from '../store/locks.ts';
import { type Collection, StoreError } from '../store/store.ts';
import { AMOUNT_MAX_CREDITS, amountSchema, sumSchema, taskKeySchema } from './amounts.ts';
import { type HoldState, type Resolving, resolvingSchema, taskIdSchema } from './resolving.ts';

/** What the service charged and gave back, counted apart from the accounts: by the answers to creates and to reads. */
export const tallySchema = z.strictObject({
  chargedCredits: sumSchema,
  refundedCredits: sumSchema,
  /** Kept by the service for tasks of which it gave no result: no server pays for those, so the operator does. */
  writtenOffCredits: sumSchema.default(0),
  /** By the service's task id: charged, and not yet seen to have ended. */
  open: z.record(taskIdSchema, amountSchema),
  /** Holds that an operator is ending, by the task's key. */
  resolving: z.record(taskKeySchema, resolvingSchema).default({}),
});
export type Tally = z.output<typeof tallySchema>;

export const NO_TALLY: Tally = { chargedCredits: 0, refundedCredits: 0, writtenOffCredits: 0, open: {}, resolving: {} };

/** What became of a task's charge. */
export type Ending = 'kept' | 'refunded' | 'written off';

export interface ServiceTally {
  /** A create was answered. Resolves when it is written, or noted for the next write when the store fails. */
  charged(taskId: string, credits: number): Promise<void>;
  /** A task was seen to have ended; repeating it changes nothing. */
  ended(taskId: string, how: Ending): Promise<void>;
  /**
   * Runs `work`, by which an operator ends a hold, and counts what the account says came of it, exactly once also where a
   * crash or a failing store came between the two. @throws StoreError, before `work`, when it cannot be noted.
   */
  resolve<Outcome>(hold: Resolving & { taskKey: string }, work: () => Promise<Outcome>): Promise<Outcome>;
  /** Counts what is left of earlier resolutions, where their accounts can be read. */
  catchUp(): Promise<void>;
  now(): Tally;
}

const TALLY_KEY = 'all';

export interface ServiceTallyParts {
  collection: Collection<Tally>;
  /** Where the tally begins when there is none yet: what the accounts have spent by then. */
  spentCredits: () => Promise<number>;
  holdState: (guildId: string, taskKey: string) => Promise<HoldState>;
  onFailure: (error: unknown) => void;
}

/** @throws StoreError when the records cannot be read. */
export async function openServiceTally(parts: ServiceTallyParts): Promise<ServiceTally> {
  const { collection, holdState, onFailure } = parts;
  const locks = createKeyedLocks();
  const begin = async (): Promise<Tally> => ({ ...NO_TALLY, chargedCredits: await parts.spentCredits() });
  let tally = (await collection.get(TALLY_KEY)) ?? (await begin());
  let lastWrite: Promise<unknown> = Promise.resolve();
  let nextWrite: Promise<'written' | { failure: unknown }> | undefined;

  /** Everything that changes while a write is under way goes into the one after it. */
  const written = (): Promise<'written' | { failure: unknown }> => {
    nextWrite ??= lastWrite.then(async () => {
      nextWrite = undefined;
      try {
        await collection.set(TALLY_KEY, tally);
        return 'written';
      } catch (failure) {
        onFailure(failure);
        return { failure };
      }
    });
    lastWrite = nextWrite;
    return nextWrite;
  };

  /** Under the lock of the task. */
  const count = async (taskKey: string): Promise<void> => {
    const noted = tally.resolving[taskKey];
    if (!noted) return;
    const hold = await holdState(noted.guildId, taskKey);
    tally = withoutNote(withResolved(tally, noted, hold), taskKey);
    await written();
  };

  /** What cannot be counted now stays noted. */
  const countIfReadable = (taskKey: string): Promise<void> =>
    count(taskKey).catch((error: unknown) => {
      if (!(error instanceof StoreError)) throw error;
      onFailure(error);
    });

  const catchUp = async (): Promise<void> => {
    for (const taskKey of Object.keys(tally.resolving)) await locks.run(taskKey, () => countIfReadable(taskKey));
  };

  await written();
  await catchUp();
  return {
    now: () => tally,
    catchUp,
    charged: async (taskId, chargedCredits) => {
      if (tally.open[taskId] !== undefined) {
        await lastWrite;
        return;
      }
      // An absurd charge must not keep everything else from being written: the comparison tells of it all the same.
      const credits = Math.min(chargedCredits, AMOUNT_MAX_CREDITS);
      const open = { ...tally.open, [taskId]: credits };
      tally = { ...tally, chargedCredits: tally.chargedCredits + credits, open };
      await written();
    },
    ended: async (taskId, how) => {
      const before = tally;
      tally = withEnding(tally, taskId, how);
      if (tally !== before) await written();
    },
    resolve: ({ taskKey, ...noted }, work) =>
      locks.run(taskKey, async () => {
        await count(taskKey);
        // What somebody else has ended was counted then.
        if ((await holdState(noted.guildId, taskKey)).state !== 'held') return work();
        tally = { ...tally, resolving: { ...tally.resolving, [taskKey]: noted } };
        const outcome = await written();
        if (outcome !== 'written') {
          tally = withoutNote(tally, taskKey);
          throw outcome.failure;
        }
        try {
          return await work();
        } finally {
          await countIfReadable(taskKey);
        }
      }),
  };
}

function withEnding(tally: Tally, taskId: string, how: Ending): Tally {
  const { [taskId]: credits, ...open } = tally.open;
  if (credits === undefined) return tally;
  const refundedCredits = tally.refundedCredits + (how === 'refunded' ? credits : 0);
  const writtenOffCredits = tally.writtenOffCredits + (how === 'written off' ? credits : 0);
  return { ...tally, refundedCredits, writtenOffCredits, open };
}

function withResolved(tally: Tally, { taskId }: Resolving, hold: HoldState): Tally {
  if (hold.state !== 'settled' && hold.state !== 'released') return tally;
  if (taskId !== undefined) return withEnding(tally, taskId, hold.state === 'settled' ? 'kept' : 'refunded');
  // No create's answer told of the charge: now it is known.
  return hold.state === 'settled' ? { ...tally, chargedCredits: tally.chargedCredits + hold.credits } : tally;
}

function withoutNote(tally: Tally, taskKey: string): Tally {
  const { [taskKey]: _, ...resolving } = tally.resolving;
  return { ...tally, resolving };
}
