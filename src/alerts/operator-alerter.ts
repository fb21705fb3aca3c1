import type { Accounts } from '../budget/accounts.ts';
import { every } from '../engine/every.ts';
import { createLane, type Next } from '../engine/lane.ts';
import type { Needs } from '../runtime.ts';
import { isAlone, type VacantShards } from '../store/database/shards.ts';
import { LAST_RESTORE, restoreCollection } from '../store/restores.ts';
import { alertOperator, type PostToOperator } from './alert-operator.ts';
import { tasksToAlert } from './alerted-tasks.ts';
import {
  dueCeilingAlert,
  dueServiceAlert,
  type NamedServer,
  NEW_OPERATOR_RECORD,
  type OperatorRecord,
  operatorAlertCollection,
  reachedPercent,
  type ServiceFacts,
} from './operator-alert.ts';
import { createServiceReports } from './service-reports.ts';

const RECORD_KEY = 'all';
const UNCONFIRMED_TOGETHER_MS = 60_000;
/** How late an alert about spending can be, so that a burst is checked once. */
const SPENDING_TOGETHER_MS = 5_000;
const LOOK_AT_OTHERS_MS = 60_000;
/** The owner of the lane's steps: no server. */
const NO_SERVER = '';

export interface OperatorAlerterParts extends Needs<'clock' | 'log' | 'store'> {
  service: () => ServiceFacts;
  accounts: Pick<Accounts, 'ceiling' | 'unconfirmed'>;
  /** The servers of these shards, which spent most first. */
  serversIn: (shards: readonly number[]) => Promise<readonly NamedServer[]>;
  post: PostToOperator;
}

export type OperatorAlerter = ReturnType<typeof createOperatorAlerter>;

/** Alerts the operator to what only they can fix: once, and once when it is over. The calls return at once. */
export function createOperatorAlerter(parts: OperatorAlerterParts) {
  const { service, clock, log, store } = parts;
  const collection = store.collection(operatorAlertCollection);
  /** The service's state according to other processes, if there are any. One process alerts for all. */
  const reports = isAlone(store.shards) ? undefined : createServiceReports(parts);
  const isReporter = reports?.alertsOperator ?? true;
  let alerted: OperatorRecord['alerted'] = null;
  const read = async (): Promise<OperatorRecord> => {
    const record = (await collection.get(RECORD_KEY)) ?? NEW_OPERATOR_RECORD;
    ({ alerted } = record);
    return record;
  };
  const write = async (record: OperatorRecord): Promise<void> => {
    await collection.set(RECORD_KEY, record);
    ({ alerted } = record);
  };

  const alertOfService = async (signal: AbortSignal): Promise<Next> => {
    const before = await read();
    const facts = reports ? await reports.combine(service()) : service();
    const due = dueServiceAlert(before, facts, clock.now());
    if (!('alert' in due)) return due.inMs === undefined ? undefined : { dueInMs: due.inMs };
    const since = due.alert.kind === 'trouble over' ? due.alert.alertedAtMs : facts.sinceMs;
    await alertOperator(parts.post, due.alert, [facts.status, since], signal);
    await write(due.after);
    return undefined;
  };

  let vacant: { shards: readonly number[]; sinceMs: number } = { shards: [], sinceMs: 0 };
  let alertedShards: readonly number[] = [];
  const alertOfVacancy = async (signal: AbortSignal): Promise<Next> => {
    const { shards, sinceMs } = vacant;
    if (shards.join() === alertedShards.join()) return undefined;
    const kind = shards.length > 0 ? 'shards vacant' : 'shards served';
    const about = shards.length > 0 ? shards : alertedShards;
    const alert = { kind, shards: about, servers: await parts.serversIn(about) } as const;
    await alertOperator(parts.post, alert, [alert.shards.join(), sinceMs], signal);
    alertedShards = shards;
    return undefined;
  };

  const lane = createLane({
    clock,
    log,
    name: 'operator alert',
    // One at a time, because they share a record.
    atOnce: 1,
    step: async (key, { signal }) => {
      if (key === 'shards') return alertOfVacancy(signal);
      if (reports && !isReporter) {
        await reports.report(service());
        await read();
        return undefined;
      }
      if (key === 'restore') return alertOfRestore(parts, signal);
      if (key === 'ceiling') return alertOfCeiling(parts, { read, write }, signal);
      return key === 'service' ? alertOfService(signal) : alertOfTasks(parts, { read, write }, signal);
    },
  });
  const lookAtAll = async (): Promise<void> => {
    for (const key of isReporter ? ['service', 'tasks', 'ceiling'] : ['service']) lane.due(key, NO_SERVER);
  };

  return {
    onServiceChanged: (): void => lane.due('service', NO_SERVER),
    /** A task is unconfirmed. Tasks that come together share an alert. */
    onUnconfirmed: (): void => {
      if (isReporter) lane.due('tasks', NO_SERVER, UNCONFIRMED_TOGETHER_MS);
    },
    /** A server spent or holds more. */
    onSpending: (): void => {
      if (isReporter) lane.due('ceiling', NO_SERVER, SPENDING_TOGETHER_MS);
    },
    /** Shards have no process, or have one again. The process with the lowest served shard alerts. */
    onVacancy: ({ numbers, isFirst }: Pick<VacantShards, 'numbers' | 'isFirst'>): void => {
      if (numbers.length > 0 && !isFirst) return;
      vacant = { shards: numbers, sinceMs: clock.now() };
      lane.due('shards', NO_SERVER);
    },
    /** Whether there was an alert about the service's current trouble. */
    get isAlerted(): boolean {
      return alerted !== null && alerted.trouble === service().status;
    },
    run: async (signal: AbortSignal): Promise<void> => {
      await lookAtAll();
      if (isReporter) lane.due('restore', NO_SERVER);
      // No event says what happens in other processes.
      const others = { clock, log, name: 'look at reports of other processes', signal };
      await Promise.all([lane.run(signal), reports && every(LOOK_AT_OTHERS_MS, lookAtAll, others)]);
    },
  };
}

