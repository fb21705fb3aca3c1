import { type Finding, finding, logFinding } from '../findings/finding.ts';
import type { Log } from '../log.ts';
import type { Clock } from './clock.ts';

/** More than time servers allow and slow connections cause. */
const TOLERANCE_MS = 3 * 60_000;
/** Machines' clocks drift by some seconds a day, so newer answers replace older ones. */
const HEARD_FOR_MS = 3_600_000;

/** @param aheadMs negative if this machine is behind */
const wrongClock = (aheadMs: number): Finding => finding('machine.clock', { seconds: Math.round(aheadMs / 1_000) });

/**
 * Compares this machine's clock with Discord's. Ages of records count only while they agree. Logs once when the clock is
 * found wrong, and once when it is right again.
 */
export function createClockCheck({ clock, log }: { clock: Clock; log: Log }) {
  /**
   * Discord's time is the monotonic clock plus `offsetMs`. A delayed answer gives an earlier time, so the latest time
   * is the most exact.
   */
  let best: { offsetMs: number; atMs: number } | undefined;
  let isReportedWrong = false;

  const aheadMs = (): number | undefined =>
    best === undefined ? undefined : Math.round(clock.now() - (clock.monotonicMs() + best.offsetMs));
  const isRight = (): boolean => {
    const ms = aheadMs();
    return ms !== undefined && Math.abs(ms) <= TOLERANCE_MS;
  };

  return {
    /**
     * How long ago something was at Discord, at least: what this machine's clock and the comparison with Discord's agree
     * on, so that one wrong clock makes nothing look old.
     */
    ageMs: (discordMs: number): number => {
      const nowMs = clock.monotonicMs() + (best?.offsetMs ?? Number.NEGATIVE_INFINITY);
      return Math.max(0, Math.min(clock.now(), nowMs) - discordMs);
    },
    /** Call it for every time from Discord, in an answer or in an id. */
    observe: (discordMs: number): void => {
      const atMs = clock.monotonicMs();
      const offsetMs = discordMs - atMs;
      if (!best || offsetMs >= best.offsetMs || atMs - best.atMs > HEARD_FOR_MS) best = { offsetMs, atMs };
      if (isRight() !== isReportedWrong) return;
      isReportedWrong = !isReportedWrong;
      if (isReportedWrong) {
        logFinding(log, wrongClock(aheadMs() ?? 0), { aheadMs: aheadMs() });
      } else log.info({ aheadMs: aheadMs() }, "this machine's clock is right again");
    },
    /** False before Discord's first answer. */
    isRight,
    /** What is wrong with the clock, if anything. */
    finding: (): Finding | undefined => {
      const ms = aheadMs();
      return ms === undefined || isRight() ? undefined : wrongClock(ms);
    },
    /** `aheadMs` is negative if this machine is behind. */
    status: (): { state: 'right' | 'wrong' | 'unknown'; aheadMs: number | undefined } => {
      const ms = aheadMs();
      if (ms === undefined) return { state: 'unknown', aheadMs: ms };
      return { state: isRight() ? 'right' : 'wrong', aheadMs: ms };
    },
  };
}

export type ClockCheck = ReturnType<typeof createClockCheck>;
