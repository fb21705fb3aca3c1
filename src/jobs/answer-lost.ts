/** Nobody knows whether Discord took the first answer to an interaction: its message may be there, or still appear. */
export class AnswerLostError extends Error {
  override readonly name = 'AnswerLostError';
}
