import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { ownsFirst } from '../store/database/shards.ts';
import { everyPage } from '../store/pages.ts';
import { defineCollection, type Store, type Change as StoreChange } from '../store/store.ts';
import { type Clock, DAY_MS } from '../time/clock.ts';
import { AMOUNT_MAX_CREDITS, amountSchema, sumSchema, timeSchema } from './ledger/amounts.ts';

/** How a task's charge ended. */
const ENDINGS = ['kept', 'refunded', 'written off'] as const;

const chargeSchema = z.strictObject({
  credits: amountSchema,
  atMs: timeSchema,
  /** Null until the task has ended. */
  ending: z.enum(ENDINGS).nullable(),
});
type ChargeRecord = z.output<typeof chargeSchema>;

/** What the service said it charged for one task when it was created, and how that charge ended. */
export type Charge = Pick<ChargeRecord, 'credits' | 'ending'> & { taskId: string };
export interface ChargeEnd {
  ending: (typeof ENDINGS)[number];
  credits: number;
}

/** The sums of older charges, which no longer have records of their own. */
const sumsOfTallySchema = z.strictObject({
  chargedCredits: sumSchema,
  refundedCredits: sumSchema,
  /** Kept by the service for tasks without a result. No server pays for those, so the operator does. */
  writtenOffCredits: sumSchema,
});
type TallySums = z.output<typeof sumsOfTallySchema>;
const NO_SUMS: TallySums = { chargedCredits: 0, refundedCredits: 0, writtenOffCredits: 0 };

/** What the service charged and refunded, counted separately from the accounts. */
interface Tally extends TallySums {
  /** Charged for tasks that haven't ended yet. */
  openCredits: number;
}

const SUMS_KEY = 'sums';
/** A charge can change while its task is in progress. Afterwards nothing reads it again. */
const FOLD_AFTER_MS = DAY_MS;
const KEY_MAX_CHARACTERS = 150;
/** How often to read the sums again if charges are folded meanwhile. */
const ATTEMPTS_MAX = 5;

/** By `chargeKey`. */
export const chargeCollection = defineCollection({
  name: 'charges',
  schema: chargeSchema,
  keeps: {
    what: 'what the service charged for each task',
    ends: { when: 'a day after the task’s end, when it’s added to the sums' },
    erased: 'none',
    leaves: 'nothing',
  },
});

export const tallyCollection = defineCollection({
  name: 'tally',
  schema: sumsOfTallySchema,
  keeps: {
    what: 'the sums of what the service charged',
    ends: { when: 'never' },
    erased: 'none',
    leaves: 'nothing',
  },
});

export type ServiceTally = ReturnType<typeof createServiceTally>;

