import { BudgetError, checkAmount, taskKeySchema } from '../ledger/amounts.ts';
import type { DeciderRole } from '../ledger/ledger.ts';
import { roomOf } from '../ledger/sums.ts';
import { type Account, type Hold, withChange, withHold } from './account.ts';
import {
  countersFor,
  countIn,
  roomInShares,
  type ShareRoom,
  type Spender,
  withoutExpired,
  withRoomFor,
} from './shares.ts';
import { asOf, isApproved, type PeriodTerms, type Today } from './today.ts';

/** Tasks in progress in one server at a time. Each hold is a small record. */
export const HOLDS_MAX = 10_000;

/** What the decisions need in addition to the account. */
export interface Terms extends PeriodTerms {
  /** The operator has paused all servers. */
  isPausedEverywhere?: boolean;
  /** What all servers together may still hold this month, and when the next month starts; no limit if left out. */
  everywhere?: { leftCredits: number; renewsAtMs: number | undefined };
}

/** `account` is left out if nothing changes. */
export interface Decision<Outcome> {
  account?: Account | undefined;
  outcome: Outcome;
}

interface NewHold {
  taskKey: string;
  quoteCredits: number;
  modelId: string;
  /** Easel makes it itself, so that no service can charge for it. */
  isMadeHere?: boolean;
}

/** The holds of one job, to be made together. */
export interface NewHolds {
  jobId: string;
  memberId: string;
  tasks: readonly NewHold[];
  /** For shares of roles and channels; if left out, none apply. */
  roleIds?: readonly string[];
  /** The channel, and a thread's parent channel. */
  channelIds?: readonly string[];
}

/** Who paused spending; the operator may have paused all servers. */
export type PausedBy = DeciderRole | 'operator everywhere';

/** Why the hold was refused. Nothing was changed. */
export type HoldRefusal =
  | { outcome: 'short'; neededCredits: number; leftCredits: number; renewsAtMs: number | undefined }
  /** The server has the credits, but the strictest share for this member here doesn't. */
  | { outcome: 'share'; neededCredits: number; room: ShareRoom }
  | { outcome: 'paused'; by: PausedBy }
  /** New servers have no credits before an operator approves them. */
  | { outcome: 'not approved' }
  /** The server has the credits, but all servers together have used what the operator pays for this month. */
  | { outcome: 'everywhere'; renewsAtMs: number | undefined };
export type HoldOutcome = { outcome: 'held' } | { outcome: 'already' } | HoldRefusal;
/** Holds all of a job's tasks or none. Existing holds stay unchanged. */
export function decideHold(before: Account, request: NewHolds, terms: Terms): Decision<HoldOutcome> {
  checkRequest(before, request);
  const tasks = request.tasks.filter(({ taskKey }) => before.holds.get(taskKey) === undefined);
  if (tasks.length === 0) return { outcome: { outcome: 'already' } };

  const { nowMs } = terms;
  const today = asOf(before, terms);
  const spender = spenderOf(request);
  const refusal = refusalOf(today, tasks, spender, terms);
  if (refusal) return { outcome: refusal };
  if (before.holds.size + tasks.length > HOLDS_MAX) {
    throw new BudgetError(`a server can hold credits for at most ${HOLDS_MAX} tasks`, { of: 'tasks', most: HOLDS_MAX });
  }
  const countedIn = countersFor(before.shares, spender, nowMs, before.settings.timeZone);
  const ready = withCounters(today.account, countedIn, nowMs);
  const account = tasks.reduce(
    (soFar, task) => withNewHold(soFar, request, task, { ...today, countedIn, nowMs }),
    ready,
  );
  return { account, outcome: { outcome: 'held' } };
}

export function isHeld(outcome: HoldOutcome): outcome is Exclude<HoldOutcome, HoldRefusal> {
  return outcome.outcome === 'held' || outcome.outcome === 'already';
}

function spenderOf({ memberId, roleIds = [], channelIds = [] }: Omit<NewHolds, 'tasks'>): Spender {
  return { memberId, roleIds, channelIds };
}

export function pausedBy({ pauses }: Pick<Account, 'pauses'>, { isPausedEverywhere }: Terms): PausedBy | undefined {
  if (isPausedEverywhere) return 'operator everywhere';
  if (pauses.operator) return 'operator';
  return pauses.manager ? 'manager' : undefined;
}

