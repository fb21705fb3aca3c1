import { isDeepStrictEqual } from 'node:util';
import type { Accounts } from '../budget/accounts.ts';
import { createLane, RetryLater } from '../engine/lane.ts';
import type { Needs } from '../runtime.ts';
import { everyPage } from '../store/pages.ts';
import { TimeoutError, withinLimit } from '../time/time-limit.ts';
import { type Alert, type AlertRecord, alertCollection, dueAlerts, newAlertRecord } from './alert.ts';
import { requirePosted } from './alert-operator.ts';
import type { OperatorAlert } from './operator-alert.ts';

/**
 * Posts an alert in a channel. Repeating it with the same key within some minutes makes no second message.
 * @returns false if Easel may not post there
 * @throws RetryLater while Discord is unavailable
 */
export type PostAlert = (
  /** No server for the operators' own channel. */
  at: { guildId: string | undefined; channelId: string },
  alert: Alert | OperatorAlert | { kind: 'hello' | 'moderators unreachable' },
  options: { idempotencyKey: string; signal: AbortSignal },
) => Promise<boolean>;

const UNREACHABLE_INTERVAL_MS = 3_600_000;
const ALERTS_AT_ONCE = 4;
/** Time limit for messages that someone waits for. */
const POST_LIMIT_MS = 30_000;

export interface AlerterParts extends Needs<'clock' | 'log' | 'store'> {
  accounts: Pick<Accounts, 'view' | 'holds'>;
  post: PostAlert;
}

export type Alerter = ReturnType<typeof createAlerter>;

/**
 * Posts first, then records. After a crash in between, the same alert is posted again with a key that Discord recognises. If
 * more tasks became unconfirmed meanwhile, it is another alert, which names all of them. Nothing is posted under a record's
 * lock, because Discord may be slow.
 */
export function createAlerter(parts: AlerterParts) {
  const { accounts, clock, log, post, store } = parts;
  const collection = store.collection(alertCollection);
  const watched = new Set<string>();
  const unreachableAlertedAtMs = new Map<string, number>();
  const { locked } = collection;

  /** This server's account has changed. Returns at once. */
  const onAccountChanged = (guildId: string): void => {
    if (watched.has(guildId)) lane.due(guildId, guildId);
  };

  /** Replaces the record, unless managers have chosen another channel or none meanwhile. */
  const replace = (guildId: string, before: AlertRecord, after: AlertRecord): Promise<void> =>
    locked(guildId, async () => {
      if (isDeepStrictEqual(before, after) || !isDeepStrictEqual(await collection.get(guildId), before)) return;
      await collection.set(guildId, after);
    });

  const sendAlerts = async (guildId: string, signal: AbortSignal): Promise<undefined> => {
    const before = await collection.get(guildId);
    if (!before) return;
    const { alerts, after } = dueAlerts(before, await accounts.view(guildId), await accounts.holds(guildId));
    for (const alert of alerts) {
      const idempotencyKey = keyOf(alert, after);
      requirePosted(await post({ guildId, channelId: before.channelId }, alert, { idempotencyKey, signal }));
    }
    await replace(guildId, before, after);
  };

  const lane = createLane({
    clock,
    log,
    name: 'alerts of a server',
    atOnce: ALERTS_AT_ONCE,
    step: (guildId, { signal }) => sendAlerts(guildId, signal),
  });

  const alertOfUnreachable = async (guildId: string): Promise<void> => {
    try {
      const channelId = (await collection.get(guildId))?.channelId;
      if (channelId === undefined) return;
      const isPosted = await postNow(parts, { guildId, channelId }, 'moderators unreachable');
      // The next refusal tries again.
      if (isPosted === undefined) unreachableAlertedAtMs.delete(guildId);
      else log.warn({ server: guildId, isPosted }, 'Easel cannot reach the moderators');
    } catch (error) {
      unreachableAlertedAtMs.delete(guildId);
      log.error({ server: guildId, err: error }, 'an alert failed; the next refusal retries it');
    }
  };

  return {
    onAccountChanged,
    /** Requests are refused because Easel can't reach the moderators. Alerts at most once an hour. Returns at once. */
    onModeratorsUnreachable: (guildId: string): void => {
      const nowMs = clock.monotonicMs();
      const alertedAtMs = unreachableAlertedAtMs.get(guildId);
      if (!watched.has(guildId) || (alertedAtMs !== undefined && nowMs - alertedAtMs < UNREACHABLE_INTERVAL_MS)) return;
      unreachableAlertedAtMs.set(guildId, nowMs);
      void alertOfUnreachable(guildId);
    },
    /** Sends alerts to this channel from now on. @returns false if a first message can't be posted there */
    setChannel: async (guildId: string, channelId: string): Promise<boolean> => {
      const record = newAlertRecord(channelId, await accounts.view(guildId));
      if (!(await postNow(parts, { guildId, channelId }, 'hello'))) return false;
      await locked(guildId, () => collection.set(guildId, record));
      watched.add(guildId);
      void lane.step(guildId, guildId);
      return true;
    },
    /** The channel for this server's alerts, if managers chose one. */
    channelOf: async (guildId: string) => (await collection.get(guildId))?.channelId,
    /** Stops alerts. @returns whether they were on */
    turnOff: (guildId: string) =>
      locked(guildId, async () => {
        watched.delete(guildId);
        unreachableAlertedAtMs.delete(guildId);
        lane.forget(guildId);
        return collection.delete(guildId);
      }),
    /** Sends alerts to every server that has a channel, including those due since the last stop, until `signal` aborts. */
    run: async (signal: AbortSignal): Promise<void> => {
      for await (const { records, unreadable } of everyPage(collection)) {
        for (const guildId of [...records.map(([key]) => key), ...unreadable]) watched.add(guildId);
      }
      for (const guildId of watched) onAccountChanged(guildId);
      await lane.run(signal);
    },
  };
}

/** @returns false if Easel may not post there; undefined if Discord is unavailable or too slow */
async function postNow(
  { clock, post }: AlerterParts,
  at: { guildId: string; channelId: string },
  kind: 'hello' | 'moderators unreachable',
): Promise<boolean | undefined> {
  const idempotencyKey = `${kind} ${clock.now()}`;
  try {
    return await withinLimit(POST_LIMIT_MS, undefined, (signal) => post(at, { kind }, { idempotencyKey, signal }));
  } catch (error) {
    if (error instanceof RetryLater || error instanceof TimeoutError) return undefined;
    throw error;
  }
}

/** The same key for the same alert, even after a restart. */
function keyOf(alert: Alert, { alerted, alertedTaskKeys }: AlertRecord): string {
  const what = alert.kind === 'used' ? [alerted.periodKey, alerted.budgetCredits, alert.percent] : alertedTaskKeys;
  return [alert.kind, ...what].join('|');
}
