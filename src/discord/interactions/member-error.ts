/**
 * What a member may see: a refusal in plain words that says what to do next. Everything else that goes wrong shows a
 * fixed sentence with an id that is also in the log.
 */
export class MemberError extends Error {
  override readonly name = 'MemberError';
}
