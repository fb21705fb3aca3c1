import { periodKeyAt } from '../../src/budget/period.ts';

interface ModelHold {
  credits: number;
  jobId: string;
  periodKey: string;
  unconfirmed: boolean;
}

interface ModelPeriod {
  allowanceCredits: number;
  spentCredits: number;
}

/** What an account should come to, told in the simplest way: no ledger, no documents, no limits of size. */
export class BooksModel {
  readonly holds = new Map<string, ModelHold>();
  readonly #periods = new Map<string, ModelPeriod>();
  /** Credits that the service took beyond the quotes: the one way past an allowance. */
  beyondQuotesCredits = 0;

  period(nowMs: number, allowanceCredits: number): ModelPeriod & { heldCredits: number; roomCredits: number } {
    const key = periodKeyAt(nowMs);
    const spentCredits = this.#periods.get(key)?.spentCredits ?? 0;
    const heldCredits = [...this.holds.values()]
      .filter((hold) => hold.periodKey === key)
      .reduce((sum, hold) => sum + hold.credits, 0);
    return { allowanceCredits, spentCredits, heldCredits, roomCredits: allowanceCredits - spentCredits - heldCredits };
  }

  get spentCredits(): number {
    return [...this.#periods.values()].reduce((sum, period) => sum + period.spentCredits, 0);
  }

  get heldCredits(): number {
    return [...this.holds.values()].reduce((sum, hold) => sum + hold.credits, 0);
  }

  hold(
    jobId: string,
    tasks: readonly { taskKey: string; quoteCredits: number }[],
    nowMs: number,
    allowanceCredits: number,
  ): string {
    const missing = tasks.filter(({ taskKey }) => !this.holds.has(taskKey));
    if (missing.length === 0) return 'already';
    const neededCredits = missing.reduce((sum, task) => sum + task.quoteCredits, 0);
    if (this.period(nowMs, allowanceCredits).roomCredits < neededCredits) return 'short';
    const periodKey = periodKeyAt(nowMs);
    for (const { taskKey, quoteCredits } of missing) {
      this.holds.set(taskKey, { credits: quoteCredits, jobId, periodKey, unconfirmed: false });
    }
    return 'held';
  }

  correct(taskKey: string, chargedCredits: number): string {
    const hold = this.holds.get(taskKey);
    if (!hold) return 'gone';
    if (hold.credits === chargedCredits && !hold.unconfirmed) return 'unchanged';
    this.beyondQuotesCredits += Math.max(0, chargedCredits - hold.credits);
    this.holds.set(taskKey, { ...hold, credits: chargedCredits, unconfirmed: false });
    return 'corrected';
  }

  settle(taskKey: string, chargedCredits: number): string {
    const hold = this.holds.get(taskKey);
    if (!hold) return 'already';
    this.beyondQuotesCredits += Math.max(0, chargedCredits - hold.credits);
    this.holds.delete(taskKey);
    const period = this.#periods.get(hold.periodKey) ?? { allowanceCredits: 0, spentCredits: 0 };
    this.#periods.set(hold.periodKey, { ...period, spentCredits: period.spentCredits + chargedCredits });
    return 'settled';
  }

  release(taskKey: string): string {
    return this.holds.delete(taskKey) ? 'released' : 'already';
  }

  releaseJob(jobId: string): string {
    const keys = [...this.holds].filter(([, hold]) => hold.jobId === jobId && !hold.unconfirmed).map(([key]) => key);
    for (const key of keys) this.holds.delete(key);
    return keys.length > 0 ? 'released' : 'already';
  }

  markUnconfirmed(taskKey: string): string {
    const hold = this.holds.get(taskKey);
    if (!hold) return 'gone';
    if (hold.unconfirmed) return 'unchanged';
    this.holds.set(taskKey, { ...hold, unconfirmed: true });
    return 'marked';
  }
}
