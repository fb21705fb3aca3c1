import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../src/time/clock.ts';

interface Sleeper {
  dueAt: number;
  wake: () => void;
}

/** A clock that moves only when a test moves it. */
export class FakeClock implements Clock {
  /** Far from any time of day, so that mixing up the clocks is noticed. */
  #monotonicMs = 5_000;
  #ahead: number;
  readonly #sleepers = new Set<Sleeper>();
  /** Resolve when someone starts to sleep. */
  readonly #waiting = new Set<() => void>();

  constructor(startAt = Date.UTC(2026, 10, 20, 12, 0, 0)) {
    this.#ahead = startAt - this.#monotonicMs;
  }

  /** Another clock that shows the same times, without sleepers. */
  copy(): FakeClock {
    const copy = new FakeClock(this.now());
    copy.#monotonicMs = this.#monotonicMs;
    copy.#ahead = this.#ahead;
    return copy;
  }

  now(): number {
    return this.#monotonicMs + this.#ahead;
  }

  monotonicMs(): number {
    return this.#monotonicMs;
  }

  /** Sets the time of day, like an operator or a time server. No time passes. */
  step(byMs: number): void {
    this.#ahead += byMs;
  }

  /** The number of sleepers. */
  get sleeping(): number {
    return this.#sleepers.size;
  }

  /** Resolves once someone sleeps, such as a loop until its next time. Leaves the processor to what comes before. */
  async asleep(): Promise<void> {
    while (this.sleeping === 0) await new Promise<void>((resolve) => void this.#waiting.add(resolve));
  }

  /** Time until the next sleeper is due; undefined if there is none. */
  get nextDueInMs(): number | undefined {
    const next = this.#next(Number.MAX_VALUE);
    return next && Math.max(0, next.dueAt - this.#monotonicMs);
  }

  /** The sleeper that is due first, if by then. */
  #next(untilMs: number): Sleeper | undefined {
    let next: Sleeper | undefined;
    for (const one of this.#sleepers) if (one.dueAt <= untilMs && !(next && next.dueAt <= one.dueAt)) next = one;
    return next;
  }

  /** Wakes none of those who sleep now, because their bot was killed. */
  forgetSleepers(): void {
    this.#sleepers.clear();
  }

  sleep(durationMs: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (durationMs <= 0) {
        resolve();
        return;
      }
      const onAbort = (): void => {
        this.#sleepers.delete(sleeper);
        reject(signal?.reason);
      };
      const sleeper: Sleeper = {
        // Whole milliseconds, like real timers, because records hold no fractions.
        dueAt: Math.ceil(this.#monotonicMs + durationMs),
        wake: () => {
          this.#sleepers.delete(sleeper);
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      this.#sleepers.add(sleeper);
      for (const awake of this.#waiting) awake();
      this.#waiting.clear();
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** Moves the clock, waking sleepers in the order in which they are due and letting each one's work run a turn. */
  async advance(durationMs: number): Promise<void> {
    const until = this.#monotonicMs + durationMs;
    for (;;) {
      const next = this.#next(until);
      if (!next) break;
      this.#monotonicMs = Math.max(this.#monotonicMs, next.dueAt);
      next.wake();
      await nextTurn();
    }
    this.#monotonicMs = until;
    await nextTurn();
  }

  /**
   * Moves the clock at once, as for a machine that slept. What was due meanwhile is late, and a loop of seconds runs once
   * instead of for every second.
   */
  async leap(durationMs: number): Promise<void> {
    this.#monotonicMs += durationMs;
    await this.advance(0);
  }

  /**
   * Moves the clock in steps until `condition` is true. Between steps, the event loop runs for real sockets and files.
   * @throws after `limitMs` of this clock's time.
   */
  async advanceUntil(
    condition: () => boolean | Promise<boolean>,
    { stepMs = 100, limitMs = 3_600_000, turnsPerStep = 5 } = {},
  ): Promise<void> {
    const limit = this.#monotonicMs + limitMs;
    while (!(await condition())) {
      if (this.#monotonicMs >= limit)
        throw new Error(`the condition did not come true within ${limitMs} ms of the fake clock`);
      for (let turn = 0; turn < turnsPerStep; turn++) await nextTurn();
      await this.advance(stepMs);
    }
  }
}
