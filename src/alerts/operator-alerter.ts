import type { UnconfirmedHold } from '../budget/books/reading.ts';
import type { CeilingView } from '../budget/ceiling.ts';
import type { Clock } from '../clock.ts';
import { createLane, type Next } from '../engine/lane.ts';
import type { Log } from '../log.ts';
import type { KeyedLocks } from '../store/locks.ts';
import type { Collection } from '../store/store.ts';
import { afterPost, type PostOutcome } from './notices.ts';
import {
  dueCeilingAlert,
  dueServiceAlert,
  NOTHING_TOLD,
  type OperatorAlert,
  type OperatorRecord,
  type PostToOperator,
  reachedOfCeiling,
  type ServiceFacts,
} from './operator-alert.ts';
import type { ServiceSeen } from './service-seen.ts';
import { tasksToTell, withNextTasks } from './told-tasks.ts';

/** Tells the operator what nobody else can see to: once, and once when it is over. */
export interface OperatorAlerter {
  /** The service is in another condition. Returns at once. */
  noticeService(): void;
  /** A task is unconfirmed. Returns at once; several that come together are told together. */
  noticeUnconfirmed(): void;
  /** Servers spent or hold more. Returns at once. */
  noticeSpending(): void;
  /** Whether the operator was told of the trouble that there is. */
  readonly isTold: boolean;
  run(signal: AbortSignal): Promise<void>;
}

const RECORD_KEY = 'all';
const UNCONFIRMED_TOGETHER_MS = 60_000;
/** How late the operator may hear of spending, so that a burst is looked at once. */
const SPENDING_TOGETHER_MS = 5_000;
const LOOK_AT_OTHERS_MS = 60_000;
/** The operator's turn is no server's. */
const NO_SERVER = '';
const NOT_POSTED = 'an alert could not be posted; it is tried again';

export interface OperatorAlerterParts {
  collection: Collection<OperatorRecord>;
  service: () => ServiceFacts;
  unconfirmed: () => Promise<UnconfirmedHold[]>;
  /** What all servers together have used; undefined where nothing bounds it. */
  ceiling: () => Promise<CeilingView | undefined>;
  locks: KeyedLocks;
  clock: Clock;
  log: Log;
  /** What other processes find the service to be, of which one tells for all; undefined where there are none. */
  processes: ServiceSeen | undefined;
  post: PostToOperator;
}

