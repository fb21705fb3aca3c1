import { reachedPercent } from '../alerts/operator-alert.ts';
import type { CeilingView } from '../budget/books/ceiling.ts';
import { every } from '../engine/every.ts';
import { type Finding, finding, logFinding } from '../findings/finding.ts';
import type { Needs } from '../runtime.ts';

const LOOK_INTERVAL_MS = 60_000;

interface CreditWatchParts extends Needs<'clock' | 'log'> {
  accounts: {
    /** This process's servers'. */
    countUnconfirmed(): Promise<number>;
    /** Undefined without a ceiling. */
    ceiling(): Promise<CeilingView | undefined>;
  };
}

/** Knows how many tasks are unconfirmed and how much all servers have used, so that a question waits for no read. */
export function createCreditWatch({ accounts, clock, log }: CreditWatchParts) {
  let unconfirmed: number | undefined;
  let month: CeilingView | undefined;
  const ofTasks = (): Finding | undefined =>
    unconfirmed ? finding('credits.unconfirmed', { tasks: unconfirmed }) : undefined;
  const ofCeiling = (): Finding | undefined => {
    const percent = month ? reachedPercent(month) : 0;
    if (percent === 0) return undefined;
    return percent < 100 ? finding('credits.ceiling-near', { percent }) : finding('credits.ceiling');
  };

  const look = async (): Promise<void> => {
    const [tasksBefore, ceilingBefore] = [unconfirmed, ofCeiling()?.id];
    // Both or none, so that a store that fails in between hides no change from the log.
    [unconfirmed, month] = await Promise.all([accounts.countUnconfirmed(), accounts.ceiling()]);
    const [tasks, ceiling] = [ofTasks(), ofCeiling()];
    // The check of the books at the start has named the first ones.
    if (tasks && tasksBefore !== undefined && (unconfirmed ?? 0) > tasksBefore) logFinding(log, tasks);
    if (ceiling && ceiling.id !== ceilingBefore) logFinding(log, ceiling);
  };

  return {
    unconfirmed: (): number | undefined => unconfirmed,
    month: (): CeilingView | undefined => month,
    tasks: { finding: ofTasks },
    ceiling: { finding: ofCeiling },
    run: (signal: AbortSignal): Promise<void> =>
      every(LOOK_INTERVAL_MS, look, { clock, log, name: 'look at all credits', signal }),
  };
}
