import { refusalWords } from '../../src/discord/messages/refusal-words.ts';
import { MemberError } from '../../src/errors.ts';
import type { Refusal, WordRefusal } from '../../src/moderation/refusal.ts';
import type { CommandContext } from '../support/context.ts';

/** What a member is told whose request the server's rules refuse. */
export function refused(refusal: Refusal, guildId: string, context: CommandContext): MemberError {
  if (refusal.reason === 'no moderators channel') return noDesk(guildId, context);
  return new MemberError(refusalWords(refusal, context.texts));
}

/** Why words may not be sent, for moderators, who may know the line. */
export function refusedForModerators(refusal: WordRefusal, texts: CommandContext['texts']): string {
  return refusal.reason === 'words' || refusal.reason === 'explicit'
    ? texts.moderation.refusals.line(refusal.entry.replaceAll('`', 'ˋ'))
    : refusalWords(refusal, texts);
}

/** The refusal where moderators cannot be asked. Managers are told in the channel of the alerts, where they named one. */
export function noDesk(guildId: string, { alerter, texts }: CommandContext): MemberError {
  alerter.noticeNoDesk(guildId);
  return new MemberError(texts.moderation.refusals.noModeratorsChannel);
}
