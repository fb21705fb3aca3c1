import type { AuditEntry } from '../../src/moderation/audit-log.ts';
import { changesOf } from '../settings/wording.ts';
import type { CommandContext } from '../support/context.ts';
import { quoteShort } from './lists.ts';

/**
 * Keeps a decision in the log, and tells the moderators' channel where there is one. The log is what counts: a line that
 * Discord does not take is left out. To be called when the one who decided was answered.
 */
export async function noteDecision(
  guildId: string,
  entry: Omit<AuditEntry, 'atMs'>,
  context: CommandContext,
): Promise<void> {
  await context.moderation.audit.add(guildId, entry);
  await tellModerators(guildId, entry, context);
}

/** The line alone, for a decision that is in the log by itself. */
export async function tellModerators(
  guildId: string,
  entry: Omit<AuditEntry, 'atMs'>,
  { moderation, postLine, texts }: CommandContext,
): Promise<void> {
  const { settings } = await moderation.settings.of(guildId);
  const { moderatorsChannelId: channelId } = settings;
  if (channelId === null) return;
  const why = changesOf(entry, texts.moderation.settings) ?? quoteShort(entry.why ?? '');
  await postLine({ guildId, channelId }, texts.moderation.moderators.line({ ...entry, why }));
}
