import { EXPERT_SECTIONS, type Section } from '../../src/moderation/settings/setting-kinds.ts';
import type { Answer, MessageView } from '../../src/sandbox/discord/people/views.ts';
import { type Easel, GALLERY, people, textOf } from '../support/easel.ts';
import { choose, fill, messageOf } from './moderation-support.ts';

/** The panel of settings, one section of it, and a menu's choice in a section, as a manager sees them. */

export const panel = (
  easel: Easel,
  userId: string = people.manager,
  channelId: string = GALLERY,
): Promise<MessageView> => easel.command(userId, { channelId, name: 'settings' });

export async function section(
  easel: Easel,
  name: Section | 'budget',
  userId?: string,
  channelId?: string,
): Promise<MessageView> {
  return openSection(easel, await panel(easel, userId, channelId), name, userId);
}

/** Chooses a section in the menu that has it. */
export async function openSection(
  easel: Easel,
  shown: MessageView,
  name: Section | 'budget',
  userId: string = people.manager,
): Promise<MessageView> {
  const menu = EXPERT_SECTIONS.some((one) => one === name) ? 'experts' : 'pick';
  return messageOf(await choose(easel, userId, shown, `settings:${menu}`, [name]));
}

/** Tests a prompt as the panel does, for another channel if one is named. */
export const testPrompt = async (easel: Easel, prompt: string, channelId?: string): Promise<Answer> => {
  const form = await easel.press(people.manager, await panel(easel), 'Test a prompt …');
  return fill(easel, people.manager, form, { prompt, ...(channelId !== undefined && { channel: [channelId] }) });
};

export const set = async (easel: Easel, name: Section, field: string, values: string[]): Promise<string> =>
  textOf(messageOf(await choose(easel, people.manager, await section(easel, name), `put-${field}`, values)));
