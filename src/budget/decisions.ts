import { type Account, asOf, type Hold, holdOf, type Today, withChange } from './account.ts';
import { BudgetError, checkAmount, HOLDS_MAX, NOTE_MAX_CHARACTERS, taskKeySchema } from './amounts.ts';
import type { Change } from './ledger.ts';
import { roomOf } from './sums.ts';

/** What the decisions need to know beside the account. */
export interface Terms {
  nowMs: number;
  defaultAllowanceCredits: number;
}

/** `account` is undefined where nothing changes: there is nothing to write. */
export interface Decision<Outcome> {
  account: Account | undefined;
  outcome: Outcome;
}

export interface HoldRequest {
  jobId: string;
  memberId: string;
  modelId: string;
  tasks: readonly { taskKey: string; quoteCredits: number }[];
}

export type HoldOutcome =
  | { outcome: 'held' }
  | { outcome: 'already' }
  | { outcome: 'short'; neededCredits: number; leftCredits: number; renewsAtMs: number };
export type CorrectOutcome = 'corrected' | 'unchanged' | 'gone';
export type SettleOutcome =
  | {
      outcome: 'settled';
      heldCredits: number;
      chargedCredits: number;
      leftCredits: number;
      overspentCredits: number;
    }
  | { outcome: 'already' };
export type ReleaseOutcome = { outcome: 'released'; credits: number } | { outcome: 'already' };
export type MarkOutcome = 'marked' | 'unchanged' | 'gone';

/** Holds all of a job's tasks or none; those that are held already stay as they are. */
export function decideHold(before: Account, request: HoldRequest, terms: Terms): Decision<HoldOutcome> {
  checkRequest(before, request);
  const tasks = request.tasks.filter(({ taskKey }) => holdOf(before, taskKey) === undefined);
  if (tasks.length === 0) return { account: undefined, outcome: { outcome: 'already' } };

  const today = asOf(before, terms.nowMs, terms.defaultAllowanceCredits);
  const neededCredits = tasks.reduce((sum, task) => sum + task.quoteCredits, 0);
  const { leftCredits, overspentCredits } = roomOf(today.account.sums.periods[today.periodKey]);
  if (neededCredits > leftCredits || overspentCredits > 0) {
    const { renewsAtMs } = today;
    return { account: undefined, outcome: { outcome: 'short', neededCredits, leftCredits, renewsAtMs } };
  }
  if (Object.keys(before.holds).length + tasks.length > HOLDS_MAX) {
    throw new BudgetError(`a server can hold credits for at most ${HOLDS_MAX} tasks`);
  }
  const account = tasks.reduce((soFar, task) => withHold(soFar, request, task, today, terms.nowMs), today.account);
  return { account, outcome: { outcome: 'held' } };
}

function checkRequest(account: Account, { jobId, tasks }: HoldRequest): void {
  const keys = new Set(tasks.map((task) => task.taskKey));
  if (keys.size === 0 || keys.size !== tasks.length) throw new BudgetError('a hold needs tasks, each named once');
  for (const { taskKey, quoteCredits } of tasks) {
    if (!taskKeySchema.safeParse(taskKey).success) throw new BudgetError('a task key has a wrong form');
    checkAmount(quoteCredits, 'a quote');
    if ((holdOf(account, taskKey)?.jobId ?? jobId) !== jobId) throw new BudgetError('a task is held for another job');
  }
}

function withHold(
  account: Account,
  { jobId, memberId, modelId }: HoldRequest,
  { taskKey, quoteCredits: credits }: HoldRequest['tasks'][number],
  { periodKey }: Today,
  nowMs: number,
): Account {
  const hold: Hold = { credits, jobId, memberId, modelId, heldAtMs: nowMs, periodKey, unconfirmed: false };
  const held = withChange(account, { kind: 'held', ...taskPart(taskKey, hold, nowMs), credits });
  return { ...held, holds: { ...held.holds, [taskKey]: hold } };
}

