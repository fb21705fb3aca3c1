import type { HoldRefusal } from '../../src/budget/account/decisions.ts';
import { BudgetError } from '../../src/budget/ledger/amounts.ts';
import type { ServerFacts } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import {
  type RefusalReason,
  reasonOfDenial,
  reasonOfHold,
  reasonOfRule,
  reasonOfService,
} from '../../src/discord/interactions/refusal-reasons.ts';
import { refusalWords } from '../../src/discord/messages/refusal-words.ts';
import { missingPermission } from '../../src/discord/server/permissions.ts';
import type { Refusal, SourceRefusal } from '../../src/moderation/admission/refusal.ts';
import type { Texts } from '../../src/texts/en.ts';
import type { Needs } from './context.ts';

/** Reasons why a request can't start: permissions in Discord, the service, the budget, and the rules. */

/** The same request may be accepted later, so its author keeps it until then. */
export class NotNowError extends MemberError {
  /** When the reason ends, if that is known. */
  readonly endsAtMs: number | undefined;

  constructor(message: string, reason: RefusalReason, endsAtMs?: number) {
    super(message, reason);
    this.endsAtMs = endsAtMs;
  }
}

/** @throws MemberError if Easel lacks a permission that it needs to show a work here */
export function requireChannel(server: ServerFacts, { refusals }: Texts): void {
  const lacking = missingPermission(server);
  if (lacking) throw new MemberError(refusals.cannot[lacking], 'permission');
}

/** @throws NotNowError while the service accepts no new tasks, from this member or from anyone */
export function requireService(
  { money, texts, watch }: Needs<'money' | 'texts' | 'watch'>,
  from?: { guildId: string; memberId: string },
): void {
  if (watch.mayCreate(from) !== 'no') return;
  const { refusals } = texts;
  const { isAlerted } = money.operatorAlerter;
  const words: Partial<Record<typeof watch.status, string>> = {
    'bad key': refusals.badKey(isAlerted),
    'not the service': refusals.notTheService,
    'asks to wait': refusals.serviceLimited,
  };
  throw new NotNowError(words[watch.status] ?? refusals.serviceDown, reasonOfService(watch.status));
}

/** The request needs more credits than are left. */
export class NoCreditsError extends NotNowError {
  readonly leftCredits: number;

  constructor(message: string, reason: RefusalReason, leftCredits: number, renewsAtMs: number | undefined) {
    super(message, reason, renewsAtMs);
    this.leftCredits = leftCredits;
  }
}

export function holdError(refusal: HoldRefusal, { refusals }: Texts): MemberError {
  const reason = reasonOfHold(refusal);
  switch (refusal.outcome) {
    case 'short': {
      const { neededCredits, leftCredits, renewsAtMs } = refusal;
      return new NoCreditsError(
        refusals.noBudget(neededCredits, leftCredits, renewsAtMs),
        reason,
        leftCredits,
        renewsAtMs,
      );
    }
    case 'share': {
      const { share, leftCredits, renewsAtMs } = refusal.room;
      const words = refusals.shareUsed(refusal.neededCredits, share, leftCredits, renewsAtMs);
      return new NoCreditsError(words, reason, leftCredits, renewsAtMs);
    }
    case 'paused':
      return new NotNowError(refusals.paused(refusal.by), reason);
    case 'not approved':
      return new NotNowError(refusals.notApproved, reason);
    case 'everywhere':
      return new NotNowError(refusals.ceilingReached(refusal.renewsAtMs), reason, refusal.renewsAtMs);
  }
}

/** The server's rules refuse the request. */
export function refusalError(
  refusal: Refusal | SourceRefusal,
  guildId: string,
  context: Needs<'money' | 'texts'>,
): MemberError {
  if (refusal.reason === 'no moderators channel') return noModeratorsChannelError(guildId, context);
  const words = refusalWords(refusal, context.texts);
  const isHidden = refusal.reason === 'source' && reasonOfDenial(refusal.denial) === 'work.hidden';
  const reason = isHidden ? 'work.hidden' : reasonOfRule(refusal);
  switch (refusal.reason) {
    case 'timed out':
      return new NotNowError(words, reason, refusal.untilMs);
    case 'per day':
    case 'cooldown':
    case 'owner declined':
      return new NotNowError(words, reason, refusal.againAtMs);
    case 'owner asked':
      return new NotNowError(words, reason, refusal.expiresAtMs);
    case 'paused':
    case 'at once':
      return new NotNowError(words, reason);
    default:
      return new MemberError(words, reason);
  }
}

/** The reason in words for moderators, who may see which line of a word list matched. */
export function refusalWordsForModerators(refusal: Refusal, texts: Texts): string {
  return refusal.reason === 'words' || refusal.reason === 'explicit'
    ? texts.moderation.refusals.line(refusal.entry)
    : refusalWords(refusal, texts);
}

/** The refusal if moderators can't be reached. Also alerts the managers, in the channel they chose for that. */
export function noModeratorsChannelError(
  guildId: string,
  { money: { alerter }, texts }: Needs<'money' | 'texts'>,
): MemberError {
  alerter.onModeratorsUnreachable(guildId);
  return new NotNowError(texts.moderation.refusals['no moderators channel'], 'review.channel');
}

/** Awaits `work`. @throws MemberError that names the bound if an account can't keep that many records */
export async function explainBounds<Result>(work: Promise<Result>, { budget }: Texts): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof BudgetError && error.bound)
      throw new MemberError(budget.bounds[error.bound.of](error.bound.most), 'limit.records');
    throw error;
  }
}
