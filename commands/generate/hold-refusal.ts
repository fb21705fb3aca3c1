import type { HoldRefusal } from '../../src/budget/account/decisions.ts';
import { MemberError } from '../../src/errors.ts';
import type { CommandContext } from '../support/context.ts';

/** Why nothing is begun, in words that say what to do next. */
export function holdRefusal(refusal: HoldRefusal, { refusals }: CommandContext['texts']): MemberError {
  switch (refusal.outcome) {
    case 'short':
      return new MemberError(refusals.noBudget(refusal.neededCredits, refusal.leftCredits, refusal.renewsAtMs));
    case 'share': {
      const { share, leftCredits, renewsAtMs } = refusal.room;
      return new MemberError(refusals.shareUsed(refusal.neededCredits, share, leftCredits, renewsAtMs));
    }
    case 'paused':
      return new MemberError(refusals.paused(refusal.by));
    case 'everywhere':
      return new MemberError(refusals.ceilingReached(refusal.renewsAtMs));
  }
}