/** The first reason to refuse, in the order in which people can act on it. */
function refusalOf(today: Today, tasks: readonly NewHold[], spender: Spender, terms: Terms): HoldRefusal | undefined {
  const { account, periodKey, renewsAtMs } = today;
  const { shares, counters, settings } = account;
  const by = pausedBy(account, terms);
  if (by) return { outcome: 'paused', by };
  if (tasks.every(({ isMadeHere }) => isMadeHere)) return undefined;
  const neededCredits = tasks.reduce((sum, task) => sum + task.quoteCredits, 0);
  const { leftCredits, overspentCredits } = roomOf(account.sums, periodKey);
  if (neededCredits > leftCredits || overspentCredits > 0) {
    if (!isApproved(account, terms)) return { outcome: 'not approved' };
    return { outcome: 'short', neededCredits, leftCredits, renewsAtMs };
  }
  const [room] = roomInShares(shares, counters, spender, terms.nowMs, settings.timeZone);
  if (room && neededCredits > room.leftCredits) return { outcome: 'share', neededCredits, room };
  const { everywhere } = terms;
  if (!everywhere || neededCredits <= everywhere.leftCredits) return undefined;
  return { outcome: 'everywhere', renewsAtMs: everywhere.renewsAtMs };
}

function checkRequest(account: Account, { jobId, tasks }: NewHolds): void {
  const keys = new Set(tasks.map((task) => task.taskKey));
  if (keys.size === 0 || keys.size !== tasks.length) throw new BudgetError('a hold needs tasks, each named once');
  for (const { taskKey, quoteCredits } of tasks) {
    if (!taskKeySchema.safeParse(taskKey).success) throw new BudgetError('a task key has a wrong form');
    checkAmount(quoteCredits, 'a quote');
    if ((account.holds.get(taskKey)?.jobId ?? jobId) !== jobId) throw new BudgetError('a task is held for another job');
  }
}

/** The account with these counters loaded and expired ones dropped. */
function withCounters(account: Account, countedIn: readonly string[], nowMs: number): Account {
  const current = withoutExpired(account.counters, nowMs, account.settings.timeZone);
  const fresh = countedIn.filter((key) => current[key] === undefined);
  if (fresh.length === 0) return current === account.counters ? account : { ...account, counters: current };
  // If the clock jumped back into a window, the holds of its first time still count.
  const started = fresh.map((key) => [key, heldIn(account, key)]);
  const counters = withRoomFor(current, fresh.length, countedIn);
  return { ...account, counters: { ...counters, ...Object.fromEntries(started) } };
}

function heldIn({ holds }: Account, counterKey: string): number {
  return holds.reduce((sum, hold) => sum + (hold.countedIn.includes(counterKey) ? hold.credits : 0), 0);
}

function withNewHold(
  account: Account,
  { jobId, memberId }: NewHolds,
  { taskKey, quoteCredits: credits, modelId }: NewHolds['tasks'][number],
  { periodKey, countedIn, nowMs }: Pick<Hold, 'periodKey' | 'countedIn'> & { nowMs: number },
): Account {
  const hold: Hold = { credits, jobId, memberId, modelId, heldAtMs: nowMs, periodKey, unconfirmed: false, countedIn };
  const counted = countedIn.length === 0 ? {} : { countedIn };
  const held = withChange(account, { kind: 'held', ...taskPart(taskKey, hold, nowMs), credits, ...counted });
  const counters = countIn(held.counters, countedIn, credits);
  return withHold({ ...held, counters }, taskKey, hold);
}

/** What to do before a request starts. */
export type WeighOutcome =
  /** Nothing: it costs too little to ask about, with or without room for it. */
  | { outcome: 'small' }
  /** The server's settings ask the author first. `leftCredits` are the server's; `room` is the strictest share that leaves less. */
  | { outcome: 'much'; neededCredits: number; leftCredits: number; room: ShareRoom | undefined }
  | HoldRefusal;

/**
 * Asks before an expensive request, but refuses at once what can't start anyway.
 * @param isMuch asks even if it is cheap
 */
export function weigh(account: Account, request: NewHolds, terms: Terms, isMuch = false): WeighOutcome {
  const neededCredits = request.tasks.reduce((sum, { quoteCredits }) => sum + quoteCredits, 0);
  const { askFromCredits } = account.settings;
  const isSmall = askFromCredits === null || neededCredits < askFromCredits;
  if (isSmall && !isMuch) return { outcome: 'small' };
  const { outcome } = decideHold(account, request, terms);
  if (!isHeld(outcome)) return outcome;
  const today = asOf(account, terms);
  const { leftCredits } = roomOf(today.account.sums, today.periodKey);
  const { shares, counters, settings } = today.account;
  const [room] = roomInShares(shares, counters, spenderOf(request), terms.nowMs, settings.timeZone);
  return {
    outcome: 'much',
    neededCredits,
    leftCredits,
    room: room && room.leftCredits < leftCredits ? room : undefined,
  };
}

/** The fields of every ledger entry about a task. */
export function taskPart(taskKey: string, { jobId, memberId, modelId, periodKey }: Hold, nowMs: number) {
  return { atMs: nowMs, periodKey, taskKey, jobId, memberId, modelId };
}
