import type { SentMessage } from '../rest/message.ts';
import type { Outcome } from '../rest/outcome.ts';

/** For whoever keeps where a new message is. */
export function asPosted(outcome: Outcome<SentMessage>): { messageId: string } | 'no access' | 'unavailable' {
  if (outcome.outcome === 'done') return { messageId: outcome.value.id };
  return outcome.outcome === 'unavailable' ? 'unavailable' : 'no access';
}
