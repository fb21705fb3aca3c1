import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { BudgetError, checkAmount, NOTE_MAX_CHARACTERS, SHARES_MAX } from '../ledger/amounts.ts';
import type { DeciderRole, NewEntry } from '../ledger/ledger.ts';
import { draw, roomOf } from '../ledger/sums.ts';
import { type Account, type Allowance, allowanceSchema, type Settings, settingsSchema, withChange } from './account.ts';
import { type Booking, decideBooking, isBelievable } from './bookings.ts';
import type { Decision, Terms } from './decisions.ts';
import { type Share, shareKey, shareSchema } from './shares.ts';
import { asOf } from './today.ts';
import { viewOf } from './view.ts';

/** What people do with an account, as opposed to what happens to tasks. Each becomes an entry that names who did it. */
export type AccountOperation =
  /**
   * One-time credits, which never expire: a period uses them when its own credits run out. A negative amount removes
   * credits of earlier grants that are neither spent nor held. The id belongs to the grant for ever: the same grant again changes nothing.
   */
  | { kind: 'grant'; id: string; credits: number; why: string }
  /** Applies to the current period at once. A period of another length keeps what it has until the plan returns to it. */
  | { kind: 'allowance'; allowance: Allowance }
  /** While anyone's pause is on, nothing new is held. Existing holds end as usual. */
  | { kind: 'pause'; isPaused: boolean }
  /** Sets a share, or changes its credits when there is one for the same target and time. */
  | { kind: 'share'; share: Share }
  /** @see shareKey */
  | { kind: 'remove share'; key: string }
  | { kind: 'settings'; changes: Partial<Settings> }
  /** Ends an unconfirmed hold. */
  | { kind: 'resolve'; taskKey: string; resolution: Resolution };

/**
 * An operator's decision about an unconfirmed hold; settled for its amount unless they name another charge. The charge is
 * claimed if they leave it to the service.
 */
export type Resolution =
  | { decision: 'settle'; chargedCredits?: number | undefined; isClaimed?: boolean }
  | { decision: 'release' };

/** Who does it. The caller checks whether they may. */
export interface By {
  byId: string;
  role: DeciderRole;
}

export const OPERATION_OUTCOMES = [
  'granted',
  'removed',
  /** The grant was applied before, or the hold had ended before. */
  'already',
  /** More credits than there are to remove. */
  'too few',
  'done',
  'unchanged',
  'settled',
  'released',
  'not unconfirmed',
  /** The charge that the service claims can't be right. */
  'not believed',
] as const;

export interface OperationOutcome {
  outcome: (typeof OPERATION_OUTCOMES)[number];
  /** The credits granted, removed, settled or released, or the charge that isn't believed. */
  credits: number;
  /** What the server has left after a grant; if a removal is refused, what could be removed. */
  leftCredits: number;
}

type Decided = Decision<OperationOutcome>;

export function decideOperation(before: Account, operation: AccountOperation, by: By, terms: Terms): Decided {
  switch (operation.kind) {
    case 'grant':
      return decideGrant(before, operation, by, terms);
    case 'resolve':
      return decideResolve(before, operation, by, terms);
    default:
      return decideManaged(before, operation, by, terms);
  }
}

export function noChange(outcome: OperationOutcome['outcome'], leftCredits = 0): Decided {
  return { outcome: { outcome, credits: 0, leftCredits } };
}

type Of<Kind extends AccountOperation['kind']> = Extract<AccountOperation, { kind: Kind }>;

function decideGrant(before: Account, operation: Of<'grant'>, { byId }: By, terms: Terms): Decided {
  const credits = Math.abs(operation.credits);
  checkAmount(credits, 'a grant');
  if (credits === 0) throw new BudgetError('a grant must be of at least one credit');
  const { account: today, periodKey } = asOf(before, terms);
  // Grants that this period draws on can't be removed.
  const { grantsLeftCredits } = draw(today.sums, periodKey);
  if (operation.credits < 0 && credits > grantsLeftCredits) return noChange('too few', grantsLeftCredits);
  checkAmount(Math.max(0, grantsLeftCredits + operation.credits), 'what is left of all grants');
  const kind = operation.credits < 0 ? 'removed' : 'granted';
  const why = operation.why.slice(0, NOTE_MAX_CHARACTERS);
  const entry: NewEntry = { kind, atMs: terms.nowMs, periodKey, grantId: operation.id, byId, credits, why };
  const account = withChange(today, entry);
  return { account, outcome: { outcome: kind, credits, leftCredits: roomOf(account.sums, periodKey).leftCredits } };
}

