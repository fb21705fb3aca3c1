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
  /** The most starts within `perMs`. */
  most: number;
  perMs?: number;
}

/** Limits each member to a number of starts, by default a minute. */
export function createMemberBound({ clock, most, perMs = MINUTE_MS }: MemberBoundOptions) {
  const running = new Set<string>();
  /** Recent start times by member; the most recent member is last. */
  const startTimes = new Map<string, number[]>();

  const forget = (): void => {
    for (const [memberId, times] of startTimes) {
      if ((times.at(-1) ?? 0) > clock.monotonicMs() - perMs) return;
      startTimes.delete(memberId);
    }
  };

  /** Counts a start. @returns in how many milliseconds there is room again, if there is none now */
  const start = (memberId: string): number | undefined => {
    forget();
    const now = clock.monotonicMs();
    const recent = (startTimes.get(memberId) ?? []).filter((atMs) => atMs > now - perMs);
    const [first] = recent;
    if (first !== undefined && recent.length >= most) return first + perMs - now;
    startTimes.delete(memberId);
    startTimes.set(memberId, [...recent, now]);
    return undefined;
  };

  return {
    /** Counts a start, if there is room. @returns whether there was */
    take: (memberId: string): boolean => start(memberId) === undefined,
    /** Takes back a member's starts, because nothing came of them. */
    forget: (memberId: string): void => {
      startTimes.delete(memberId);
    },
    /** Runs `work` for a member, one at a time. @throws TooOftenError, and what `work` throws. */
    run: async <Result>(memberId: string, work: () => Promise<Result>): Promise<Result> => {
      if (running.has(memberId)) throw new TooOftenError(undefined);
      const waitMs = start(memberId);
      if (waitMs !== undefined) throw new TooOftenError(clock.now() + waitMs);
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
