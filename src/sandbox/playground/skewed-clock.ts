import { type Clock, systemClock } from '../../time/clock.ts';

/** The playground's clock: real time, plus the visitor's jumps. Sleeping takes real time. */
export class SkewedClock implements Clock {
  readonly monotonicMs = systemClock.monotonicMs;
  readonly sleep = systemClock.sleep;
  /** Called after a jump. */
  onJump: () => void = () => undefined;
  #offsetMs: number;

  constructor(offsetMs = 0) {
    this.#offsetMs = offsetMs;
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  jump(durationMs: number): void {
    this.#offsetMs += durationMs;
    this.onJump();
  }

  now(): number {
    return systemClock.now() + this.#offsetMs;
  }
}
