import { z } from 'zod';
import type { CeilingView } from '../budget/books/ceiling.ts';
import { periodKeySchema } from '../budget/periods/period.ts';
import { isServiceTrouble, SERVICE_FINDINGS, type ServiceTrouble } from '../findings/table.ts';
import type { Restore } from '../store/restores.ts';
import { defineCollection } from '../store/store.ts';
import { alertedTasksPart } from './alerted-tasks.ts';

/** Alerts for the operator, and which of them were posted. */

/** The service watch's states that are trouble. */
export const TROUBLES = Object.keys(SERVICE_FINDINGS).filter(isServiceTrouble);
export type Trouble = ServiceTrouble;

export const operatorRecordSchema = z.strictObject({
  /** The trouble with an alert, until the alert that it is over. */
  alerted: z.strictObject({ trouble: z.enum(TROUBLES), atMs: z.int().min(0) }).nullable(),
  /** When the last alert said that trouble is over. */
  overAlertedAtMs: z.int().min(0).nullable(),
  /** The last threshold of the ceiling with an alert. */
  alertedCeiling: z.strictObject({ month: periodKeySchema, percent: z.int() }).nullable(),
  /** By server and task. */
  ...alertedTasksPart,
});
export type OperatorRecord = z.output<typeof operatorRecordSchema>;

export const operatorAlertCollection = defineCollection({
  name: 'operator_alerts',
  schema: operatorRecordSchema,
  keeps: {
    what: 'which alerts the operator got',
    ends: { when: 'never' },
    erased: 'none',
    leaves: 'which of its tasks had an alert, until the next alert',
  },
});

export const NEW_OPERATOR_RECORD: OperatorRecord = {
  alerted: null,
  overAlertedAtMs: null,
  alertedCeiling: null,
  alertedTaskKeys: [],
};

export type OperatorAlert =
  | { kind: 'trouble'; trouble: Trouble; reason: string | undefined }
  | { kind: 'trouble over'; trouble: Trouble; alertedAtMs: number }
  | { kind: 'unconfirmed everywhere'; tasks: number; servers: number; credits: number; claims: readonly Claim[] }
  | ({ kind: 'ceiling'; percent: number } & CeilingView)
  /** With their servers, which spent most first. */
  | { kind: 'shards vacant' | 'shards served'; shards: readonly number[]; servers: readonly NamedServer[] }
  /** This is the first start from a restored backup. */
  | ({ kind: 'restored' } & Restore)
  /** Another program answers with this token. */
  | { kind: 'token used twice'; atMs: number }
  /** With the cause, and the time of the newest verified backup, if there is one. */
  | { kind: 'no backup'; path: string; cause: string; lastAtMs: number | undefined }
  /** A card with buttons. The server has no credits until the operator gives it some. */
  | { kind: 'new server'; guildId: string; name: string | undefined; offeredCredits: number }
  /** A result was reported as an intimate picture of a real person. Names neither prompt nor member. */
  | ({ kind: 'intimate report' } & IntimateReport);

export interface NamedServer {
  guildId: string;
  /** Undefined if Discord doesn't say. */
  name: string | undefined;
}

/** A charge that the service named and no one believes. */
export interface Claim {
  claimedCredits: number;
  quoteCredits: number;
}

export interface IntimateReport {
  guildId: string;
  jobId: string;
  url: string | undefined;
  deadlineMs: number;
  isOverdue: boolean;
}

const CEILING_PERCENT = [80, 100] as const;

/** The highest threshold of the ceiling that is reached; 0 for none. */
export const reachedPercent = ({ usedCredits, ceilingCredits }: CeilingView): number =>
  CEILING_PERCENT.findLast((percent) => usedCredits * 100 >= ceilingCredits * percent) ?? 0;

/** The alert about the ceiling, if one is due, and the record after it. Each threshold has one alert a month. */
export function dueCeilingAlert(
  before: OperatorRecord,
  view: CeilingView,
): { alert: Extract<OperatorAlert, { kind: 'ceiling' }>; after: OperatorRecord } | undefined {
  const percent = reachedPercent(view);
  const alertedPercent = before.alertedCeiling?.month === view.month ? before.alertedCeiling.percent : 0;
  if (percent <= alertedPercent) return undefined;
  return {
    alert: { kind: 'ceiling', percent, ...view },
    after: { ...before, alertedCeiling: { month: view.month, percent } },
  };
}

/** The service's state according to its watch. */
export interface ServiceFacts {
  status: Trouble | 'well' | 'unrecognised';
  sinceMs: number;
  reason: string | undefined;
  /** When the service last created a task; undefined if it hasn't since the start. */
  lastCreatedAtMs: number | undefined;
}

/** Shorter outages need no one's attention. */
const OUTAGE_ALERT_DELAY_MS = 5 * 60_000;
/** The shortest time from the end of one trouble to the next alert, so that a flapping service doesn't flood the operator. */
const ALERT_INTERVAL_MS = 5 * 60_000;

const LOOK_FOR_CREATES_MS = 60_000;

const ALERT_DELAY_MS: Readonly<Record<Trouble, number>> = {
  'bad key': 0,
  'refuses requests': 0,
  'not the service': 0,
  'creates fail': OUTAGE_ALERT_DELAY_MS,
  'asks to wait': OUTAGE_ALERT_DELAY_MS,
  down: OUTAGE_ALERT_DELAY_MS,
};

/** The alert about the service, if one is due, with the record after it. Otherwise when to check again, if time alone can change that. */
export function dueServiceAlert(
  before: OperatorRecord,
  { status, sinceMs, reason, lastCreatedAtMs }: ServiceFacts,
  nowMs: number,
): { alert: OperatorAlert; after: OperatorRecord } | { inMs: number | undefined } {
  const { alerted } = before;
  const lastsMs = nowMs - sinceMs;
  if (status === 'unrecognised') return { inMs: undefined };
  if (status !== 'well') {
    if (alerted?.trouble === status) return { inMs: undefined };
    const againInMs = (before.overAlertedAtMs ?? Number.NEGATIVE_INFINITY) + ALERT_INTERVAL_MS - nowMs;
    const inMs = Math.max(ALERT_DELAY_MS[status] - lastsMs, Math.min(againInMs, ALERT_INTERVAL_MS));
    if (inMs > 0) return { inMs };
    return {
      alert: { kind: 'trouble', trouble: status, reason },
      after: { ...before, alerted: { trouble: status, atMs: nowMs } },
    };
  }
  if (alerted === null) return { inMs: undefined };
  // After a restart, the service looks well until a create is tried.
  const isOfCreates = alerted.trouble === 'refuses requests' || alerted.trouble === 'creates fail';
  const isShown = !isOfCreates || (lastCreatedAtMs ?? 0) > alerted.atMs;
  if (!isShown) return { inMs: LOOK_FOR_CREATES_MS };
  return {
    alert: { kind: 'trouble over', trouble: alerted.trouble, alertedAtMs: alerted.atMs },
    after: { ...before, alerted: null, overAlertedAtMs: nowMs },
  };
}
