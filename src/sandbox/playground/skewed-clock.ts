import { type Clock, systemClock } from '../../time/clock.ts';

/** The playground's clock: real time, plus jumps. Sleeping takes real time. */
export class SkewedClock implements Clock {
  readonly monotonicMs = systemClock.monotonicMs;
  readonly sleep = systemClock.sleep;
  /** Called after a jump. */
  onJump: () => void = () => undefined;
  /** Called with the duration of a leap, after its jump. */
  onLeap: (durationMs: number) => Promise<unknown> = () => Promise.resolve();
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

  /** A jump in which the bots' timers move as well, so that what they wait for happens at once. */
  async leap(durationMs: number): Promise<void> {
    this.jump(durationMs);
    await this.onLeap(durationMs);
  }

  now(): number {
    return systemClock.now() + this.#offsetMs;
  }
}
