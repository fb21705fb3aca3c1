import { type Finding, logFinding } from '../findings/finding.ts';
import type { Log } from '../log.ts';

/** One slow call may have reasons of its own. */
const CALLS_IN_A_ROW = 5;

/** Knows whether the last calls were all slow. Logs when that starts, and when it is over. */
export function createSlowWatch({
  log,
  slowMs,
  found,
  over,
}: {
  log: Log;
  slowMs: number;
  found: Finding;
  /** What the log says when a call is fast again. */
  over: string;
}) {
  let slowCalls = 0;
  const isSlow = (): boolean => slowCalls >= CALLS_IN_A_ROW;
  return {
    /** Call it with the duration of every call that succeeded. */
    record: (durationMs: number): void => {
      const wasSlow = isSlow();
      slowCalls = durationMs < slowMs ? 0 : slowCalls + 1;
      if (isSlow() && !wasSlow) logFinding(log, found, { durationMs: Math.round(durationMs) });
      if (wasSlow && !isSlow()) log.info(over);
    },
    finding: (): Finding | undefined => (isSlow() ? found : undefined),
  };
}
