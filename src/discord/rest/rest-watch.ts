import { finding, logFinding } from '../../findings/finding.ts';
import { reasonOf } from '../../log.ts';
import type { Needs } from '../../runtime.ts';
import type { Outcome } from './outcome.ts';

/** One call may fail for reasons of its own. */
const FAILURES_REPORTED = 3;

/** Logs once when calls to Discord start to fail, with the cause, and once when they work again. */
export function createRestWatch({ clock, log, stop }: Needs<'clock' | 'log' | 'stop'>) {
  let failures = 0;
  let cause: string | undefined;
  let firstFailureAtMs = 0;
  return {
    /** Call it with the outcome of every call. Any answer of Discord's, also a refusal, shows that it can be reached. */
    record: (outcome: Outcome<unknown>): void => {
      // If Discord asks to wait, it answered.
      const isFailure = outcome.outcome === 'unavailable' && outcome.retryAfterMs === undefined;
      if (!isFailure) {
        if (cause !== undefined) log.info('calls to Discord work again');
        failures = 0;
        cause = undefined;
      } else if (!stop.aborted) {
        if (failures === 0) firstFailureAtMs = clock.monotonicMs();
        failures += 1;
        if (failures < FAILURES_REPORTED || cause !== undefined) return;
        cause = reasonOf(outcome.cause);
        logFinding(log, finding('discord.calls', { cause }));
      }
    },
    /** How long calls have failed; undefined while they work. */
    failsForMs: (): number | undefined => (cause === undefined ? undefined : clock.monotonicMs() - firstFailureAtMs),
    /** For health. */
    status: (): { ok: boolean; cause?: string } => (cause === undefined ? { ok: true } : { ok: false, cause }),
  };
}