export function createOperatorAlerter(parts: OperatorAlerterParts): OperatorAlerter {
  const { collection, service, unconfirmed, ceiling, processes, locks, clock, log, post } = parts;
  /** What happens in other processes nobody says. */
  const lookAgainInMs = processes ? LOOK_AT_OTHERS_MS : Number.POSITIVE_INFINITY;
  const lookWithin = (inMs = lookAgainInMs): Next => {
    const dueInMs = Math.min(inMs, lookAgainInMs);
    return Number.isFinite(dueInMs) ? { dueInMs } : undefined;
  };
  const tells = processes?.tells ?? true;
  let told: OperatorRecord['told'] = null;
  const read = async (): Promise<OperatorRecord> => (await collection.get(RECORD_KEY)) ?? NOTHING_TOLD;
  const write = async (record: OperatorRecord): Promise<void> => {
    await collection.set(RECORD_KEY, record);
    ({ told } = record);
  };
  const posted = async (alert: OperatorAlert, keyParts: string[], signal: AbortSignal): Promise<PostOutcome> => {
    const outcome = await post(alert, { idempotencyKey: ['operator', alert.kind, ...keyParts].join('|'), signal });
    if (outcome === 'posted') log.info({ alert: alert.kind }, 'the operator was told');
    else log.warn({ to: 'the operator, in OPERATOR_CHANNEL_ID or by direct messages', outcome }, NOT_POSTED);
    return outcome;
  };

  const tellOfService = async (signal: AbortSignal): Promise<Next> => {
    const before = await read();
    ({ told } = before);
    const facts = processes ? await processes.ofAll(service()) : service();
    const due = dueServiceAlert(before, facts, clock.now());
    if (!('alert' in due)) return lookWithin(due.inMs);
    const since = due.alert.kind === 'trouble over' ? due.alert.toldAtMs : facts.sinceMs;
    const outcome = await posted(due.alert, [facts.status, String(since)], signal);
    if (outcome !== 'posted') return afterPost(outcome);
    await write(due.after);
    return lookWithin();
  };

  const reportService = async ({ report }: ServiceSeen): Promise<Next> => {
    await report(service());
    ({ told } = await read());
    return lookWithin();
  };

  const tellOfTasks = async (signal: AbortSignal): Promise<Next> => {
    const holds = (await unconfirmed()).map((hold) => ({ ...hold, taskKey: `${hold.guildId}/${hold.taskKey}` }));
    const stored = await read();
    const before = withNextTasks(stored, holds);
    if (before !== stored) await write(before);
    if (before.tellingTaskKeys.length === 0) return lookWithin();
    const { fresh, after } = tasksToTell(before, holds);
    if (fresh.length > 0) {
      const servers = new Set(fresh.map(({ guildId }) => guildId)).size;
      const credits = fresh.reduce((sum, hold) => sum + hold.credits, 0);
      const alert: OperatorAlert = { kind: 'unconfirmed everywhere', tasks: fresh.length, servers, credits };
      const outcome = await posted(alert, before.tellingTaskKeys, signal);
      if (outcome !== 'posted') return afterPost(outcome);
    }
    await write({ ...before, ...after });
    const isMore = withNextTasks({ ...before, ...after }, holds).tellingTaskKeys.length > 0;
    return isMore ? { dueInMs: 0 } : lookWithin();
  };

  const driver = createLane({
    ...{ clock, log, name: 'operator alert' },
    // One record: one at a time.
    step: (key, { signal }) =>
      locks.run('operator alerts', () => {
        if (processes && !tells) return reportService(processes);
        if (key === 'ceiling') return tellOfCeiling({ read, write, posted, lookWithin }, ceiling, signal);
        return key === 'service' ? tellOfService(signal) : tellOfTasks(signal);
      }),
  });

  return {
    noticeService: () => driver.due('service', NO_SERVER),
    noticeUnconfirmed: () => {
      if (tells) driver.due('tasks', NO_SERVER, UNCONFIRMED_TOGETHER_MS);
    },
    noticeSpending: () => {
      if (tells) driver.due('ceiling', NO_SERVER, SPENDING_TOGETHER_MS);
    },
    get isTold() {
      return told !== null && told.trouble === service().status;
    },
    run: (signal) => {
      driver.due('service', NO_SERVER);
      if (tells) for (const key of ['tasks', 'ceiling']) driver.due(key, NO_SERVER);
      return driver.run(signal);
    },
  };
}

interface Telling {
  read: () => Promise<OperatorRecord>;
  write: (record: OperatorRecord) => Promise<void>;
  posted: (alert: OperatorAlert, keyParts: string[], signal: AbortSignal) => Promise<PostOutcome>;
  lookWithin: () => Next;
}

async function tellOfCeiling(
  { read, write, posted, lookWithin }: Telling,
  ceiling: OperatorAlerterParts['ceiling'],
  signal: AbortSignal,
): Promise<Next> {
  const view = await ceiling();
  if (!view) return undefined;
  if (reachedOfCeiling(view) === 0) return lookWithin();
  const due = dueCeilingAlert(await read(), view);
  if (due) {
    const keyParts = [view.month, String(view.ceilingCredits), String(reachedOfCeiling(view))];
    const outcome = await posted(due.alert, keyParts, signal);
    if (outcome !== 'posted') return afterPost(outcome);
    await write(due.after);
  }
  return lookWithin();
}
