import type { UnconfirmedHold } from '../budget/books/reading.ts';
import type { CeilingView } from '../budget/ceiling.ts';
import { every } from '../engine/every.ts';
import { createLane, type Next } from '../engine/lane.ts';
import type { Log } from '../log.ts';
import type { Collection } from '../store/store.ts';
import type { Clock } from '../time/clock.ts';
import { type PostToOperator, tellOperator } from './notices.ts';
import {
  dueCeilingAlert,
  dueServiceAlert,
  NOTHING_TOLD,
  type OperatorRecord,
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
  /** Shards have no process, or have one again. The process with the lowest served shard tells. Returns at once. */
  noticeVacancy(vacant: { numbers: readonly number[]; isFirst: boolean }): void;
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

export interface OperatorAlerterParts {
  collection: Collection<OperatorRecord>;
  service: () => ServiceFacts;
  unconfirmed: () => Promise<UnconfirmedHold[]>;
  /** What all servers together have used; undefined where nothing bounds it. */
  ceiling: () => Promise<CeilingView | undefined>;
  clock: Clock;
  log: Log;
  /** What other processes find the service to be, of which one tells for all; undefined where there are none. */
  processes: ServiceSeen | undefined;
  post: PostToOperator;
}

export function createOperatorAlerter(parts: OperatorAlerterParts): OperatorAlerter {
  const { collection, service, processes, clock, log } = parts;
  const tells = processes?.tells ?? true;
  let told: OperatorRecord['told'] = null;
  const read = async (): Promise<OperatorRecord> => {
    const record = (await collection.get(RECORD_KEY)) ?? NOTHING_TOLD;
    ({ told } = record);
    return record;
  };
  const write = async (record: OperatorRecord): Promise<void> => {
    await collection.set(RECORD_KEY, record);
    ({ told } = record);
  };

  const tellOfService = async (signal: AbortSignal): Promise<Next> => {
    const before = await read();
    const facts = processes ? await processes.ofAll(service()) : service();
    const due = dueServiceAlert(before, facts, clock.now());
    if (!('alert' in due)) return due.inMs === undefined ? undefined : { dueInMs: due.inMs };
    const since = due.alert.kind === 'trouble over' ? due.alert.toldAtMs : facts.sinceMs;
    await tellOperator(parts.post, due.alert, [facts.status, since], signal);
    await write(due.after);
    return undefined;
  };

  let vacant: { shards: readonly number[]; sinceMs: number } = { shards: [], sinceMs: 0 };
  let toldVacant: readonly number[] = [];
  const tellOfVacancy = async (signal: AbortSignal): Promise<Next> => {
    const { shards, sinceMs } = vacant;
    if (shards.join() === toldVacant.join()) return undefined;
    const kind = shards.length > 0 ? 'shards vacant' : 'shards served';
    const alert = { kind, shards: shards.length > 0 ? shards : toldVacant } as const;
    await tellOperator(parts.post, alert, [alert.shards.join(), sinceMs], signal);
    toldVacant = shards;
    return undefined;
  };

  const lane = createLane({
    clock,
    log,
    name: 'operator alert',
    // One record: one at a time.
    atOnce: 1,
    step: async (key, { signal }) => {
      if (key === 'shards') return tellOfVacancy(signal);
      if (processes && !tells) {
        await processes.report(service());
        await read();
        return undefined;
      }
      if (key === 'ceiling') return tellOfCeiling(parts, { read, write }, signal);
      return key === 'service' ? tellOfService(signal) : tellOfTasks(parts, { read, write }, signal);
    },
  });
  const lookAtAll = async (): Promise<void> => {
    for (const key of tells ? ['service', 'tasks', 'ceiling'] : ['service']) lane.due(key, NO_SERVER);
  };

  return {
    noticeService: () => lane.due('service', NO_SERVER),
    noticeUnconfirmed: () => {
      if (tells) lane.due('tasks', NO_SERVER, UNCONFIRMED_TOGETHER_MS);
    },
    noticeSpending: () => {
      if (tells) lane.due('ceiling', NO_SERVER, SPENDING_TOGETHER_MS);
    },
    noticeVacancy: ({ numbers, isFirst }) => {
      if (numbers.length > 0 && !isFirst) return;
      vacant = { shards: numbers, sinceMs: clock.now() };
      lane.due('shards', NO_SERVER);
    },
    get isTold() {
      return told !== null && told.trouble === service().status;
    },
    run: async (signal) => {
      await lookAtAll();
      // No event tells what happens in other processes.
      const others = { clock, log, name: 'look at what other processes tell the operator', signal };
      await Promise.all([lane.run(signal), processes && every(LOOK_AT_OTHERS_MS, lookAtAll, others)]);
    },
  };
}

interface Kept {
  read: () => Promise<OperatorRecord>;
  write: (record: OperatorRecord) => Promise<void>;
}

async function tellOfTasks(parts: OperatorAlerterParts, { read, write }: Kept, signal: AbortSignal): Promise<Next> {
  const unconfirmed = await parts.unconfirmed();
  const holds = unconfirmed.map((hold) => ({ ...hold, taskKey: `${hold.guildId}/${hold.taskKey}` }));
  const stored = await read();
  const before = withNextTasks(stored, holds);
  if (before !== stored) await write(before);
  if (before.tellingTaskKeys.length === 0) return undefined;
  const { fresh, after } = tasksToTell(before, holds);
  if (fresh.length > 0) {
    const servers = new Set(fresh.map(({ guildId }) => guildId)).size;
    const credits = fresh.reduce((sum, hold) => sum + hold.credits, 0);
    const alert = { kind: 'unconfirmed everywhere', tasks: fresh.length, servers, credits } as const;
    await tellOperator(parts.post, alert, before.tellingTaskKeys, signal);
  }
  await write({ ...before, ...after });
  const isMore = withNextTasks({ ...before, ...after }, holds).tellingTaskKeys.length > 0;
  return isMore ? { dueInMs: 0 } : undefined;
}

async function tellOfCeiling(parts: OperatorAlerterParts, { read, write }: Kept, signal: AbortSignal): Promise<Next> {
  const view = await parts.ceiling();
  const due = view && dueCeilingAlert(await read(), view);
  if (!due) return undefined;
  await tellOperator(parts.post, due.alert, [view.month, view.ceilingCredits, due.alert.percent], signal);
  await write(due.after);
  return undefined;
}
