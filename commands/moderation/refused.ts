import { MemberError } from '../../src/errors.ts';
import type { CommandContext } from '../support/context.ts';

/** The refusal where moderators cannot be asked. Managers are told in the channel of the alerts, where they named one. */
export function noDesk(guildId: string, { alerter, texts }: CommandContext): MemberError {
  alerter.noticeNoDesk(guildId);
  return new MemberError(texts.moderation.refusals.noModeratorsChannel);
}