function decideResolve(before: Account, operation: Of<'resolve'>, { byId }: By, terms: Terms): Decided {
  const { taskKey, resolution } = operation;
  const hold = before.holds.get(taskKey);
  if (hold === undefined) return noChange('already');
  // A task in progress ends by itself, and then needs its hold.
  if (!hold.unconfirmed) return noChange('not unconfirmed');
  const isReleased = resolution.decision === 'release';
  const credits = isReleased ? hold.credits : (resolution.chargedCredits ?? hold.credits);
  if (
    !isReleased &&
    resolution.isClaimed &&
    !isBelievable(credits, hold.credits, viewOf(before, terms).budgetCredits)
  ) {
    return { outcome: { outcome: 'not believed', credits, leftCredits: 0 } };
  }
  const booking: Booking = isReleased
    ? { kind: 'release', taskKey, why: 'resolved by the operator' }
    : { kind: 'settle', taskKey, credits };
  const { account } = decideBooking(before, booking, terms, byId);
  return { account, outcome: { outcome: isReleased ? 'released' : 'settled', credits, leftCredits: 0 } };
}

type Managed = Extract<NewEntry, { kind: 'managed' }>;
type ManagedOperation = Exclude<AccountOperation, Of<'grant' | 'resolve'>>;

/** Operations that move no credits by themselves. */
function decideManaged(before: Account, operation: ManagedOperation, by: By, terms: Terms): Decided {
  const managed = managedBy(before, operation, by, terms.nowMs);
  if (managed === undefined) return noChange('unchanged');
  const { changes, what, why } = managed;
  // Open periods under the old terms first, because those that have passed belong to them.
  const today = asOf({ ...asOf(before, terms).account, ...changes }, terms);
  const facts = { atMs: terms.nowMs, periodKey: today.periodKey, what, why: why.slice(0, NOTE_MAX_CHARACTERS) };
  const account = withChange(today.account, { kind: 'managed', ...facts, ...by });
  return { account, outcome: { outcome: 'done', credits: 0, leftCredits: 0 } };
}

/** Undefined if nothing changes. */
function managedBy(
  before: Account,
  operation: ManagedOperation,
  { byId, role }: By,
  nowMs: number,
): (Pick<Managed, 'what' | 'why'> & { changes: Partial<Account> }) | undefined {
  switch (operation.kind) {
    case 'allowance': {
      const allowance = parse(allowanceSchema, operation.allowance, 'an allowance');
      const why = allowance === 'default' ? allowance : `${allowance.credits} each ${allowance.every}`;
      const isSame = isDeepStrictEqual(allowance, before.allowance);
      return isSame ? undefined : { changes: { allowance }, what: 'allowance', why };
    }
    case 'pause': {
      const { isPaused } = operation;
      if ((before.pauses[role] !== null) === isPaused) return undefined;
      const pauses = { ...before.pauses, [role]: isPaused ? { atMs: nowMs, byId } : null };
      return { changes: { pauses }, what: isPaused ? 'paused' : 'resumed', why: '' };
    }
    case 'share': {
      const share = parse(shareSchema, operation.share, 'a share');
      const shares = withShare(before.shares, share, nowMs);
      return shares && { changes: { shares }, what: 'share', why: `${shareKey(share)} ${share.credits}` };
    }
    case 'remove share': {
      const shares = before.shares.filter((share) => shareKey(share) !== operation.key);
      const isSame = shares.length === before.shares.length;
      return isSame ? undefined : { changes: { shares }, what: 'share removed', why: operation.key };
    }
    case 'settings': {
      const settings = parse(settingsSchema, { ...before.settings, ...operation.changes }, 'a setting');
      const why = `${settings.timeZone}, ask from ${settings.askFromCredits ?? 'never'}`;
      const isSame = isDeepStrictEqual(settings, before.settings);
      return isSame ? undefined : { changes: { settings }, what: 'settings', why };
    }
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new BudgetError(`${what} is out of its bounds`);
  return parsed.data;
}

/** Undefined if the share is already set like this. */
function withShare(before: readonly Share[], share: Share, nowMs: number): Share[] | undefined {
  const same = before.find((one) => shareKey(one) === shareKey(share));
  if (same?.credits === share.credits) return undefined;
  const others = before.filter((one) => one !== same);
  if (others.length >= SHARES_MAX) {
    throw new BudgetError(`a server can have at most ${SHARES_MAX} shares`, { of: 'shares', most: SHARES_MAX });
  }
  // A changed limit keeps its counter.
  return [...others, { ...share, setAtMs: same ? same.setAtMs : nowMs }];
}