/** Each charge is a record that the process which created the task writes. The tally is their sum. */
export function createServiceTally(store: Pick<Store, 'collection' | 'commit' | 'shards'>, clock: Pick<Clock, 'now'>) {
  const charges = store.collection(chargeCollection);
  const tally = store.collection(tallyCollection);
  const folded = async (): Promise<TallySums> => (await tally.get(SUMS_KEY)) ?? NO_SUMS;
  const put = (key: string, { credits, ending }: Omit<Charge, 'taskId'>): StoreChange =>
    // Cut an absurd charge, so that the rest of the commit can be written. The comparison shows the difference.
    charges.put(key, { credits: Math.min(credits, AMOUNT_MAX_CREDITS), atMs: clock.now(), ending });

  return {
    /** Commit this with the task's id, and again with the consequences of its end. Repeating it changes nothing. */
    put: (charge: Charge): StoreChange => put(chargeKey(charge.taskId), charge),
    /**
     * For a hold that an operator ends: resolves with a function from how its charge ended to what to commit with that.
     * The charge may be open, or unknown because the create's answer was lost.
     * @throws StoreError
     */
    resolving: async ({ taskKey, taskId }: { taskKey: string; taskId: string | undefined }) => {
      const key = taskId === undefined ? undefined : chargeKey(taskId);
      const known = key === undefined ? undefined : await charges.get(key);
      return ({ ending, credits }: ChargeEnd): StoreChange[] => {
        if (key !== undefined && known?.ending === null) return [put(key, { ...known, ending })];
        // The create's answer was lost, so the charge is known only now.
        return ending === 'refunded' || known ? [] : [put(key ?? `resolved:${taskKey}`, { credits, ending })];
      };
    },
    /** The sums of all processes. @throws StoreError */
    sums: async (): Promise<Tally> => {
      for (let looks = 1; ; looks++) {
        const before = await folded();
        let sums: Tally = { ...before, openCredits: 0 };
        for await (const { records } of everyPage(charges)) {
          for (const [, charge] of records) sums = withCharge(sums, charge);
        }
        // Charges that were folded meanwhile may have been counted twice, or not at all.
        if (looks === ATTEMPTS_MAX || isDeepStrictEqual(await folded(), before)) return sums;
      }
    },
    /**
     * Folds charges that ended more than a day ago into the sums. The first shard's owner does it for all.
     * @throws StoreError
     */
    fold: async (): Promise<void> => {
      if (!ownsFirst(store.shards)) return;
      const foldedUntilMs = clock.now() - FOLD_AFTER_MS;
      for await (const { records } of everyPage(charges)) {
        const ended = records.filter(([, { atMs, ending }]) => ending !== null && atMs < foldedUntilMs);
        if (ended.length === 0) continue;
        const before: Tally = { ...(await folded()), openCredits: 0 };
        const { openCredits: _, ...sums } = ended.reduce((soFar, [, charge]) => withCharge(soFar, charge), before);
        await store.commit([tally.put(SUMS_KEY, sums), ...ended.map(([key]) => charges.drop(key))]);
      }
    },
  };
}

function withCharge(sums: Tally, { credits, ending }: ChargeRecord): Tally {
  const of = (one: ChargeRecord['ending']): number => (ending === one ? credits : 0);
  return {
    chargedCredits: sums.chargedCredits + credits,
    refundedCredits: sums.refundedCredits + of('refunded'),
    writtenOffCredits: sums.writtenOffCredits + of('written off'),
    openCredits: sums.openCredits + of(null),
  };
}

/** The service's task id, or its hash if the id is too long or has characters that a key can't have. */
export function chargeKey(taskId: string): string {
  if (taskId.length <= KEY_MAX_CHARACTERS && /^[\x21-\x7e]+$/u.test(taskId)) return `task:${taskId}`;
  return `hash:${createHash('sha256').update(taskId).digest('base64url')}`;
}

/** The accounts, compared with what the service charged. */
export interface Comparison {
  netCredits: number;
  /** By how much the accounts exceed what the service charged; negative if they have less. */
  differenceCredits: number;
  /** Held for creates without an answer yet. */
  unansweredCredits: number;
  /** `agree but`: creates without an answer can explain the whole difference. */
  verdict: 'agree' | 'agree but' | 'differ';
}

interface AccountTotals {
  spentCredits: number;
  heldCredits: number;
  unconfirmed: { holds: number; credits: number };
}

export function compare(tally: Tally, accounts: AccountTotals): Comparison {
  const { chargedCredits, refundedCredits, writtenOffCredits, openCredits } = tally;
  const { spentCredits, heldCredits, unconfirmed } = accounts;
  const netCredits = chargedCredits - refundedCredits;
  const differenceCredits = spentCredits + heldCredits - (netCredits - writtenOffCredits);
  const unansweredCredits = Math.max(0, heldCredits - unconfirmed.credits - openCredits);
  const explained = differenceCredits >= 0 && differenceCredits <= unansweredCredits + unconfirmed.credits;
  const verdict = differenceCredits === 0 ? 'agree' : explained ? 'agree but' : 'differ';
  return { netCredits, differenceCredits, unansweredCredits, verdict };
}
