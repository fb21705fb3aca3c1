import { z } from 'zod';
import type { Collection } from '../store/store.ts';
import { AMOUNT_MAX_CREDITS, amountSchema, sumSchema } from './amounts.ts';

/** The service's ids are its own: as long as the client takes them. */
const taskIdSchema = z.string().min(1).max(256);

/** What the service charged and gave back, counted apart from the accounts: by the answers to creates and to reads. */
export const tallySchema = z.strictObject({
  chargedCredits: sumSchema,
  refundedCredits: sumSchema,
  /** Kept by the service for tasks of which it gave no result: no server pays for those, so the operator does. */
  writtenOffCredits: sumSchema.default(0),
  /** By the service's task id: charged, and not yet seen to have ended. */
  open: z.record(taskIdSchema, amountSchema),
});
export type Tally = z.output<typeof tallySchema>;

export const NO_TALLY: Tally = { chargedCredits: 0, refundedCredits: 0, writtenOffCredits: 0, open: {} };

/** What became of a task's charge. */
export type Ending = 'kept' | 'refunded' | 'written off';

export interface ServiceTally {
  /** A create was answered. Resolves when it is written, or noted for the next write when the store fails. */
  charged(taskId: string, credits: number): Promise<void>;
  /** A task was seen to have ended; repeating it changes nothing. */
  ended(taskId: string, how: Ending): Promise<void>;
  /** The operator found a charge of which no answer told. */
  found(credits: number): Promise<void>;
  now(): Tally;
}

const TALLY_KEY = 'all';

export interface ServiceTallyParts {
  collection: Collection<Tally>;
  /** Where the tally begins when there is none yet: what the accounts have spent by then. */
  spentCredits: () => Promise<number>;
  onFailure: (error: unknown) => void;
}

/** @throws StoreError when the records cannot be read. */
export async function openServiceTally(parts: ServiceTallyParts): Promise<ServiceTally> {
  const { collection, onFailure } = parts;
  const begin = async (): Promise<Tally> => ({ ...NO_TALLY, chargedCredits: await parts.spentCredits() });
  let tally = (await collection.get(TALLY_KEY)) ?? (await begin());
  let lastWrite: Promise<void> = Promise.resolve();
  let nextWrite: Promise<void> | undefined;

  /** Everything that changes while a write is under way goes into the one after it. */
  const written = (): Promise<void> => {
    nextWrite ??= lastWrite.then(async () => {
      nextWrite = undefined;
      await collection.set(TALLY_KEY, tally).catch(onFailure);
    });
    lastWrite = nextWrite;
    return nextWrite;
  };

  await written();
  return {
    now: () => tally,
    charged: (taskId, chargedCredits) => {
      if (tally.open[taskId] !== undefined) return lastWrite;
      // An absurd charge must not keep everything else from being written: the comparison tells of it all the same.
      const credits = Math.min(chargedCredits, AMOUNT_MAX_CREDITS);
      const open = { ...tally.open, [taskId]: credits };
      tally = { ...tally, chargedCredits: tally.chargedCredits + credits, open };
      return written();
    },
    ended: async (taskId, how) => {
      const { [taskId]: credits, ...open } = tally.open;
      if (credits === undefined) return;
      const refundedCredits = tally.refundedCredits + (how === 'refunded' ? credits : 0);
      const writtenOffCredits = tally.writtenOffCredits + (how === 'written off' ? credits : 0);
      tally = { ...tally, refundedCredits, writtenOffCredits, open };
      await written();
    },
    found: (credits) => {
      tally = { ...tally, chargedCredits: tally.chargedCredits + credits };
      return written();
    },
  };
}

/** How the accounts stand against the service. */
export interface Comparison {
  netCredits: number;
  /** By how much the accounts have more than the service was seen to charge; less than nothing the other way. */
  differenceCredits: number;
  /** Held for creates that are not answered yet. */
  unansweredCredits: number;
  /** `agree but`: all of the difference may be creates without an answer. */
  verdict: 'agree' | 'agree but' | 'differ';
}

export interface AccountTotals {
  spentCredits: number;
  heldCredits: number;
  unconfirmed: { holds: number; credits: number };
}

export function compare(tally: Tally, accounts: AccountTotals): Comparison {
  const { chargedCredits, refundedCredits, writtenOffCredits, open } = tally;
  const { spentCredits, heldCredits, unconfirmed } = accounts;
  const netCredits = chargedCredits - refundedCredits;
  const openCredits = Object.values(open).reduce((sum, credits) => sum + credits, 0);
  const differenceCredits = spentCredits + heldCredits - (netCredits - writtenOffCredits);
  const unansweredCredits = Math.max(0, heldCredits - unconfirmed.credits - openCredits);
  const explained = differenceCredits >= 0 && differenceCredits <= unansweredCredits + unconfirmed.credits;
  const verdict = differenceCredits === 0 ? 'agree' : explained ? 'agree but' : 'differ';
  return { netCredits, differenceCredits, unansweredCredits, verdict };
}
