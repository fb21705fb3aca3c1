import type { Clock } from '../../clock.ts';

/** The sandboxes' clock: real time, and what a visitor let it jump ahead. Whoever sleeps sleeps real time. */
export class SkewedClock implements Clock {
  readonly #real: Clock;
  offsetMs: number;

  constructor(real: Clock, offsetMs = 0) {
    this.#real = real;
    this.offsetMs = offsetMs;
  }

  now(): number {
    return this.#real.now() + this.offsetMs;
  }

  sleep(durationMs: number, signal?: AbortSignal): Promise<void> {
    return this.#real.sleep(durationMs, signal);
  }
}
