import type { Log } from '../log.ts';
import type { Clock } from './clock.ts';

/** Whether this machine's clock tells the time that Discord tells. Ages of records are believed only while it does. */
export interface ClockCheck {
  /** To be told every time that Discord tells: of an answer, or in an id. */
  heard(discordMs: number): void;
  /** False also before Discord was heard. */
  isRight(): boolean;
  /** With how far this machine is ahead of Discord, behind it when negative. */
  status(): { state: 'right' | 'wrong' | 'unknown'; aheadMs: number | undefined };
}

/** What a time server keeps a clock within, and a slow line does not reach. */
const TOLERANCE_MS = 3 * 60_000;
/** Clocks of machines differ by some seconds a day: what was heard longer ago gives way to what is heard now. */
const HEARD_FOR_MS = 3_600_000;

/** Tells once when the clock is found wrong, and once when it is right again. */
export function createClockCheck({ clock, log }: { clock: Clock; log: Log }): ClockCheck {
  /** Discord's time is the monotonic clock plus `offsetMs`. What comes late tells an earlier time, so the latest is nearest. */
  let best: { offsetMs: number; atMs: number } | undefined;
  let isToldWrong = false;

  const aheadMs = (): number | undefined =>
    best === undefined ? undefined : Math.round(clock.now() - (clock.monotonicMs() + best.offsetMs));
  const isRight = (): boolean => {
    const ms = aheadMs();
    return ms !== undefined && Math.abs(ms) <= TOLERANCE_MS;
  };

  return {
    heard: (discordMs) => {
      const atMs = clock.monotonicMs();
      const offsetMs = discordMs - atMs;
      if (!best || offsetMs >= best.offsetMs || atMs - best.atMs > HEARD_FOR_MS) best = { offsetMs, atMs };
      if (isRight() !== isToldWrong) return;
      isToldWrong = !isToldWrong;
      if (isToldWrong) {
        log.error(
          { aheadMs: aheadMs() },
          "this machine's clock differs from Discord's: set it; nothing is deleted by age until it is right",
        );
      } else log.info({ aheadMs: aheadMs() }, "this machine's clock is right again");
    },
    isRight,
    status: () => {
      const ms = aheadMs();
      if (ms === undefined) return { state: 'unknown', aheadMs: ms };
      return { state: isRight() ? 'right' : 'wrong', aheadMs: ms };
    },
  };
}
