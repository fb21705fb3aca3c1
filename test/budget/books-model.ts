import { type Every, everyOf, periodAfter, periodKeyAt, startDateOf } from '../../src/budget/periods/period.ts';

interface ModelHold {
  credits: number;
  jobId: string;
  memberId: string;
  periodKey: string;
  unconfirmed: boolean;
  counters: string[];
}

interface ModelPeriod {
  allowanceCredits: number;
  /** The greatest that it ever was. */
  mostAllowanceCredits: number;
  carriedCredits: number;
  drawnCredits: number;
  spentCredits: number;
}

export interface ModelPlan {
  every: Every;
  credits: number;
  carryCapCredits: number;
}

export interface ModelShare {
  kind: 'everyone' | 'channel';
  every: 'day' | 'week' | 'month';
  credits: number;
}

/** What an account should come to, told in the simplest way: no ledger, no documents, no limits of size. */
export class BooksModel {
  holds = new Map<string, ModelHold>();
  periods = new Map<string, ModelPeriod>();
  plan: ModelPlan | 'default' = 'default';
  timeZone = 'UTC';
  grantsLeftCredits = 0;
  grantedCredits = 0;
  readonly grants = new Set<string>();
  readonly paused = new Set<string>();
  readonly shares = new Map<string, ModelShare>();
  readonly counters = new Map<string, number>();
  /** Credits that the service took beyond the quotes: the one way past a budget. */
  beyondQuotesCredits = 0;

  /** The period of now; opened with what came over, when this is the first change in it. */
  open(nowMs: number, defaultCredits: number): string {
    const plan = this.#planNow(defaultCredits);
    const key = periodKeyAt(nowMs, plan.every, this.timeZone);
    if (!this.periods.has(key)) {
      const before = this.#before(key, plan.every);
      const idle: string[] = [];
      if (before !== undefined && plan.carryCapCredits > 0 && plan.credits > 0) {
        let one = periodAfter(key, -1);
        for (let credits = 0; credits < plan.carryCapCredits && idle.length < 31; credits += plan.credits) {
          if (startDateOf(one) > startDateOf(before)) idle.unshift(one);
          one = periodAfter(one, -1);
        }
      }
      for (const one of [...idle, key]) this.#give(one, plan);
    }
    const period = this.#at(key);
    if (period.allowanceCredits !== plan.credits) {
      period.allowanceCredits = plan.credits;
      period.mostAllowanceCredits = Math.max(period.mostAllowanceCredits, plan.credits);
      this.#shareGrants(key);
    }
    return key;
  }

  /** What a look at the account shows now, which opens nothing. */
  view(nowMs: number, defaultCredits: number) {
    const copy = this.#copy();
    const key = copy.open(nowMs, defaultCredits);
    // What came back meanwhile from another period pays for this one as well.
    copy.#shareGrants(key);
    const period = copy.#at(key);
    const ownCredits = copy.#own(key);
    return {
      periodKey: key,
      allowanceCredits: period.allowanceCredits,
      carriedCredits: period.carriedCredits,
      grantsCredits: period.drawnCredits + copy.grantsLeftCredits,
      spentCredits: period.spentCredits,
      heldCredits: copy.#heldIn(key),
      leftCredits: Math.max(0, ownCredits) + copy.grantsLeftCredits,
      overspentCredits: Math.max(0, -ownCredits),
    };
  }

  get spentCredits(): number {
    return [...this.periods.values()].reduce((sum, period) => sum + period.spentCredits, 0);
  }

  get heldCredits(): number {
    return [...this.holds.values()].reduce((sum, hold) => sum + hold.credits, 0);
  }

  /** All that anyone ever granted. */
  get givenCredits(): number {
    const allowances = [...this.periods.values()].reduce((sum, period) => sum + period.mostAllowanceCredits, 0);
    return allowances + this.grantedCredits;
  }

  hold(
    jobId: string,
    memberId: string,
    tasks: readonly { taskKey: string; quoteCredits: number }[],
    nowMs: number,
    defaultCredits: number,
  ): string {
    const missing = tasks.filter(({ taskKey }) => !this.holds.has(taskKey));
    if (missing.length === 0) return 'already';
    if (this.paused.size > 0) return 'paused';
    const neededCredits = missing.reduce((sum, task) => sum + task.quoteCredits, 0);
    const view = this.view(nowMs, defaultCredits);
    if (view.leftCredits < neededCredits || view.overspentCredits > 0) return 'short';
    const counters = new Set<string>();
    for (const { kind, every, credits } of this.shares.values()) {
      const counter = `${kind === 'everyone' ? memberId : 'channel'} ${periodKeyAt(nowMs, every, this.timeZone)}`;
      counters.add(counter);
      // What is free goes on where the service took more than the share.
      if (neededCredits > Math.max(0, credits - (this.counters.get(counter) ?? 0))) return 'share';
    }
    const periodKey = this.open(nowMs, defaultCredits);
    for (const counter of counters) this.counters.set(counter, this.counters.get(counter) ?? 0);
    for (const { taskKey, quoteCredits } of missing) {
      const hold = { credits: 0, jobId, memberId, periodKey, unconfirmed: false, counters: [...counters] };
      this.holds.set(taskKey, hold);
      this.#change(hold, quoteCredits);
      this.#shareGrants(periodKey);
    }
    return 'held';
  }

