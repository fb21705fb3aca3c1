import type { UnconfirmedHold } from '../budget/accounts.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { KeyedLocks } from '../store/locks.ts';
import type { Collection } from '../store/store.ts';
import { nonceFrom } from './alerter.ts';
import { createNotices, type PostOutcome } from './notices.ts';
import {
  dueServiceAlert,
  NOTHING_TOLD,
  type OperatorAlert,
  type OperatorRecord,
  type ServiceFacts,
} from './operator-alert.ts';
import { tasksToTell, withNextTasks } from './told-tasks.ts';

/** Tells the operator what nobody else can see to: once, and once when it is over. */
export interface OperatorAlerter {
  /** The service is in another condition. Returns at once. */
  noticeService(): void;
  /** A task is unconfirmed. Returns at once; several that come together are told together. */
  noticeUnconfirmed(): void;
  /** Whether the operator was told of the trouble that there is. */
  readonly isTold: boolean;
  run(signal: AbortSignal): Promise<void>;
}

const RECORD_KEY = 'all';
const UNCONFIRMED_TOGETHER_MS = 60_000;

export interface OperatorAlerterParts {
  collection: Collection<OperatorRecord>;
  service: () => ServiceFacts;
  unconfirmed: () => Promise<UnconfirmedHold[]>;
  locks: KeyedLocks;
  clock: Clock;
  log: Log;
  /** Reaches the operators. Repeating it with its nonce within some minutes makes no second message. */
  post: (alert: OperatorAlert, options: { nonce: string; signal: AbortSignal }) => Promise<PostOutcome>;
}

export function createOperatorAlerter(parts: OperatorAlerterParts): OperatorAlerter {
  const { collection, service, unconfirmed, locks, clock, log, post } = parts;
  let told: OperatorRecord['told'] = null;
  let isGathering = false;
  const read = async (): Promise<OperatorRecord> => (await collection.get(RECORD_KEY)) ?? NOTHING_TOLD;
  const write = async (record: OperatorRecord): Promise<void> => {
    await collection.set(RECORD_KEY, record);
    ({ told } = record);
  };
  const posted = async (alert: OperatorAlert, nonceParts: string[], signal: AbortSignal): Promise<PostOutcome> => {
    const outcome = await post(alert, { nonce: nonceFrom(['operator', alert.kind, ...nonceParts]), signal });
    if (outcome === 'posted') log.info({ alert: alert.kind }, 'the operator was told');
    return outcome;
  };
  const noticeLater = (work: () => void, delayMs: number, signal: AbortSignal): void => {
    clock.sleep(delayMs, signal).then(work, () => undefined);
  };

  const tellOfService = async (signal: AbortSignal): Promise<PostOutcome> => {
    const before = await read();
    ({ told } = before);
    const facts = service();
    const due = dueServiceAlert(before, facts, clock.now());
    if (!('alert' in due)) {
      if (due.inMs !== undefined) noticeLater(() => notices.notice('service'), due.inMs, signal);
      return 'posted';
    }
    const since = due.alert.kind === 'trouble over' ? due.alert.toldAtMs : facts.sinceMs;
    const outcome = await posted(due.alert, [facts.status, String(since)], signal);
    if (outcome === 'posted') await write(due.after);
    return outcome;
  };

  const tellOfTasks = async (signal: AbortSignal): Promise<PostOutcome> => {
    const holds = (await unconfirmed()).map((hold) => ({ ...hold, taskKey: `${hold.guildId}/${hold.taskKey}` }));
    const stored = await read();
    const before = withNextTasks(stored, holds);
    if (before !== stored) await write(before);
    if (before.tellingTaskKeys.length === 0) return 'posted';
    const { fresh, after } = tasksToTell(before, holds);
    if (fresh.length > 0) {
      const servers = new Set(fresh.map(({ guildId }) => guildId)).size;
      const credits = fresh.reduce((sum, hold) => sum + hold.credits, 0);
      const alert: OperatorAlert = { kind: 'unconfirmed everywhere', tasks: fresh.length, servers, credits };
      const outcome = await posted(alert, before.tellingTaskKeys, signal);
      if (outcome !== 'posted') return outcome;
    }
    await write({ ...before, ...after });
    if (withNextTasks({ ...before, ...after }, holds).tellingTaskKeys.length > 0) notices.notice('tasks');
    return 'posted';
  };

  const notices = createNotices({
    ...{ clock, log },
    factsOf: () => ({ to: 'the operator, in OPERATOR_CHANNEL_ID or by direct messages' }),
    // One record: one at a time.
    tell: (key, signal) =>
      locks.run('operator alerts', () => (key === 'service' ? tellOfService(signal) : tellOfTasks(signal))),
  });
  let running: AbortSignal | undefined;

  return {
    noticeService: () => notices.notice('service'),
    noticeUnconfirmed: () => {
      if (isGathering || !running) return;
      isGathering = true;
      const gathered = (): void => {
        isGathering = false;
        notices.notice('tasks');
      };
      noticeLater(gathered, UNCONFIRMED_TOGETHER_MS, running);
    },
    get isTold() {
      return told !== null && told.trouble === service().status;
    },
    run: async (signal) => {
      running = signal;
      notices.notice('service');
      notices.notice('tasks');
      await notices.run(signal);
    },
  };
}
