import { isDeepStrictEqual } from 'node:util';
import type { Accounts } from '../budget/accounts.ts';
import { createLane, type Next, RetryLater } from '../engine/lane.ts';
import type { Log } from '../log.ts';
import type { KeyedLocks } from '../store/locks.ts';
import { everyPage } from '../store/pages.ts';
import type { Collection } from '../store/store.ts';
import type { Clock } from '../time/clock.ts';
import { withinLimit } from '../time/time-limit.ts';
import { type Alert, type AlertRecord, dueAlerts, newRecord } from './alert.ts';
import { requirePosted } from './notices.ts';
import type { OperatorAlert } from './operator-alert.ts';
import { withNextTasks } from './told-tasks.ts';

/**
 * Posts an alert in a channel. Repeating one with its key within some minutes makes no second message.
 * @returns false where Easel may not post. @throws RetryLater while Discord is unavailable.
 */
export type PostAlert = (
  /** No server where it is a channel of operators. */
  at: { guildId: string | undefined; channelId: string },
  alert: Alert | OperatorAlert | { kind: 'hello' | 'no desk' },
  options: { idempotencyKey: string; signal: AbortSignal },
) => Promise<boolean>;

export interface Alerter {
  /** Something changed in this server's account. Returns at once. */
  notice(guildId: string): void;
  /** Requests are refused because moderators cannot be reached: told once in an hour. Returns at once. */
  noticeNoDesk(guildId: string): void;
  /** From now on this channel is told, unless a first message cannot be posted there. @returns whether it was set. */
  setChannel(guildId: string, channelId: string): Promise<boolean>;
  /** Where this server's managers are told, where they chose a channel. */
  channelOf(guildId: string): Promise<string | undefined>;
  /** Nobody is told any more. @returns whether anybody was. */
  turnOff(guildId: string): Promise<boolean>;
  /** Looks after every server that has a channel, and tells what came up meanwhile, until `signal` aborts. */
  run(signal: AbortSignal): Promise<void>;
}

const NO_DESK_INTERVAL_MS = 3_600_000;
const ALERTS_AT_ONCE = 4;
/** For a message that a member or a refused request waits for. */
const POST_LIMIT_MS = 30_000;

export interface AlerterParts {
  collection: Collection<AlertRecord>;
  accounts: Pick<Accounts, 'view' | 'holds'>;
  locks: KeyedLocks;
  clock: Clock;
  log: Log;
  post: PostAlert;
}

/** Posts first and writes then that it was told: a crash between the two posts it again, by a key of which Discord keeps one message. */
export function createAlerter({ collection, accounts, locks, clock, log, post }: AlerterParts): Alerter {
  const watched = new Set<string>();
  const noDeskToldAtMs = new Map<string, number>();
  const locked = <Result>(guildId: string, work: () => Promise<Result>): Promise<Result> =>
    locks.run(`alerts:${guildId}`, work);

  const notice = (guildId: string): void => {
    if (watched.has(guildId)) lane.due(guildId, guildId);
  };

  const tell = (guildId: string, signal: AbortSignal): Promise<Next> =>
    locked(guildId, async () => {
      const stored = await collection.get(guildId);
      if (!stored) return undefined;
      const holds = await accounts.holds(guildId);
      const before = withNextTasks(stored, holds);
      if (before !== stored) await collection.set(guildId, before);
      const { alerts, after } = dueAlerts(before, await accounts.view(guildId), holds);
      for (const alert of alerts) {
        const idempotencyKey = keyOf(alert, after, before.tellingTaskKeys);
        requirePosted(await post({ guildId, channelId: before.channelId }, alert, { idempotencyKey, signal }));
      }
      if (!isDeepStrictEqual(before, after)) await collection.set(guildId, after);
      // What became unconfirmed while an earlier alert was on its way is told next.
      return withNextTasks(after, holds) === after ? undefined : { dueInMs: 0 };
    });

  const lane = createLane({
    clock,
    log,
    name: 'server with alerts',
    atOnce: ALERTS_AT_ONCE,
    step: (guildId, { signal }) => tell(guildId, signal),
  });

  const tellNoDesk = (guildId: string, atMs: number): Promise<void> =>
    locked(guildId, async () => {
      const channelId = (await collection.get(guildId))?.channelId;
      if (channelId === undefined) return;
      const isPosted = await withinLimit(POST_LIMIT_MS, undefined, (signal) =>
        post({ guildId, channelId }, { kind: 'no desk' }, { idempotencyKey: `no desk ${atMs}`, signal }),
      );
      log.warn({ server: guildId, isPosted }, 'moderators cannot be reached');
    }).catch((error: unknown) => {
      noDeskToldAtMs.delete(guildId);
      if (error instanceof RetryLater) return;
      log.error({ server: guildId, err: error }, 'an alert stumbled; the next refusal tries it again');
    });

  return {
    notice,
    noticeNoDesk: (guildId) => {
      const nowMs = clock.now();
      const toldAtMs = noDeskToldAtMs.get(guildId);
      if (!watched.has(guildId) || (toldAtMs !== undefined && nowMs - toldAtMs < NO_DESK_INTERVAL_MS)) return;
      noDeskToldAtMs.set(guildId, nowMs);
      void tellNoDesk(guildId, nowMs);
    },
    setChannel: (guildId, channelId) =>
      locked(guildId, async () => {
        const record = newRecord(channelId, await accounts.view(guildId));
        const idempotencyKey = `hello ${clock.now()}`;
        const isPosted = await withinLimit(POST_LIMIT_MS, undefined, (signal) =>
          post({ guildId, channelId }, { kind: 'hello' }, { idempotencyKey, signal }),
        ).catch((error: unknown) => {
          if (error instanceof RetryLater) return false;
          throw error;
        });
        if (!isPosted) return false;
        await collection.set(guildId, record);
        watched.add(guildId);
        lane.hurry(guildId, guildId);
        return true;
      }),
    channelOf: async (guildId) => (await collection.get(guildId))?.channelId,
    turnOff: (guildId) =>
      locked(guildId, async () => {
        watched.delete(guildId);
        lane.forget(guildId);
        return collection.delete(guildId);
      }),
    run: async (signal) => {
      for await (const { records, unreadable } of everyPage(collection)) {
        for (const guildId of [...records.map(([key]) => key), ...unreadable]) watched.add(guildId);
      }
      for (const guildId of watched) notice(guildId);
      await lane.run(signal);
    },
  };
}

/** The same for the same alert, also after a restart. */
function keyOf(alert: Alert, { told }: AlertRecord, tellingTaskKeys: readonly string[]): string {
  const what =
    alert.kind === 'used' ? [told.periodKey, String(told.budgetCredits), String(alert.percent)] : tellingTaskKeys;
  return [alert.kind, ...what].join('|');
}
