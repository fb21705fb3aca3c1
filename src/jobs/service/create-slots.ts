import { createFairCount } from '../../engine/fair-limit.ts';
import type { Clock } from '../../time/clock.ts';

interface CreateSlotsOptions {
  clock: Pick<Clock, 'now'>;
  /** How many creates may be sent at once: at most the client's connections. */
  atOnce: () => number;
  /** The number of slots, over all servers. */
  createsMax: number;
}

/** As many creates of one job start together, even if their server then has more than its share. */
export const CREATES_TOGETHER = 4;
/** The first estimate of a create's duration. */
const USUAL_CREATE_MS = 2_000;
/** The weight of the last create in the estimate. */
const LAST_SHARE = 0.1;
const ROOM_SOONEST_MS = 10_000;
const ROOM_LATEST_MS = 10 * 60_000;

/** Limits how many creates are under way or waiting. A job reserves slots for its creates before credits are held. */
export function createCreateSlots({ clock, atOnce, createsMax }: CreateSlotsOptions) {
  const count = createFairCount(CREATES_TOGETHER);
  const reserved = new Map<string, string>();
  let usualMs = USUAL_CREATE_MS;
  const hasRoom = (guildId: string, creates: number): boolean => count.hasRoom(guildId, creates, createsMax);
  return {
    /** Whether a server may reserve this many slots now. */
    hasRoom,
    /**
     * Reserves slots for creates; release each. Undefined if there are too few: a server may have half of the free ones.
     * `waits` says whether the creates have to wait for others; those of one job start together. `already`: these have
     * slots.
     */
    reserve: (guildId: string, taskKeys: readonly string[]): { waits: boolean } | 'already' | undefined => {
      if (taskKeys.some((taskKey) => reserved.has(taskKey))) return 'already';
      if (!hasRoom(guildId, taskKeys.length)) return undefined;
      const waits = !count.hasRoom(guildId, taskKeys.length, atOnce());
      count.add(guildId, taskKeys.length);
      for (const taskKey of taskKeys) reserved.set(taskKey, guildId);
      return { waits };
    },
    /** Releases a slot; harmless if repeated. */
    release: (taskKey: string): void => {
      const guildId = reserved.get(taskKey);
      if (guildId !== undefined && reserved.delete(taskKey)) count.add(guildId, -1);
    },
    /** Learns how long a create took. */
    learn: (durationMs: number): void => {
      usualMs += (durationMs - usualMs) * LAST_SHARE;
    },
    /** The estimated time when there is room again, in milliseconds since 1970. */
    roomAtMs: (): number => {
      const waitMs = (count.all / atOnce()) * usualMs;
      return clock.now() + Math.min(Math.max(waitMs, ROOM_SOONEST_MS), ROOM_LATEST_MS);
    },
  };
}

export type CreateSlots = ReturnType<typeof createCreateSlots>;
