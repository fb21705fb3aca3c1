import { MemberError } from '../../src/errors.ts';
import type { OneChannelField } from '../../src/moderation/settings.ts';
import type { CommandContext } from '../context.ts';

/** Says in a channel what it is for from now on. @throws MemberError where it is not this server's, or Easel cannot write there. */
export async function greet(
  { guildId, id, field }: { guildId: string; id: string; field: OneChannelField },
  { channelPlaces, postLine, texts }: CommandContext,
): Promise<void> {
  const words = texts.moderation.settings;
  const place = await channelPlaces.find(id);
  // What Discord does not say counts as closed: before it is known whose channel it is, nothing is posted.
  if (!place) throw new MemberError(words.channelClosed(id));
  if (place.guildId !== guildId) throw new MemberError(words.channelElsewhere(id, field));
  const outcome = await postLine(id, words.channelHello[field]);
  if (outcome !== 'posted') throw new MemberError(words.channelClosed(id));
}
