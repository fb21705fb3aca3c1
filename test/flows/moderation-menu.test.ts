import { describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { atelier, type Easel, GALLERY, mediaOf, people, textOf } from '../support/easel.ts';
import {
  configure,
  fill,
  image,
  inGallery,
  messageOf,
  moderate,
  moderateBy,
  privateText,
  STAFF,
  start,
} from './moderation-support.ts';

const SETTINGS = { moderatorsChannelId: STAFF, moderatorRoleIds: [atelier.roles.moderator] };

async function made(): Promise<{ easel: Easel; result: MessageView }> {
  const easel = await start();
  await configure(easel, SETTINGS);
  const pending = await image(easel, people.member);
  await easel.idle();
  return { easel, result: easel.now(pending) };
}

const menuOf = async (easel: Easel, userId: string, { id: targetId }: MessageView) =>
  easel.discord.as(userId).contextMenu({ channelId: GALLERY, name: 'Moderate this', targetId });

async function hidden(easel: Easel, result: MessageView): Promise<MessageView> {
  const form = await easel.press(people.moderator, result, 'Report …');
  await fill(easel, people.moderator, form, { why: 'blurred' });
  return easel.until(() => textOf(easel.now(result)).includes('[Moderate …]') && easel.now(result));
}

describe('*Moderate …*', () => {
  it('opens a menu for moderators alone, which removes a picture with a reason', async () => {
    const { easel, result } = await made();
    const now = await hidden(easel, result);
    expect(textOf(now)).not.toMatch(/\[Restore\]|\[Remove\]/);
    expect(privateText(await easel.press(people.secondMember, now, 'Moderate …'))).toContain(
      'Only this server’s moderators can do that',
    );
    const menu = privateText(await easel.press(people.moderator, now, 'Moderate …'));
    expect(menu).toContain(`Moderate a picture by <@${people.member}>`);
    expect(menu).toContain('blurred');
    for (const label of ['Restore', 'Remove …', 'Time out …']) expect(menu).toContain(`[${label}]`);
    expect(menu).not.toContain('[Hide …]');
    // It removes a picture with a reason, which its author and the log get and the channel does not.
    expect(privateText(await moderateBy(easel, people.moderator, now, 'Remove …', 'Too like a real one'))).toContain(
      '**Removed**',
    );
    await easel.until(() => mediaOf(easel.now(result)).length === 0);
    expect(await moderate(easel, 'log')).toContain('Too like a real one');
    expect(inGallery(easel).join()).not.toContain('Too like');
    expect(privateText(await easel.press(people.member, easel.now(result), 'Why?'))).toContain('Too like a real one');
  });

  it('restores a picture, and only one decision counts', async () => {
    const { easel, result } = await made();
    const now = await hidden(easel, result);
    const menu = messageOf(await easel.press(people.moderator, now, 'Moderate …'));
    const late = messageOf(await easel.press(people.manager, now, 'Moderate …'));
    await easel.press(people.moderator, menu, 'Restore');
    await easel.until(() => textOf(easel.now(result)).includes('[★ Star]'));
    const form = await easel.press(people.manager, late, 'Remove …');
    expect(privateText(await fill(easel, people.manager, form, { why: '' }))).toContain('Too late');
  });

  it('puts the author in a timeout, but no manager, and no one themselves', async () => {
    const { easel, result } = await made();
    const now = await hidden(easel, result);
    const menu = messageOf(await easel.press(people.moderator, now, 'Moderate …'));
    const form = await easel.press(people.moderator, menu, 'Time out …');
    const said = privateText(await fill(easel, people.moderator, form, { for: '60', why: 'again and again' }));
    expect(said).toContain('can’t make anything here until');
    expect(textOf(await image(easel, people.member))).toContain('again and again');

    const managers = await image(easel, people.manager);
    await easel.idle();
    const theirs = messageOf(await easel.press(people.moderator, await hidden(easel, managers), 'Moderate …'));
    expect(privateText(await easel.press(people.moderator, theirs, 'Time out …'))).toContain('can’t be timed out');
  });

  it('is in the message menu of any picture for people with Manage Messages, and hides unreported ones too', async () => {
    const { easel, result } = await made();
    const offered = async (userId: string) =>
      (await easel.discord.as(userId).commands(GALLERY)).map(({ name }) => name);
    expect(await offered(people.member)).not.toContain('Moderate this');
    expect(await offered(people.moderator)).toContain('Moderate this');
    const menu = messageOf(await (await menuOf(easel, people.moderator, result)).answer);
    const form = await easel.press(people.moderator, menu, 'Hide …');
    await fill(easel, people.moderator, form, { why: 'blurred' });
    await easel.until(() => textOf(easel.now(result)).includes('Hidden until the moderators review it'));
  });
});
