import { z } from 'zod';
import type { CeilingView } from '../budget/ceiling.ts';
import { periodKeySchema } from '../budget/periods/period.ts';
import { toldTasksPart } from './told-tasks.ts';

/** What the operator is told, and what was told already. */

/** What of the service's conditions is trouble. The names are those of its watch. */
export const TROUBLES = ['bad key', 'refuses requests', 'not the service', 'creates fail', 'down'] as const;
export type Trouble = (typeof TROUBLES)[number];

export const operatorRecordSchema = z.strictObject({
  /** The trouble that was told, until it was told that it is over. */
  told: z.strictObject({ trouble: z.enum(TROUBLES), atMs: z.int().min(0) }).nullable(),
  /** When the operator was last told that a trouble is over. */
  toldOverAtMs: z.int().min(0).nullable(),
  /** The last threshold of what all servers together may spend that the operator was told of. */
  toldCeiling: z.strictObject({ month: periodKeySchema, percent: z.int() }).nullable(),
  /** By server and task. */
  ...toldTasksPart,
});
export type OperatorRecord = z.output<typeof operatorRecordSchema>;

export const NOTHING_TOLD: OperatorRecord = {
  told: null,
  toldOverAtMs: null,
  toldCeiling: null,
  toldTaskKeys: [],
  tellingTaskKeys: [],
};

export type OperatorAlert =
  | { kind: 'trouble'; trouble: Trouble; reason: string | undefined }
  | { kind: 'trouble over'; trouble: Trouble; toldAtMs: number }
  | { kind: 'unconfirmed everywhere'; tasks: number; servers: number; credits: number }
  | ({ kind: 'ceiling'; percent: number } & CeilingView)
  | { kind: 'shards vacant' | 'shards served'; shards: readonly number[] }
  /** A card with buttons: the server has no credits before the operator gives it some. */
  | { kind: 'new server'; guildId: string; name: string | undefined; offeredCredits: number }
  /** A result was reported as an intimate picture of a real person; says neither prompt nor member. */
  | ({ kind: 'intimate report' } & IntimateReport);

export interface IntimateReport {
  guildId: string;
  jobId: string;
  url: string | undefined;
  deadlineMs: number;
  isOverdue: boolean;
}

const CEILING_PERCENT = [80, 100] as const;

/** @returns what is to be told of the ceiling, with the record once it was: each threshold once a month. */
export function dueCeilingAlert(
  before: OperatorRecord,
  view: CeilingView,
): { alert: Extract<OperatorAlert, { kind: 'ceiling' }>; after: OperatorRecord } | undefined {
  const { usedCredits, ceilingCredits } = view;
  const percent = CEILING_PERCENT.findLast((one) => usedCredits * 100 >= ceilingCredits * one) ?? 0;
  const toldPercent = before.toldCeiling?.month === view.month ? before.toldCeiling.percent : 0;
  if (percent <= toldPercent) return undefined;
  return {
    alert: { kind: 'ceiling', percent, ...view },
    after: { ...before, toldCeiling: { month: view.month, percent } },
  };
}

/** The service as its watch sees it. */
export interface ServiceFacts {
  status: Trouble | 'well' | 'unrecognised';
  sinceMs: number;
  reason: string | undefined;
  /** When a create was last answered with a task; undefined where none was since the start. */
  lastCreatedAtMs: number | undefined;
}

/** An outage that is over by then is nobody's to look at. */
const OUTAGE_TOLD_AFTER_MS = 5 * 60_000;
/** The shortest time from the end of one trouble to the alert of the next, so that a flapping service doesn't flood the operator. */
const TOLD_AGAIN_AFTER_MS = 5 * 60_000;

const LOOK_FOR_CREATES_MS = 60_000;

const TOLD_AFTER_MS: Readonly<Record<Trouble, number>> = {
  'bad key': 0,
  'refuses requests': 0,
  'not the service': 0,
  'creates fail': OUTAGE_TOLD_AFTER_MS,
  down: OUTAGE_TOLD_AFTER_MS,
};

/** @returns what is to be told now of the service, with the record once it was; or when to look again, if time alone may change it. */
export function dueServiceAlert(
  before: OperatorRecord,
  { status, sinceMs, reason, lastCreatedAtMs }: ServiceFacts,
  nowMs: number,
): { alert: OperatorAlert; after: OperatorRecord } | { inMs: number | undefined } {
  const { told } = before;
  const lastsMs = nowMs - sinceMs;
  if (status === 'unrecognised') return { inMs: undefined };
  if (status !== 'well') {
    if (told?.trouble === status) return { inMs: undefined };
    const againInMs = (before.toldOverAtMs ?? Number.NEGATIVE_INFINITY) + TOLD_AGAIN_AFTER_MS - nowMs;
    const inMs = Math.max(TOLD_AFTER_MS[status] - lastsMs, Math.min(againInMs, TOLD_AGAIN_AFTER_MS));
    if (inMs > 0) return { inMs };
    return {
      alert: { kind: 'trouble', trouble: status, reason },
      after: { ...before, told: { trouble: status, atMs: nowMs } },
    };
  }
  if (told === null) return { inMs: undefined };
  // After a restart the service looks well until a create was tried.
  const isOfCreates = told.trouble === 'refuses requests' || told.trouble === 'creates fail';
  const isShown = !isOfCreates || (lastCreatedAtMs ?? 0) > told.atMs;
  if (!isShown) return { inMs: LOOK_FOR_CREATES_MS };
  return {
    alert: { kind: 'trouble over', trouble: told.trouble, toldAtMs: told.atMs },
    after: { ...before, told: null, toldOverAtMs: nowMs },
  };
}
