import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { everyPage } from '../store/pages.ts';
import { ownsFirst } from '../store/shards.ts';
import type { Collection, Store, Change as StoreChange } from '../store/store.ts';
import { type Clock, DAY_MS } from '../time/clock.ts';
import { AMOUNT_MAX_CREDITS, amountSchema, sumSchema, timeSchema } from './amounts.ts';

/** What became of a task's charge. */
const ENDINGS = ['kept', 'refunded', 'written off'] as const;
export type Ending = (typeof ENDINGS)[number];

/** What the service charged for one task, by the answer to its create, and what was seen to become of that. */
const chargeSchema = z.strictObject({
  credits: amountSchema,
  atMs: timeSchema,
  /** Null while the task is not seen to have ended. */
  ending: z.enum(ENDINGS).nullable(),
});
type Charge = z.output<typeof chargeSchema>;

/** What the charges of earlier times come to, which are no longer kept singly. */
const sumsOfTallySchema = z.strictObject({
  chargedCredits: sumSchema,
  refundedCredits: sumSchema,
  /** Kept by the service for tasks of which it gave no result: no server pays for those, so the operator does. */
  writtenOffCredits: sumSchema,
});
type TallySums = z.output<typeof sumsOfTallySchema>;
const NO_SUMS: TallySums = { chargedCredits: 0, refundedCredits: 0, writtenOffCredits: 0 };

/** What the service charged and gave back, counted apart from the accounts. */
export interface Tally extends TallySums {
  /** Charged, and not yet seen to have ended. */
  openCredits: number;
}
export const NO_TALLY: Tally = { ...NO_SUMS, openCredits: 0 };

export interface ServiceTally {
  /** A create was answered: to be committed with the task's id. The same again changes nothing. */
  charged(taskId: string, credits: number): StoreChange[];
  /** A task that was charged this is seen to have ended: to be committed with what follows from that. */
  ended(taskId: string, credits: number, ending: Ending): StoreChange[];
  /**
   * For a hold that an operator ends: resolves with what their decision tells of a charge that stayed open, or of one that no
   * answer told of. To be committed with it. @throws StoreError
   */
  resolving(task: {
    taskKey: string;
    taskId: string | undefined;
  }): Promise<(resolved: { decision: 'settled' | 'released'; credits: number }) => StoreChange[]>;
  /** Of all processes. @throws StoreError */
  sums(): Promise<Tally>;
  /** Adds up what ended more than a day ago, some at a time: the first shard's owner does, for all processes. @throws StoreError */
  fold(): Promise<void>;
}

const SUMS_KEY = 'sums';
/** A charge may change while its task is under way; afterwards nothing looks for it again. */
const FOLD_AFTER_MS = DAY_MS;
const KEY_MAX_CHARACTERS = 150;
/** How often the sums are read where they are folded meanwhile. */
const LOOKS = 5;

/** By the service's id of the task; see `chargeKey`. */
export function chargeRecords(store: Pick<Store, 'collection'>): Collection<Charge> {
  return store.collection('charges', chargeSchema);
}

/** Each charge is a record of its own, written by the process that created the task; the tally is their sum. */
export function createServiceTally(
  store: Pick<Store, 'collection' | 'commit' | 'shards'>,
  clock: Pick<Clock, 'now'>,
): ServiceTally {
  const charges = chargeRecords(store);
  const tally = store.collection('tally', sumsOfTallySchema);
  const folded = async (): Promise<TallySums> => (await tally.get(SUMS_KEY)) ?? NO_SUMS;
  const put = (key: string, credits: number, ending: Ending | null): StoreChange =>
    // An absurd charge must not keep everything else from being written: the comparison tells of it all the same.
    charges.put(key, { credits: Math.min(credits, AMOUNT_MAX_CREDITS), atMs: clock.now(), ending });

  return {
    charged: (taskId, credits) => [put(chargeKey(taskId), credits, null)],
    ended: (taskId, credits, ending) => [put(chargeKey(taskId), credits, ending)],
    resolving: async ({ taskKey, taskId }) => {
      const key = taskId === undefined ? undefined : chargeKey(taskId);
      const known = key === undefined ? undefined : await charges.get(key);
      return ({ decision, credits }) => {
        if (key !== undefined && known?.ending === null) {
          return [put(key, known.credits, decision === 'settled' ? 'kept' : 'refunded')];
        }
        // No create's answer told of the charge: now it is known.
        return decision === 'settled' && !known ? [put(key ?? `resolved:${taskKey}`, credits, 'kept')] : [];
      };
    },
    sums: async () => {
      for (let looks = 1; ; looks++) {
        const before = await folded();
        let sums: Tally = { ...before, openCredits: 0 };
        for await (const { records } of everyPage(charges)) {
          for (const [, charge] of records) sums = withCharge(sums, charge);
        }
        // What was folded meanwhile may have been counted twice, or not at all.
        if (looks === LOOKS || isDeepStrictEqual(await folded(), before)) return sums;
      }
    },
    fold: async () => {
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

function withCharge(sums: Tally, { credits, ending }: Charge): Tally {
  const of = (one: Ending | null): number => (ending === one ? credits : 0);
  return {
    chargedCredits: sums.chargedCredits + credits,
    refundedCredits: sums.refundedCredits + of('refunded'),
    writtenOffCredits: sums.writtenOffCredits + of('written off'),
    openCredits: sums.openCredits + of(null),
  };
}

/** Under the service's own id where a key may be that; under its hash where it is too long, or of other letters. */
export function chargeKey(taskId: string): string {
  if (taskId.length <= KEY_MAX_CHARACTERS && /^[\x21-\x7e]+$/u.test(taskId)) return `task:${taskId}`;
  return `hash:${createHash('sha256').update(taskId).digest('base64url')}`;
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
