import type { SentMessage } from '../rest/message.ts';
import type { Outcome } from '../rest/outcome.ts';

/** For whoever only has to know whether to try again: what Easel cannot reach is gone for it. */
export function asShown({ outcome }: Outcome<unknown>): 'shown' | 'gone' | 'unavailable' {
  if (outcome === 'done') return 'shown';
  return outcome === 'unavailable' ? outcome : 'gone';
}

/** For whoever keeps where a new message is. */
export function asPosted(outcome: Outcome<SentMessage>): { messageId: string } | 'no access' | 'unavailable' {
  if (outcome.outcome === 'done') return { messageId: outcome.value.id };
  return outcome.outcome === 'unavailable' ? 'unavailable' : 'no access';
}
