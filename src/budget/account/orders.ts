import { BudgetError, checkAmount, NOTE_MAX_CHARACTERS, SHARES_MAX } from '../amounts.ts';
import type { DeciderRole, NewEntry } from '../ledger/ledger.ts';
import { draw, roomOf } from '../ledger/sums.ts';
import { type Allowance, allowanceSchema } from '../periods/plan.ts';
import { type Account, withChange } from './account.ts';
import {
  type Decision,
  decideRelease,
  decideSettle,
  type ReleaseOutcome,
  type SettleOutcome,
  type Terms,
} from './decisions.ts';
import { type Settings, settingsSchema } from './settings.ts';
import { type Share, shareKey, shareSchema } from './shares.ts';
import { asOf } from './today.ts';

/** What people order, as against what the tasks come to. Every order is an entry that names who gave it. */

export interface By {
  byId: string;
  role: DeciderRole;
}

export interface GrantOrder {
  /** For ever its own: the same order again changes nothing. */
  orderId: string;
  /** Less than nothing takes back what of earlier grants is neither spent nor held. */
  credits: number;
  byId: string;
  why: string;
}

export type GrantOutcome =
  | { outcome: 'granted' | 'taken back'; credits: number; leftCredits: number }
  | { outcome: 'already' }
  /** There are not so many credits of grants left to take back. */
  | { outcome: 'not there'; grantsLeftCredits: number };

/** One-time credits, which never expire: they are used when the period's own do not reach. */
export function decideGrant(before: Account, order: GrantOrder, terms: Terms): Decision<GrantOutcome> {
  const { orderId, byId } = order;
  const credits = Math.abs(order.credits);
  checkAmount(credits, 'a grant');
  if (credits === 0) throw new BudgetError('a grant must be of at least one credit');
  const { account: today, periodKey } = asOf(before, terms);
  // What this period draws on is not there to be taken.
  const { grantsLeftCredits } = draw(today.sums, periodKey);
  if (order.credits < 0 && credits > grantsLeftCredits) {
    return { account: undefined, outcome: { outcome: 'not there', grantsLeftCredits } };
  }
  checkAmount(Math.max(0, grantsLeftCredits + order.credits), 'what is left of all grants');
  const kind = order.credits < 0 ? 'taken back' : 'granted';
  const facts = { atMs: terms.nowMs, periodKey, orderId, byId, credits, why: order.why.slice(0, NOTE_MAX_CHARACTERS) };
  const account = withChange(today, { kind, ...facts });
  return { account, outcome: { outcome: kind, credits, leftCredits: roomOf(account.sums, periodKey).leftCredits } };
}

export type OrderOutcome = 'done' | 'unchanged';
type Managed = Extract<NewEntry, { kind: 'managed' }>;

function managed(before: Account, after: Account, by: By, what: Managed['what'], why: string, terms: Terms): Account {
  // Opened under the old terms first: a period that was over by then is the old terms' own.
  const { sums, entries, latest } = asOf(before, terms).account;
  const today = asOf({ ...after, sums, entries, latest }, terms);
  const facts = { atMs: terms.nowMs, periodKey: today.periodKey, what, why: why.slice(0, NOTE_MAX_CHARACTERS) };
  return withChange(today.account, { kind: 'managed', ...facts, ...by });
}

/** The allowance from now on. The period that it makes now counts at once; one of another length waits with what it had. */
export function decideAllowance(
  before: Account,
  allowance: Allowance,
  byId: string,
  terms: Terms,
): Decision<OrderOutcome> {
  const parsed = allowanceSchema.safeParse(allowance);
  if (!parsed.success) throw new BudgetError('an allowance must be a whole number of credits within the bounds');
  if (JSON.stringify(parsed.data) === JSON.stringify(before.allowance)) return unchanged;
  const why = allowance === 'default' ? 'default' : `${allowance.credits} each ${allowance.every}`;
  const after = { ...before, allowance: parsed.data };
  return done(managed(before, after, { byId, role: 'operator' }, 'allowance', why, terms));
}

