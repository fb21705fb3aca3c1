import { type Clock, MINUTE_MS } from '../time/clock.ts';

/** A member has reached the limit. Nothing was started. */
export class TooOftenError extends Error {
  override readonly name = 'TooOftenError';
  /** When to try again; undefined while the member's previous work is still running. */
  readonly tryAgainAtMs: number | undefined;

  constructor(tryAgainAtMs: number | undefined) {
    super('a member asked for too much');
    this.tryAgainAtMs = tryAgainAtMs;
  }
}

interface MemberBoundOptions {
  clock: Pick<Clock, 'now' | 'monotonicMs'>;
  mostPerMinute: number;
}

/** Limits each member to one at a time, and to a number of starts a minute. */
export function createMemberBound({ clock, mostPerMinute }: MemberBoundOptions) {
  const running = new Set<string>();
  /** Start times of the last minute by member; the most recent member is last. */
  const startTimes = new Map<string, number[]>();

  const forget = (): void => {
    for (const [memberId, times] of startTimes) {
      if ((times.at(-1) ?? 0) > clock.monotonicMs() - MINUTE_MS) return;
      startTimes.delete(memberId);
    }
  };

  return {
    /** Runs `work` for a member. @throws TooOftenError, and what `work` throws. */
    run: async <Result>(memberId: string, work: () => Promise<Result>): Promise<Result> => {
      if (running.has(memberId)) throw new TooOftenError(undefined);
      forget();
      const now = clock.monotonicMs();
      const recent = (startTimes.get(memberId) ?? []).filter((atMs) => atMs > now - MINUTE_MS);
      const [first] = recent;
      if (first !== undefined && recent.length >= mostPerMinute) {
        throw new TooOftenError(clock.now() + first + MINUTE_MS - now);
      }
      startTimes.delete(memberId);
      startTimes.set(memberId, [...recent, now]);
      running.add(memberId);
      try {
        return await work();
      } finally {
        running.delete(memberId);
      }
    },
    /** The number of members in memory. */
    get size(): number {
      return startTimes.size;
    },
  };
}

export type MemberBound = ReturnType<typeof createMemberBound>;
