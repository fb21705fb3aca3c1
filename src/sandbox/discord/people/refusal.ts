export type ClientRefusalReason =
  | 'unknown-channel'
  | 'unknown-command'
  | 'unknown-message'
  | 'unknown-component'
  | 'unknown-modal'
  | 'not-allowed'
  | 'age-restricted'
  | 'disabled'
  | 'missing-option'
  | 'invalid-option'
  | 'file-type'
  | 'file-too-large';

/** Discord's client wouldn't have let a person do this. Nothing reached the bot. */
export class ClientRefusal extends Error {
  override readonly name = 'ClientRefusal';
  readonly reason: ClientRefusalReason;
  /** The option or component at fault. */
  readonly field: string | undefined;

  constructor(reason: ClientRefusalReason, message: string, field?: string) {
    super(message);
    this.reason = reason;
    this.field = field;
  }
}