const unchanged: Decision<OrderOutcome> = { account: undefined, outcome: 'unchanged' };
const done = (account: Account): Decision<OrderOutcome> => ({ account, outcome: 'done' });

/** Nothing new is held while anybody's pause is on; what is held already goes its way. */
export function decidePause(before: Account, by: By, isPaused: boolean, terms: Terms): Decision<OrderOutcome> {
  if ((before.pauses[by.role] !== null) === isPaused) return unchanged;
  const pause = isPaused ? { atMs: terms.nowMs, byId: by.byId } : null;
  const after = { ...before, pauses: { ...before.pauses, [by.role]: pause } };
  return done(managed(before, after, by, isPaused ? 'paused' : 'resumed', '', terms));
}

/** Sets a share, or changes its credits when there is one for the same target and time. */
export function decideShare(before: Account, share: Share, byId: string, terms: Terms): Decision<OrderOutcome> {
  const parsed = shareSchema.safeParse(share);
  if (!parsed.success) throw new BudgetError('a share must be a whole number of credits within the bounds');
  const same = before.shares.find((one) => shareKey(one) === shareKey(share));
  if (same?.credits === share.credits) return unchanged;
  const others = before.shares.filter((one) => one !== same);
  if (others.length >= SHARES_MAX) {
    throw new BudgetError(`a server can have at most ${SHARES_MAX} shares`, { of: 'shares', most: SHARES_MAX });
  }
  // Other credits for the same limit: what it counted goes on.
  const setAtMs = same ? same.setAtMs : terms.nowMs;
  const after = { ...before, shares: [...others, { ...parsed.data, setAtMs }] };
  const why = `${shareKey(share)} ${share.credits}`;
  return done(managed(before, after, { byId, role: 'manager' }, 'share', why, terms));
}

export function decideUnshare(before: Account, key: string, byId: string, terms: Terms): Decision<OrderOutcome> {
  const shares = before.shares.filter((share) => shareKey(share) !== key);
  if (shares.length === before.shares.length) return unchanged;
  return done(managed(before, { ...before, shares }, { byId, role: 'manager' }, 'share removed', key, terms));
}

export function decideSettings(
  before: Account,
  changes: Partial<Settings>,
  byId: string,
  terms: Terms,
): Decision<OrderOutcome> {
  const parsed = settingsSchema.safeParse({ ...before.settings, ...changes });
  if (!parsed.success) throw new BudgetError('a setting is out of its bounds');
  const settings = parsed.data;
  if (JSON.stringify(settings) === JSON.stringify(before.settings)) return unchanged;
  const why = `${settings.timeZone}, ask from ${settings.askFromCredits ?? 'never'}`;
  return done(managed(before, { ...before, settings }, { byId, role: 'manager' }, 'settings', why, terms));
}

/** What an operator found out about a hold of which nobody knew. */
export type Resolution = { decision: 'settle'; chargedCredits: number | undefined } | { decision: 'release' };
export type ResolveOutcome = SettleOutcome | ReleaseOutcome | { outcome: 'not unconfirmed' };

/** Ends an unconfirmed hold; settled for what it holds unless the operator knows another charge. */
export function decideResolve(
  before: Account,
  taskKey: string,
  resolution: Resolution,
  byId: string,
  terms: Terms,
): Decision<ResolveOutcome> {
  const hold = before.holds.get(taskKey);
  if (hold === undefined) return { account: undefined, outcome: { outcome: 'already' } };
  // One that is under way ends by itself, and its end must find its hold.
  if (!hold.unconfirmed) return { account: undefined, outcome: { outcome: 'not unconfirmed' } };
  if (resolution.decision === 'release') return decideRelease(before, taskKey, 'resolved by the operator', terms, byId);
  return decideSettle(before, taskKey, resolution.chargedCredits ?? hold.credits, terms, byId);
}