  correct(taskKey: string, chargedCredits: number): string {
    const hold = this.holds.get(taskKey);
    if (!hold) return 'already';
    if (hold.credits === chargedCredits && !hold.unconfirmed) return 'unchanged';
    this.beyondQuotesCredits += Math.max(0, chargedCredits - hold.credits);
    hold.unconfirmed = false;
    this.#change(hold, chargedCredits);
    this.#shareGrants(hold.periodKey);
    return 'corrected';
  }

  settle(taskKey: string, chargedCredits: number): string {
    const hold = this.holds.get(taskKey);
    if (!hold) return 'already';
    this.beyondQuotesCredits += Math.max(0, chargedCredits - hold.credits);
    this.#change(hold, chargedCredits);
    this.holds.delete(taskKey);
    this.#at(hold.periodKey).spentCredits += chargedCredits;
    this.#shareGrants(hold.periodKey);
    return 'settled';
  }

  release(taskKey: string): string {
    const hold = this.holds.get(taskKey);
    if (!hold) return 'already';
    this.#change(hold, 0);
    this.holds.delete(taskKey);
    this.#shareGrants(hold.periodKey);
    return 'released';
  }

  releaseJob(jobId: string): string {
    const keys = [...this.holds].filter(([, hold]) => hold.jobId === jobId && !hold.unconfirmed).map(([key]) => key);
    for (const key of keys) this.release(key);
    return keys.length > 0 ? 'released' : 'already';
  }

  markUnconfirmed(taskKey: string): string {
    const hold = this.holds.get(taskKey);
    if (!hold) return 'already';
    if (hold.unconfirmed) return 'unchanged';
    hold.unconfirmed = true;
    return 'marked';
  }

  resolve(taskKey: string, chargedCredits: number | undefined): string {
    const hold = this.holds.get(taskKey);
    if (!hold) return 'already';
    if (!hold.unconfirmed) return 'not unconfirmed';
    return chargedCredits === undefined ? this.release(taskKey) : this.settle(taskKey, chargedCredits);
  }

  grant(grantId: string, credits: number, nowMs: number, defaultCredits: number): string {
    if (this.grants.has(grantId)) return 'already';
    const copy = this.#copy();
    copy.#shareGrants(copy.open(nowMs, defaultCredits));
    if (copy.grantsLeftCredits + credits < 0) return 'too few';
    this.grants.add(grantId);
    const key = this.open(nowMs, defaultCredits);
    this.grantsLeftCredits += credits;
    this.grantedCredits += credits;
    this.#shareGrants(key);
    return credits < 0 ? 'removed' : 'granted';
  }

  /** Changes what else there is to change; false where it is so already. */
  apply(isChanged: boolean, nowMs: number, defaultCredits: number, work: () => void): string {
    if (!isChanged) return 'unchanged';
    this.open(nowMs, defaultCredits);
    work();
    this.#shareGrants(this.open(nowMs, defaultCredits));
    return 'done';
  }

  #planNow(defaultCredits: number): ModelPlan {
    if (this.plan === 'default') return { every: 'month', credits: defaultCredits, carryCapCredits: 0 };
    return this.plan.every === 'none' ? { every: 'none', credits: 0, carryCapCredits: 0 } : this.plan;
  }

  #give(key: string, plan: ModelPlan): void {
    const before = this.#before(key, plan.every);
    const overCredits = before === undefined ? 0 : Math.min(plan.carryCapCredits, Math.max(0, this.#own(before)));
    if (before !== undefined) this.#at(before).carriedCredits -= overCredits;
    const { credits } = plan;
    const given = { allowanceCredits: credits, mostAllowanceCredits: credits, carriedCredits: overCredits };
    this.periods.set(key, { ...given, drawnCredits: 0, spentCredits: 0 });
    this.#shareGrants(key);
  }

  #before(key: string, every: Every): string | undefined {
    const earlier = [...this.periods.keys()].filter((one) => everyOf(one) === every);
    return earlier
      .filter((one) => startDateOf(one) < startDateOf(key))
      .reduce<string | undefined>(
        (last, one) => (last !== undefined && startDateOf(last) > startDateOf(one) ? last : one),
        undefined,
      );
  }

  #at(key: string): ModelPeriod {
    const period = this.periods.get(key);
    if (!period) throw new Error(`the model never opened ${key}`);
    return period;
  }

  #heldIn(key: string): number {
    return [...this.holds.values()]
      .filter((hold) => hold.periodKey === key)
      .reduce((sum, hold) => sum + hold.credits, 0);
  }

  #own(key: string): number {
    const { allowanceCredits, carriedCredits, drawnCredits, spentCredits } = this.#at(key);
    return allowanceCredits + carriedCredits + drawnCredits - spentCredits - this.#heldIn(key);
  }

  /** Credit by credit: grants pay what the period cannot, and get back what it can after all. */
  #shareGrants(key: string): void {
    const period = this.#at(key);
    for (; this.#own(key) < 0 && this.grantsLeftCredits > 0; this.grantsLeftCredits--) period.drawnCredits++;
    for (; this.#own(key) > 0 && period.drawnCredits > 0; this.grantsLeftCredits++) period.drawnCredits--;
  }

  #change(hold: ModelHold, credits: number): void {
    for (const counter of hold.counters) {
      this.counters.set(counter, (this.counters.get(counter) ?? 0) + credits - hold.credits);
    }
    hold.credits = credits;
  }

  #copy(): BooksModel {
    const copy = new BooksModel();
    copy.plan = this.plan;
    copy.timeZone = this.timeZone;
    copy.grantsLeftCredits = this.grantsLeftCredits;
    copy.periods = new Map([...this.periods].map(([key, period]) => [key, { ...period }]));
    copy.holds = this.holds;
    return copy;
  }
}