/** The hold becomes what the service charged, also past the limit: the service has taken it, and the books say so. */
export function decideCorrect(
  before: Account,
  taskKey: string,
  chargedCredits: number,
  { nowMs }: Terms,
): Decision<CorrectOutcome> {
  checkAmount(chargedCredits, 'a charge');
  const hold = holdOf(before, taskKey);
  if (hold === undefined) return { account: undefined, outcome: 'gone' };
  if (hold.credits === chargedCredits && !hold.unconfirmed) return { account: undefined, outcome: 'unchanged' };
  const amounts = { fromCredits: hold.credits, toCredits: chargedCredits };
  const corrected = withChange(before, { kind: 'corrected', ...taskPart(taskKey, hold, nowMs), ...amounts });
  const charged: Hold = { ...hold, credits: chargedCredits, unconfirmed: false };
  return { account: { ...corrected, holds: { ...corrected.holds, [taskKey]: charged } }, outcome: 'corrected' };
}

/** The hold becomes spending of the period in which it was held. */
export function decideSettle(
  before: Account,
  taskKey: string,
  chargedCredits: number,
  { nowMs }: Terms,
): Decision<SettleOutcome> {
  checkAmount(chargedCredits, 'a charge');
  const hold = holdOf(before, taskKey);
  if (hold === undefined) return { account: undefined, outcome: { outcome: 'already' } };
  const amounts = { heldCredits: hold.credits, chargedCredits };
  const account = withoutHold(before, taskKey, { kind: 'settled', ...taskPart(taskKey, hold, nowMs), ...amounts });
  const room = roomOf(account.sums.periods[hold.periodKey]);
  return { account, outcome: { outcome: 'settled', ...amounts, ...room } };
}

/** All of the hold goes back. */
export function decideRelease(before: Account, taskKey: string, why: string, terms: Terms): Decision<ReleaseOutcome> {
  return releaseAll(before, [taskKey], why, terms);
}

/** All holds of a job go back, but for those of which the service may have charged. */
export function decideReleaseJob(before: Account, jobId: string, why: string, terms: Terms): Decision<ReleaseOutcome> {
  const ofJob = Object.entries(before.holds).filter(([, hold]) => hold.jobId === jobId && !hold.unconfirmed);
  return releaseAll(
    before,
    ofJob.map(([taskKey]) => taskKey),
    why,
    terms,
  );
}

function releaseAll(before: Account, taskKeys: string[], why: string, { nowMs }: Terms): Decision<ReleaseOutcome> {
  let account: Account | undefined;
  let credits = 0;
  for (const taskKey of taskKeys) {
    const current = account ?? before;
    const hold = holdOf(current, taskKey);
    if (hold === undefined) continue;
    const facts = { ...taskPart(taskKey, hold, nowMs), credits: hold.credits, why: why.slice(0, NOTE_MAX_CHARACTERS) };
    account = withoutHold(current, taskKey, { kind: 'released', ...facts });
    credits += hold.credits;
  }
  return { account, outcome: account ? { outcome: 'released', credits } : { outcome: 'already' } };
}

/** The create's answer was lost: the hold stays until an operator settles or releases it. */
export function decideUnconfirmed(before: Account, taskKey: string, { nowMs }: Terms): Decision<MarkOutcome> {
  const hold = holdOf(before, taskKey);
  if (hold === undefined) return { account: undefined, outcome: 'gone' };
  if (hold.unconfirmed) return { account: undefined, outcome: 'unchanged' };
  const marked = withChange(before, { kind: 'unconfirmed', ...taskPart(taskKey, hold, nowMs) });
  const holds = { ...marked.holds, [taskKey]: { ...hold, unconfirmed: true } };
  return { account: { ...marked, holds }, outcome: 'marked' };
}

function withoutHold(account: Account, taskKey: string, change: Change): Account {
  const { [taskKey]: _ended, ...holds } = account.holds;
  return { ...withChange(account, change), holds };
}

function taskPart(taskKey: string, { jobId, memberId, modelId, periodKey }: Hold, nowMs: number) {
  return { atMs: nowMs, periodKey, taskKey, jobId, memberId, modelId };
}
