import type { Clock } from '../../clock.ts';
import { createFairCount } from '../../engine/fair-count.ts';
import { type Asker, createFairLimit } from '../../engine/fair-limit.ts';

/**
 * Where creates wait for their turn: as many are sent at once as the service answers, and no more than it has connections for, so that
 * none waits for one with its time running; servers take turns, and so do the members of a server.
 */
export interface CreateQueue {
  /**
   * Keeps room for a job's creates, each of which has to `leave` in the end. Undefined where too many are there already: a
   * server may have half of what is free. `waits` says whether they will have to.
   */
  enter(guildId: string, count: number): { waits: boolean } | undefined;
  leave(guildId: string, count: number): void;
  /** About when there will be room again, in milliseconds since 1970. */
  roomAtMs(): number;
  /** Runs `send` in its turn. @throws the reason of `stop` when it aborted first, and whatever `send` throws. */
  inTurn<Result>(asker: Asker, send: () => Promise<Result>, stop: AbortSignal): Promise<Result>;
  /** How many are being sent, or wait for their answer. */
  readonly underWay: number;
}

export interface CreateQueueOptions {
  clock: Clock;
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

export function createCreateQueue({ clock, atOnce, createsMax }: CreateQueueOptions): CreateQueue {
  // `enter` bounds what waits, before anything is held for it: twice its bound is never met.
  const limit = createFairLimit({ atOnce, waitingMax: 2 * createsMax });
  const entered = createFairCount();
  let usualMs = USUAL_CREATE_MS;

  return {
    enter: (guildId, count) => {
      if (!entered.hasRoom(guildId, count, createsMax)) return undefined;
      const waits = !entered.hasRoom(guildId, count, atOnce());
      entered.add(guildId, count);
      return { waits };
    },
    leave: (guildId, count) => entered.add(guildId, -count),
    roomAtMs: () => {
      const waitMs = (entered.all / atOnce()) * usualMs;
      return clock.now() + Math.min(Math.max(waitMs, ROOM_SOONEST_MS), ROOM_LATEST_MS);
    },
    inTurn: (asker, send, stop) =>
      limit.run(
        asker,
        async () => {
          const startedMs = clock.now();
          try {
            return await send();
          } finally {
            usualMs += (clock.now() - startedMs - usualMs) * LAST_SHARE;
          }
        },
        stop,
      ),
    get underWay() {
      return limit.running;
    },
  };
}
