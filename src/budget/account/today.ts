import type { NewEntry } from '../ledger/ledger.ts';
import { leftOver } from '../ledger/sums.ts';
import { byStart, everyOf, type PeriodKey, periodAfter, periodEndMs, periodKeyAt } from '../periods/period.ts';
import { type Account, type Allowance, type Plan, withChange } from './account.ts';

/** What decides which period an account is in, and its allowance. */
export interface PeriodTerms {
  nowMs: number;
  defaultAllowanceCredits: number;
  /** A new server has no default allowance before an operator gives it credits. */
  needsApproval?: boolean;
}

export interface Today {
  account: Account;
  periodKey: PeriodKey;
  /** Undefined without an allowance. */
  renewsAtMs: number | undefined;
}

/** How many idle periods carry over when someone uses the account again: a month of days. */
const CATCH_UP_PERIODS = 31;

/**
 * The account as of now: opens the current period with its allowance if it isn't open yet. Each period is opened once,
 * whichever way the clock jumps. If the allowance has changed, the current period gets the new one.
 */
export function asOf(before: Account, terms: PeriodTerms): Today {
  const { nowMs } = terms;
  const plan = planOf(before.allowance, isApproved(before, terms) ? terms.defaultAllowanceCredits : 0);
  const periodKey = currentPeriod(before, plan, nowMs);
  const renewsAtMs = periodEndMs(periodKey, before.settings.timeZone);
  const period = before.sums.periods[periodKey];
  if (period === undefined) {
    const toOpen = [...idlePeriods(before, plan, periodKey), periodKey];
    const account = toOpen.reduce((soFar, key) => withPeriod(soFar, plan, key, nowMs), before);
    return { account, periodKey, renewsAtMs };
  }
  if (period.allowanceCredits === plan.credits) return { account: before, periodKey, renewsAtMs };
  const amounts = { fromCredits: period.allowanceCredits, toCredits: plan.credits };
  const account = withChange(before, { kind: 'allowance', atMs: nowMs, periodKey, ...amounts });
  return { account, periodKey, renewsAtMs };
}

/**
 * Whether an operator has approved this server: it has an allowance of its own, or had one in an earlier period. Servers
 * that had the default allowance while new servers needed no approval keep it.
 */
export function isApproved({ allowance, sums }: Account, { needsApproval = false }: PeriodTerms): boolean {
  if (!needsApproval || allowance !== 'default') return true;
  return [sums.earlier, ...Object.values(sums.periods)].some(({ allowanceCredits }) => allowanceCredits > 0);
}

export function planOf(allowance: Allowance, defaultAllowanceCredits: number): Plan {
  if (allowance === 'default') return { every: 'month', credits: defaultAllowanceCredits, carryCapCredits: 0 };
  return allowance.every === 'none' ? { every: 'none', credits: 0, carryCapCredits: 0 } : allowance;
}

function currentPeriod({ sums, settings }: Account, plan: Plan, nowMs: number): PeriodKey {
  const key = periodKeyAt(nowMs, plan.every, settings.timeZone);
  const isClosed =
    plan.every !== 'none' &&
    sums.closedThrough !== null &&
    byStart(key, sums.closedThrough) <= 0 &&
    sums.periods[key] === undefined;
  if (!isClosed) return key;
  // The clock is years behind. Use the oldest known period, so that no allowance is given twice.
  const known = Object.keys(sums.periods).sort(byStart);
  return known.find((one) => everyOf(one) === plan.every) ?? known[0] ?? key;
}

/** The last open period of the plan's kind before this one. What it has left can be carried over. */
function periodBefore({ sums }: Account, { every }: Plan, key: PeriodKey): PeriodKey | undefined {
  return Object.keys(sums.periods)
    .filter((one) => everyOf(one) === every && byStart(one, key) < 0)
    .sort(byStart)
    .at(-1);
}

/**
 * Periods that no one used, if unused credits carry over. They are opened one by one, so that each gives its allowance
 * once even if the clock was wrong. At most as many as fill the cap.
 */
function idlePeriods(account: Account, plan: Plan, key: PeriodKey): PeriodKey[] {
  const last = periodBefore(account, plan, key);
  if (plan.carryCapCredits === 0 || plan.credits === 0 || last === undefined) return [];
  const most = Math.min(CATCH_UP_PERIODS, Math.ceil(plan.carryCapCredits / plan.credits));
  return Array.from({ length: most }, (_, index) => periodAfter(key, index - most)).filter(
    (one) => byStart(one, last) > 0,
  );
}

function withPeriod(account: Account, plan: Plan, periodKey: PeriodKey, atMs: number): Account {
  const from = plan.carryCapCredits === 0 ? undefined : periodBefore(account, plan, periodKey);
  const carriedCredits = from === undefined ? 0 : Math.min(plan.carryCapCredits, leftOver(account.sums, from));
  const carried =
    carriedCredits === 0 || from === undefined ? { carriedCredits: 0 } : { carriedCredits, carriedFrom: from };
  const change: NewEntry = { kind: 'period', atMs, periodKey, allowanceCredits: plan.credits, ...carried };
  return withChange(account, change);
}
