import type { InteractionOf } from '../../src/discord/interactions/interaction.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { mustBeDone } from '../../src/discord/rest/outcome.ts';
import { MemberError } from '../../src/errors.ts';
import { noteDecision, tellModerators } from '../moderation/decisions.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { isModerator } from '../support/guards.ts';

/** Deletes the copy that the button is on: the member whose result it is, or a moderator. */
export async function takeOut(
  { server, userId, message }: InServer<InteractionOf<'component'>>,
  { jobId, memberId }: { jobId: string; memberId: string },
  respond: Responder,
  context: CommandContext,
): Promise<void> {
  const { moderation, texts } = context;
  const { guildId } = server;
  const { settings } = await context.rules();
  if (userId !== memberId && !isModerator(server, settings)) {
    throw new MemberError(texts.moderation.gallery.notYoursToTakeOut);
  }
  const outcome = await moderation.gallery.takeOut({ guildId, jobId }, { byId: userId, messageId: message.id });
  await respond.acknowledge();
  // The press opens its message also where no record is left of it, and where the bot itself no longer sees the channel.
  const deleted = await respond.deleteOriginal();
  if (outcome === 'unknown' && deleted.outcome !== 'gone') mustBeDone(deleted);
  if (outcome !== 'unknown') await moderation.gallery.carryOut(guildId, jobId);
  if (userId === memberId) return;
  const entry = { byId: userId, action: 'taken out of the gallery' as const, memberId, jobId };
  if (outcome === 'taken out') await tellModerators(guildId, entry, context);
  if (outcome === 'unknown' && deleted.outcome === 'done') await noteDecision(guildId, entry, context);
}
