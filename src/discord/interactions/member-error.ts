import type { RefusalReason } from './refusal-reasons.ts';

/**
 * What a member may see: a refusal in plain words that says what to do next, with a code for the log. Everything else that
 * goes wrong shows a fixed sentence with an id that is also in the log.
 */
export class MemberError extends Error {
  override readonly name = 'MemberError';
  readonly reason: RefusalReason;

  constructor(message: string, reason: RefusalReason = 'input') {
    super(message);
    this.reason = reason;
  }
}
