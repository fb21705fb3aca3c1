import { MemberError } from '../../src/errors.ts';
import type { OneChannelField } from '../../src/moderation/settings/settings.ts';
import type { CommandContext } from '../support/context.ts';

interface Greeted {
  guildId: string;
  id: string;
  field: OneChannelField;
}

/** @throws MemberError where a channel is not known to be this server's: Discord says so, or does not show it to Easel. */
export async function refuseElsewhere(
  { guildId, id, field }: Greeted,
  { channelPlaces, texts }: CommandContext,
): Promise<void> {
  const words = texts.moderation.settings;
  const place = await channelPlaces.find(id);
  if (!place) throw new MemberError(words.channelClosed(id));
  if (place.guildId !== guildId) throw new MemberError(words.channelElsewhere(id, field));
}

/**
 * Whether everybody in the server would read what only moderators are meant to: then a manager is asked first.
 * @throws MemberError where the channel is not this server's, or Discord does not say who sees it.
 */
export async function isPublicDesk(chosen: Greeted, context: CommandContext): Promise<boolean> {
  if (chosen.field !== 'moderatorsChannelId') return false;
  await refuseElsewhere(chosen, context);
  const isPublic = await context.isOpenToEveryone(chosen.guildId, chosen.id);
  if (isPublic === undefined) throw new MemberError(context.texts.moderation.settings.audienceUnsure(chosen.id));
  return isPublic;
}

/** Says in a channel what it is for from now on. @throws MemberError where it is not this server's, or Easel cannot write there. */
export async function greet(greeted: Greeted, context: CommandContext): Promise<void> {
  await refuseElsewhere(greeted, context);
  const { id, field } = greeted;
  const words = context.texts.moderation.settings;
  const outcome = await context.postLine(id, words.channelHello[field]);
  if (outcome !== 'posted') throw new MemberError(words.channelClosed(id));
}
