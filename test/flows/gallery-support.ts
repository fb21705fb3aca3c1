import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { atelier, type Easel, GALLERY, people, textOf } from '../support/easel.ts';
import { configure, image, STAFF, start } from './moderation-support.ts';

/** What the gallery's flows share. Pictures are made in one channel and shown in another. */

export const HALL = atelier.channels.clips;
export const SETTINGS = {
  galleryChannelId: HALL,
  moderatorsChannelId: STAFF,
  moderatorRoleIds: [atelier.roles.moderator],
  reportsToHide: 2,
};
export const SHOW = 'Show in the gallery';

/** A server with a gallery, and a picture by the member. */
export async function made(
  settings: Record<string, unknown> = {},
  input: Parameters<typeof image>[2] = { options: { prompt: 'a castle' } },
): Promise<{ easel: Easel; result: MessageView }> {
  const easel = await start();
  await configure(easel, { ...SETTINGS, ...settings });
  const pending = await image(easel, people.member, input);
  await easel.idle();
  return { easel, result: easel.now(pending) };
}

/** The gallery's messages, as any member sees them. */
export const hall = (easel: Easel): MessageView[] =>
  easel.discord
    .messages(HALL, { as: people.secondMember })
    .filter((one) => !one.sandbox.ephemeral && !textOf(one).includes('This is now the gallery'));

/** The one copy there. */
export function only(easel: Easel): MessageView {
  const [copy, ...others] = hall(easel);
  if (!copy || others.length > 0) throw new Error(`${hall(easel).length} messages in the gallery`);
  return copy;
}

/** The last private words that a person reads in a channel, apart from the pages that they pressed. */
export const lastPrivateWords = (easel: Easel, userId: string, channelId: string = GALLERY): string => {
  const own = easel.discord
    .messages(channelId, { as: userId })
    .filter((one) => one.sandbox.ephemeral && !textOf(one).includes('[Back]'));
  return own.length === 0 ? '' : textOf(own.at(-1) ?? { components: [], content: '' });
};

/** Presses *Show in the gallery* and returns what the person who pressed reads at the end. */
export async function show(easel: Easel, userId: string, result: MessageView): Promise<string> {
  await easel.press(userId, result, SHOW);
  return answered(easel, userId, result.channel_id);
}

export async function showByMenu(easel: Easel, userId: string, at: MessageView): Promise<string> {
  const handle = await easel.discord.as(userId).contextMenu({ channelId: at.channel_id, name: SHOW, targetId: at.id });
  await handle.answer;
  return answered(easel, userId, at.channel_id);
}

export const answered = (easel: Easel, userId: string, channelId: string = GALLERY): Promise<string> =>
  easel.until(() => lastPrivateWords(easel, userId, channelId));
