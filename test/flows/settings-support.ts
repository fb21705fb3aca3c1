import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { type Easel, GALLERY, people, textOf } from '../support/easel.ts';
import { choose, messageOf } from './moderation-support.ts';

/** The panel of settings, one section of it, and a menu's choice in a section, as a manager sees them. */

export const panel = (easel: Easel, userId: string = people.manager): Promise<MessageView> =>
  easel.command(userId, { channelId: GALLERY, name: 'settings', subcommand: 'show' });

export const section = async (easel: Easel, name: string): Promise<MessageView> =>
  messageOf(await choose(easel, people.manager, await panel(easel), 'pick', [name]));

export const set = async (easel: Easel, name: string, field: string, values: string[]): Promise<string> =>
  textOf(messageOf(await choose(easel, people.manager, await section(easel, name), `put-${field}`, values)));
