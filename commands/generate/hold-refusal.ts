import type { HoldRefusal } from '../../src/budget/account/decisions.ts';
import { MemberError } from '../../src/errors.ts';
import type { CommandContext } from '../support/context.ts';

/** There are too few credits for what was asked for. */
export class NoCreditsError extends MemberError {
  readonly leftCredits: number;

  constructor(message: string, leftCredits: number) {
    super(message);
    this.leftCredits = leftCredits;
  }
}

/** Why nothing is begun, in words that say what to do next. */
export function holdRefusal(refusal: HoldRefusal, { refusals }: CommandContext['texts']): MemberError {
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