interface Kept {
  read: () => Promise<OperatorRecord>;
  write: (record: OperatorRecord) => Promise<void>;
}

async function alertOfTasks(parts: OperatorAlerterParts, { read, write }: Kept, signal: AbortSignal): Promise<Next> {
  const unconfirmed = await parts.accounts.unconfirmed();
  const holds = unconfirmed.map((hold) => ({ ...hold, taskKey: `${hold.guildId}/${hold.taskKey}` }));
  const before = await read();
  const { fresh, after } = tasksToAlert(before, holds);
  if (fresh.length === 0) return undefined;
  const servers = new Set(fresh.map(({ guildId }) => guildId)).size;
  const credits = fresh.reduce((sum, hold) => sum + hold.credits, 0);
  const claims = fresh.flatMap(({ claimedCredits, credits: quoteCredits }) =>
    claimedCredits === undefined ? [] : [{ claimedCredits, quoteCredits }],
  );
  const alert = { kind: 'unconfirmed everywhere', tasks: fresh.length, servers, credits, claims } as const;
  await alertOperator(parts.post, alert, after.alertedTaskKeys, signal);
  await write({ ...before, ...after });
  return undefined;
}

/** Deletes the record of the restore once the operator knows, so that later starts are silent. */
async function alertOfRestore({ store, post }: OperatorAlerterParts, signal: AbortSignal): Promise<Next> {
  const restores = store.collection(restoreCollection);
  const restore = await restores.get(LAST_RESTORE);
  if (!restore) return undefined;
  await alertOperator(post, { kind: 'restored', ...restore }, [restore.restoredAtMs], signal);
  await restores.delete(LAST_RESTORE);
  return undefined;
}

async function alertOfCeiling(parts: OperatorAlerterParts, { read, write }: Kept, signal: AbortSignal): Promise<Next> {
  const view = await parts.accounts.ceiling();
  // Most spending reaches no threshold, and then needs no read.
  const due = view && reachedPercent(view) > 0 ? dueCeilingAlert(await read(), view) : undefined;
  if (!view || !due) return undefined;
  await alertOperator(parts.post, due.alert, [view.month, view.ceilingCredits, due.alert.percent], signal);
  await write(due.after);
  return undefined;
}
