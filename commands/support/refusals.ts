import type { HoldRefusal } from '../../src/budget/account/decisions.ts';
import { BudgetError } from '../../src/budget/amounts.ts';
import type { ServerFacts } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { refusalWords } from '../../src/discord/messages/refusal-words.ts';
import { lackingHere } from '../../src/discord/server/permissions.ts';
import type { Refusal } from '../../src/moderation/admission/refusal.ts';
import type { CommandContext } from './context.ts';

/** Why nothing starts, in words that say what to do next: Discord's permissions, the service, the budget, and the rules. */

type Texts = CommandContext['texts'];

/** @throws MemberError where Easel may not do what a result needs. */
export function needUsableChannel(server: ServerFacts, { refusals }: Texts): void {
  const lacking = lackingHere(server);
  if (!lacking) return;
  throw new MemberError({ see: refusals.cannotSee, send: refusals.cannotSend, attach: refusals.cannotAttach }[lacking]);
}

/** @throws MemberError while the service cannot be asked for anything new: by this member, or by anyone. */
export function needService(
  { money, texts, watch }: Pick<CommandContext, 'money' | 'texts' | 'watch'>,
  memberId?: string,
): void {
  if (watch.mayCreate(memberId)) return;
  const { refusals } = texts;
  const { isAlerted } = money.operatorAlerter;
  const words: Partial<Record<typeof watch.status, string>> = {
    'bad key': refusals.badKey(isAlerted),
    'refuses requests': refusals.notServed(isAlerted),
    'not the service': refusals.notTheService,
  };
  throw new MemberError(words[watch.status] ?? refusals.serviceDown);
}

/** The request needs more credits than are left. */
export class NoCreditsError extends MemberError {
  readonly leftCredits: number;

  constructor(message: string, leftCredits: number) {
    super(message);
    this.leftCredits = leftCredits;
  }
}

export function holdRefusal(refusal: HoldRefusal, { refusals }: Texts): MemberError {
  switch (refusal.outcome) {
    case 'short': {
      const { neededCredits, leftCredits, renewsAtMs } = refusal;
      return new NoCreditsError(refusals.noBudget(neededCredits, leftCredits, renewsAtMs), leftCredits);
    }
    case 'share': {
      const { share, leftCredits, renewsAtMs } = refusal.room;
      const words = refusals.shareUsed(refusal.neededCredits, share, leftCredits, renewsAtMs);
      return new NoCreditsError(words, leftCredits);
    }
    case 'paused':
      return new MemberError(refusals.paused(refusal.by));
    case 'not approved':
      return new MemberError(refusals.notApproved);
    case 'everywhere':
      return new MemberError(refusals.ceilingReached(refusal.renewsAtMs));
  }
}

/** What a member reads whose request the server's rules refuse. */
export function refused(refusal: Refusal, guildId: string, context: CommandContext): MemberError {
  if (refusal.reason === 'no moderators channel') return onModeratorsUnreachable(guildId, context);
  return new MemberError(refusalWords(refusal, context.texts));
}

/** Why words may not be sent, for moderators, who may know the line. */
export function refusedForModerators(refusal: Refusal, texts: Texts): string {
  return refusal.reason === 'words' || refusal.reason === 'explicit'
    ? texts.moderation.refusals.line(refusal.entry.replaceAll('`', 'ˋ'))
    : refusalWords(refusal, texts);
}

/** The refusal if moderators can't be reached. Also alerts the managers, in the channel they chose for that. */
export function onModeratorsUnreachable(guildId: string, { money: { alerter }, texts }: CommandContext): MemberError {
  alerter.onModeratorsUnreachable(guildId);
  return new MemberError(texts.moderation.refusals['no moderators channel']);
}

/** Passes on what comes of it. @throws MemberError, which tells the bound, where the budget cannot keep so much. */
export async function tellingBounds<Result>(
  work: Promise<Result>,
  { budget }: CommandContext['texts'],
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof BudgetError && error.bound)
      throw new MemberError(budget.bounds[error.bound.of](error.bound.most));
    throw error;
  }
}
