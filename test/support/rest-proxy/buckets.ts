import type { Clock } from '../../../src/time/clock.ts';

/** What Discord says about a bucket in an answer; undefined for what it leaves out. */
export interface BucketState {
  remaining: number | undefined;
  resetAfterMs: number | undefined;
}

const MAJOR = new Set(['channels', 'guilds', 'webhooks', 'interactions']);
const ID = /^\d{17,20}$/;

/**
 * Requests with the same name share a bucket until Discord says otherwise: their method and route, with the channel,
 * server or webhook (and its token).
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

/** Sends a bucket's requests one after the other, and waits when Discord says that the bucket is empty. */
export class Buckets {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(clock: Clock, signal: AbortSignal) {
    this.#clock = clock;
    this.#signal = signal;
  }

  /** @param send resolves with what Discord said about the bucket. The turn ends when the next request may be sent. */
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
    // A timer may fire within its last millisecond.
    return this.#clock.sleep(Math.ceil(ms) + 1, this.#signal).catch(() => undefined);
  }
}

/** The most requests within any second. A slot is free again a second after its answer. */
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

  /** @returns a function to call when the answer has arrived. */
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
