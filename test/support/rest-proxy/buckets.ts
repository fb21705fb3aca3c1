import type { Clock } from '../../../src/time/clock.ts';

/** What Discord says of a bucket with each answer; undefined for what it did not say. */
export interface BucketState {
  remaining: number | undefined;
  resetAfterMs: number | undefined;
}

const MAJOR = new Set(['channels', 'guilds', 'webhooks', 'interactions']);
const ID = /^\d{17,20}$/;

/**
 * Requests with the same name share a bucket, as far as anybody knows before Discord says so: the method and the route, with
 * the channel, server or webhook (and its token) that it is about.
 */
export function bucketOf(method: string, path: string): string {
  const [, , , ...parts] = path.split('?')[0]?.split('/') ?? [];
  const hasToken = parts[0] === 'webhooks' || parts[0] === 'interactions';
  const named = parts.map((part, index) => {
    if (index === 1 && MAJOR.has(parts[0] ?? '')) return part;
    if (index === 2 && hasToken) return part;
    return ID.test(part) ? ':id' : part;
  });
  return `${method} /${named.join('/')}`;
}

/** Sends what is of one bucket one after the other, and waits where Discord says that nothing is left of it. */
export class Buckets {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(clock: Clock, signal: AbortSignal) {
    this.#clock = clock;
    this.#signal = signal;
  }

  /** @param send resolves with what Discord said of the bucket. Its turn ends when nothing keeps the next from being sent. */
  async inTurn(bucket: string, send: () => Promise<BucketState>): Promise<void> {
    const before = this.#last.get(bucket);
    const turn = (async () => {
      await before;
      return send();
    })();
    const spent = turn.then(
      ({ remaining, resetAfterMs = 0 }) => (remaining === 0 ? this.#rest(resetAfterMs) : undefined),
      () => undefined,
    );
    this.#last.set(bucket, spent);
    void spent.then(() => {
      if (this.#last.get(bucket) === spent) this.#last.delete(bucket);
    });
    await turn;
  }

  #rest(ms: number): Promise<void> {
    // A timer may go off within its last millisecond.
    return this.#clock.sleep(Math.ceil(ms) + 1, this.#signal).catch(() => undefined);
  }
}

/** So many within any second, whenever they arrive: a place is free again a second after the answer. */
export class GlobalLimit {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(clock: Clock, signal: AbortSignal, perSecond: number) {
    this.#clock = clock;
    this.#signal = signal;
    this.#free = perSecond;
  }

  /** @returns what is to be called when the answer is there. */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return () => {
      const later = this.#clock.sleep(SECOND_MS + 1, this.#signal);
      later.then(
        () => this.#giveBack(),
        () => undefined,
      );
    };
  }

  #giveBack(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}

const SECOND_MS = 1000;
