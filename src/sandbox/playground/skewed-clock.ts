import type { Clock } from '../../time/clock.ts';

/** The playground's clock: real time, plus the visitor's jumps. Sleeping takes real time. */
export class SkewedClock implements Clock {
  readonly #real: Clock;
  readonly #onJump: () => void;
  #offsetMs: number;

  constructor(real: Clock, offsetMs = 0, onJump: () => void = () => undefined) {
    this.#real = real;
    this.#offsetMs = offsetMs;
    this.#onJump = onJump;
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  jump(durationMs: number): void {
    this.#offsetMs += durationMs;
    this.#onJump();
  }

  now(): number {
    return this.#real.now() + this.#offsetMs;
  }

  monotonicMs(): number {
    return this.#real.monotonicMs();
  }

  sleep(durationMs: number, signal?: AbortSignal): Promise<void> {
    return this.#real.sleep(durationMs, signal);
  }
}
