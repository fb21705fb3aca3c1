import TinyQueue from 'tinyqueue';
import { type Clock, NO_LONGER } from '../../clock.ts';
import { createFairQueue } from '../../turns/fair-queue.ts';

/** A task that is looked at from time to time. Small, for there may be many thousands. */
export interface Poll {
  jobId: string;
  taskKey: string;
  taskId: string;
  guildId: string;
  /** On the monotonic clock, as all times here. */
  dueAtMs: number;
}

/**
 * All tasks in one queue ordered by due time, with one limit of polls a second and one of concurrent requests. When
 * more are due than may be sent, servers take turns.
 *
 * The limit is a bucket: in any `s` seconds at most `pollsPerSecond * (s + CATCH_UP_MS / 1000) + 1` polls begin.
 */
export interface Poller<Entry extends Poll> {
  add(entry: Entry): void;
  /** How many tasks wait or are being looked at. */
  readonly size: number;
  /** Any waiting task: what a probe of the service may ask for. */
  peek(): Entry | undefined;
  /** Takes out the tasks that wait and are so: they are looked at no more. */
  take(matches: (entry: Entry) => boolean): Entry[];
  /** The service asks for fewer requests: no task is polled before then. */
  pauseUntil(atMs: number): void;
  /** Polls until `signal` aborts, then waits for the polls under way. */
  run(signal: AbortSignal): Promise<void>;
}

/**
 * A timer wakes late, by a millisecond or more: polls that it held back for so long begin together. One poll may always be
 * made up for, however few a second are allowed.
 */
export const CATCH_UP_MS = 20;

export interface PollerOptions<Entry extends Poll> {
  clock: Clock;
  pollsPerSecond: number;
  pollsAtOnce: number;
  /** Polls one task; must not reject. Returns when it is due again, or undefined when it needs no more polls. */
  poll(entry: Entry, signal: AbortSignal): Promise<number | undefined>;
  /** Resolves when the service may be called. */
  allowed(signal: AbortSignal): Promise<void>;
}

export function createPoller<Entry extends Poll>(options: PollerOptions<Entry>): Poller<Entry> {
  const { clock, pollsAtOnce } = options;
  const spacingMs = 1000 / options.pollsPerSecond;
  const catchUpMs = Math.max(CATCH_UP_MS, spacingMs);
  let waiting = createQueue<Entry>([]);
  const due = createFairQueue<Entry>(({ guildId }) => guildId);
  const active = new Set<Promise<void>>();
  let nextAllowedAtMs = 0;
  let wake = new AbortController();

  const stir = (): void => wake.abort(NO_LONGER);

  const add = (entry: Entry): void => {
    waiting.push(entry);
    stir();
  };

  const start = (entry: Entry, signal: AbortSignal): void => {
    const visit = options
      .poll(entry, signal)
      .then((dueAtMs) => {
        if (dueAtMs === undefined) return;
        entry.dueAtMs = dueAtMs;
        waiting.push(entry);
      })
      .finally(() => {
        active.delete(visit);
        stir();
      });
    active.add(visit);
  };

  /** Until something is added, ends or stops, or `durationMs` is over. */
  const rest = async (durationMs: number): Promise<void> => {
    const { signal } = wake;
    await clock.sleep(durationMs, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    if (signal.aborted) wake = new AbortController();
  };

  const turn = async (signal: AbortSignal): Promise<void> => {
    const now = clock.monotonicMs();
    for (let next = waiting.peek(); next && next.dueAtMs <= now; next = waiting.peek()) {
      waiting.pop();
      due.add(next);
    }
    if (due.size === 0) return rest((waiting.peek()?.dueAtMs ?? Number.POSITIVE_INFINITY) - now);
    if (active.size >= pollsAtOnce) return rest(Number.POSITIVE_INFINITY);
    if (nextAllowedAtMs > now) return rest(nextAllowedAtMs - now);
    await options.allowed(signal);
    const entry = due.take();
    nextAllowedAtMs = Math.max(nextAllowedAtMs, clock.monotonicMs() - catchUpMs) + spacingMs;
    if (entry) start(entry, signal);
  };

  return {
    add,
    get size() {
      return waiting.length + due.size + active.size;
    },
    peek: () => due.peek() ?? waiting.peek(),
    take: (matches) => {
      const all = [...due.takeAll(), ...waiting.data];
      const taken = all.filter(matches);
      waiting = createQueue(taken.length === 0 ? all : all.filter((entry) => !matches(entry)));
      return taken;
    },
    pauseUntil: (atMs) => {
      nextAllowedAtMs = Math.max(nextAllowedAtMs, atMs);
    },
    run: async (signal) => {
      signal.addEventListener('abort', stir, { once: true });
      try {
        while (!signal.aborted) await turn(signal);
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        await Promise.all(active);
      }
    },
  };
}

function createQueue<Entry extends Poll>(entries: Entry[]): TinyQueue<Entry> {
  return new TinyQueue(entries, (a, b) => a.dueAtMs - b.dueAtMs);
}
