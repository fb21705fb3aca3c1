import { PermissionFlagsBits } from 'discord.js';
import { UNDO_WITHIN_MS } from '../../src/moderation/records/audit-log.ts';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { atelier, type Easel, people, textOf } from '../support/easel.ts';
import { configure, fill, image, lastCard, privateText, STAFF, start } from './moderation-support.ts';

/** What tests of reports share: a server with moderators, a picture, and what reports do to it. */

export const VIEW = String(PermissionFlagsBits.ViewChannel);
export const SETTINGS = { moderatorsChannelId: STAFF, moderatorRoleIds: [atelier.roles.moderator], reportsToHide: 2 };

export async function made(settings: Record<string, unknown> = {}): Promise<{ easel: Easel; result: MessageView }> {
  const easel = await start();
  await configure(easel, { ...SETTINGS, ...settings });
  const pending = await image(easel, people.member, { options: { prompt: 'a castle' } });
  await easel.idle();
  return { easel, result: easel.now(pending) };
}

export const report = async (easel: Easel, userId: string, result: MessageView, why = ''): Promise<string> =>
  privateText(await fill(easel, userId, await easel.press(userId, result, 'Report …'), { why }));

export const hidden = (easel: Easel, result: MessageView): Promise<MessageView> =>
  easel.until(() => {
    const now = easel.now(result);
    return textOf(now).includes('Hidden until the moderators review it') && now;
  });
/** Once that can’t be undone. Until then, moderators have a button there. */
export async function removed(easel: Easel, result: MessageView): Promise<void> {
  const has = (words: string) => textOf(easel.now(result)).includes(words);
  await easel.until(() => has('The moderators removed this'));
  await easel.clock.leap(UNDO_WITHIN_MS);
  await easel.until(() => !has('[Moderate …]'));
}
export const cardWith = (easel: Easel, words: string): Promise<MessageView> =>
  easel.until(async () => {
    const card = await lastCard(easel);
    return textOf(card).includes(words) && card;
  });
