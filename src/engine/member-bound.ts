import type { Clock } from '../clock.ts';

/** A member asks for more than one may. Nothing was begun. */
export class TooOftenError extends Error {
  override readonly name = 'TooOftenError';
  /** When it may be tried again; undefined while what the member asked for before is still under way. */
  readonly tryAgainAtMs: number | undefined;

  constructor(tryAgainAtMs: number | undefined) {
    super('a member asked for too much');
    this.tryAgainAtMs = tryAgainAtMs;
  }
}

export interface MemberBound {
  /** Runs `work` for a member. @throws TooOftenError, and whatever `work` throws. */
  run<Result>(memberId: string, work: () => Promise<Result>): Promise<Result>;
  /** How many members are remembered. */
  readonly size: number;
}

export interface MemberBoundOptions {
  clock: Pick<Clock, 'now' | 'monotonicMs'>;
  mostPerMinute: number;
}

const MINUTE_MS = 60_000;

/** One at a time for each member, and so many begun a minute. */
export function createMemberBound({ clock, mostPerMinute }: MemberBoundOptions): MemberBound {
  const running = new Set<string>();
  /** When each member's began, of the last minute; the member who began one last is the last. */
  const begun = new Map<string, number[]>();

  const forget = (): void => {
    for (const [memberId, times] of begun) {
      if ((times.at(-1) ?? 0) > clock.monotonicMs() - MINUTE_MS) return;
      begun.delete(memberId);
    }
  };

  return {
    run: async (memberId, work) => {
      if (running.has(memberId)) throw new TooOftenError(undefined);
      forget();
      const now = clock.monotonicMs();
      const recent = (begun.get(memberId) ?? []).filter((atMs) => atMs > now - MINUTE_MS);
      const [first] = recent;
      if (first !== undefined && recent.length >= mostPerMinute) {
        throw new TooOftenError(clock.now() + first + MINUTE_MS - now);
      }
      begun.delete(memberId);
      begun.set(memberId, [...recent, now]);
      running.add(memberId);
      try {
        return await work();
      } finally {
        running.delete(memberId);
      }
    },
    get size() {
      return begun.size;
    },
  };
}
