import { createFairCount } from '../../engine/fair-count.ts';
import type { Clock } from '../../time/clock.ts';

/** How much may wait to be sent: room is kept for a job's creates before anything is held for it. */
export interface CreateRoom {
  /**
   * Reserves slots for creates; each has to `leave` in the end. Undefined if there are too many: a server may have half of
   * what is free. `waits` says whether they have to wait. `already`: these have entered before.
   */
  enter(guildId: string, taskKeys: readonly string[]): { waits: boolean } | 'already' | undefined;
  /** May be called again. */
  leave(taskKey: string): void;
  /** How long a create took. */
  learn(durationMs: number): void;
  /** About when there will be room again, in milliseconds since 1970. */
  roomAtMs(): number;
}

export interface CreateRoomOptions {
  clock: Pick<Clock, 'now'>;
  /** How many may be sent at once now: no more than the service's client has connections. */
  atOnce: () => number;
  /** Of all servers together, those under way included. */
  createsMax: number;
}

/** Until some were seen. */
const USUAL_CREATE_MS = 2_000;
/** What the last create weighs in the usual time of one. */
const LAST_SHARE = 0.1;
const ROOM_SOONEST_MS = 10_000;
const ROOM_LATEST_MS = 10 * 60_000;

export function createCreateRoom({ clock, atOnce, createsMax }: CreateRoomOptions): CreateRoom {
  const count = createFairCount();
  const entered = new Map<string, string>();
  let usualMs = USUAL_CREATE_MS;
  return {
    enter: (guildId, taskKeys) => {
      if (taskKeys.some((taskKey) => entered.has(taskKey))) return 'already';
      if (!count.hasRoom(guildId, taskKeys.length, createsMax)) return undefined;
      const waits = !count.hasRoom(guildId, taskKeys.length, atOnce());
      count.add(guildId, taskKeys.length);
      for (const taskKey of taskKeys) entered.set(taskKey, guildId);
      return { waits };
    },
    leave: (taskKey) => {
      const guildId = entered.get(taskKey);
      if (guildId !== undefined && entered.delete(taskKey)) count.add(guildId, -1);
    },
    learn: (durationMs) => {
      usualMs += (durationMs - usualMs) * LAST_SHARE;
    },
    roomAtMs: () => {
      const waitMs = (count.all / atOnce()) * usualMs;
      return clock.now() + Math.min(Math.max(waitMs, ROOM_SOONEST_MS), ROOM_LATEST_MS);
    },
  };
}
