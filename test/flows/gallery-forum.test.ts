import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PermissionFlagsBits as P } from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { type Channel, channel } from '../../src/sandbox/discord/world/world-schema.ts';
import { makeClip, TEST_FFMPEG } from '../media/clips/clips.ts';
import { tempFolder } from '../store/temp-folder.ts';
import { atelier, type Easel, type EaselOptions, GALLERY, ids, mediaOf, people, textOf } from '../support/easel.ts';
import { answered, SETTINGS, SHOW, show } from './gallery-support.ts';
import { configure, deleteResult, fill, image, messageOf, moderate, moderateBy, start } from './moderation-support.ts';
import { removed, report } from './reports-support.ts';
import { section } from './settings-support.ts';

const FORUM = '1300000000000000901';
const ALL = [P.ManageThreads, P.ManageChannels];

interface Wanted {
  type?: 15 | 16;
  tags?: string[];
  requiresTag?: boolean;
  /** Easel's permissions there in addition to its usual ones. */
  allowed?: bigint[];
  denied?: bigint[];
}

const sum = (permissions: readonly bigint[]): string => String(permissions.reduce((all, one) => all | one, 0n));

async function startWithForum(
  { type = 15, tags = [], requiresTag = false, allowed = ALL, denied = [] }: Wanted = {},
  options: EaselOptions = {},
) {
  const easel = await start(options);
  easel.discord.changeWorld(({ guilds }) => {
    const forum = { requiresTag, tags: tags.map((name, index) => ({ id: `130000000000000091${index}`, name })) };
    const overwrites = [{ id: ids.bot, type: 'member' as const, allow: sum(allowed), deny: sum(denied) }];
    guilds[0]?.channels.push(channel.parse({ id: FORUM, name: 'works', type, forum, overwrites }));
  });
  return easel;
}

/** A server whose gallery is a forum, and a picture by the member. */
async function made(wanted: Wanted = {}, prompt = 'a castle', settings: Record<string, unknown> = {}) {
  const easel = await startWithForum(wanted);
  const said = await configure(easel, { ...SETTINGS, galleryChannelId: FORUM, ...settings });
  const pending = await image(easel, people.member, { options: { prompt } });
  await easel.idle();
  return { easel, said, result: easel.now(pending) };
}

const posts = (easel: Easel): Channel[] =>
  easel.discord.world.guilds[0]?.channels.filter(({ parentId }) => parentId === FORUM) ?? [];

function onlyPost(easel: Easel): { post: Channel; first: MessageView } {
  const [post, ...others] = posts(easel);
  if (!post || others.length > 0) throw new Error(`${posts(easel).length} posts`);
  const [first] = easel.discord.messages(post.id, { as: people.secondMember });
  if (!first) throw new Error('the post is empty');
  return { post, first };
}

const tagsOf = (easel: Easel, post: Channel): string[] => {
  const tags = easel.discord.world.guilds[0]?.channels.find(({ id }) => id === FORUM)?.forum?.tags ?? [];
  return post.appliedTagIds.flatMap((id) => tags.find((tag) => tag.id === id)?.name ?? []);
};

const setThread = (easel: Easel, post: Channel, thread: NonNullable<Channel['thread']>): void =>
  easel.discord.changeWorld(({ guilds }) => {
    for (const one of guilds[0]?.channels ?? []) if (one.id === post.id) one.thread = thread;
  });

const commentsIn = (easel: Easel, post: Channel): string[] =>
  easel.discord.messages(post.id, { as: people.secondMember }).slice(1).map(textOf);

const isEmpty = (easel: Easel) => easel.until(() => posts(easel).length === 0, { limitMs: 7_200_000, stepMs: 5_000 });

describe('a gallery of posts', () => {
  it.each([15, 16] as const)('has one post for each work, named after its prompt, with tags: type %s', async (type) => {
    const { easel, said, result } = await made({ type });
    expect(said).not.toContain('Easel needs');
    expect(await show(easel, people.member, result)).toContain('It’s in the gallery');
    const { post, first } = onlyPost(easel);
    expect(post.name).toBe('a castle');
    expect(tagsOf(easel, post)).toEqual(['picture', 'Image Model A']);
    expect(mediaOf(first)).toMatchObject([{ contentType: 'image/png' }]);
    expect(textOf(first)).toContain(`<@${people.member}> shows`);
    await easel.restart();
    expect(await show(easel, people.member, result)).toContain(
      `already in the gallery: https://discord.com/channels/${atelier.guild}/${post.id}/${post.id}`,
    );
    expect(posts(easel)).toHaveLength(1);
  });

  it('names no post after a prompt that is private', async () => {
    const { easel, result } = await made({}, 'a secret', { prompts: 'member' });
    await show(easel, people.member, result);
    const { post, first } = onlyPost(easel);
    expect(post.name).toMatch(/^A picture by \w+/);
    expect(`${post.name} ${textOf(first)}`).not.toContain('secret');
  });

  it('names a post in one line of at most a hundred characters', async () => {
    const { easel, result } = await made({}, `a **castle**\nand ${'x'.repeat(200)}`);
    await show(easel, people.member, result);
    expect(onlyPost(easel).post.name).toMatch(/^a \*\*castle\*\* and x+…$/);
    expect(onlyPost(easel).post.name.length).toBeLessThanOrEqual(100);
  });

  it('uses tags that exist by their names, and makes none where it may not', async () => {
    const { easel, said, result } = await made({ allowed: [P.ManageThreads], tags: ['Picture'] });
    expect(said).toContain('uses existing tags');
    await show(easel, people.member, result);
    expect(tagsOf(easel, onlyPost(easel).post)).toEqual(['Picture']);
  });

  it('makes no more tags than Discord allows, and no post without a tag where one is required', async () => {
    const tags = Array.from({ length: 9 }, (_, index) => `tag ${index}`);
    const { easel, result } = await made({ allowed: [], tags, requiresTag: true });
    await show(easel, people.member, result);
    expect(tagsOf(easel, onlyPost(easel).post)).toEqual(['tag 0']);
  });

  it.each([
    ['a lost answer', { name: 'cut-after' }],
    ['an answer that never came', { name: 'internal-error' }],
  ] as const)('has one post also after %s and a restart', async (_, fault) => {
    const { easel, result } = await made();
    easel.discord.faults.switchOn({ ...fault, route: '/channels/:channelId/threads', method: 'POST' });
    expect(await show(easel, people.member, result)).toContain('keeps trying');
    await easel.restart();
    easel.discord.faults.clear();
    await easel.until(() => posts(easel).length > 0 && mediaOf(onlyPost(easel).first).length === 1);
    expect(posts(easel)).toHaveLength(1);
  });
});

describe('a post of a work', () => {
  it('is deleted with its comments when the work is taken out', async () => {
    const { easel, result } = await made();
    await show(easel, people.member, result);
    const { post, first } = onlyPost(easel);
    await easel.discord.as(people.secondMember).post({ channelId: post.id, content: 'Lovely' });
    await easel.restart();
    await easel.press(people.moderator, first, 'Remove from gallery');
    await isEmpty(easel);
    // The press is carried out at this point.
    await easel.restart();
    expect(await moderate(easel, 'log')).toContain(`took a picture by <@${people.member}> out`);
    await show(easel, people.member, result);
    expect(onlyPost(easel).post.id).not.toBe(post.id);
  });

  it.each([
    ['with every permission', ALL],
    ['where Easel may not delete it', [P.ManageChannels]],
  ])('waits for moderators while its picture is hidden, and *Restore* refills it: %s', async (_, allowed) => {
    const { easel, result } = await made({ allowed });
    await show(easel, people.member, result);
    const { post, first } = onlyPost(easel);
    await easel.discord.as(people.secondMember).post({ channelId: post.id, content: 'Lovely' });
    setThread(easel, post, { archived: true, locked: false });
    expect(await report(easel, people.moderator, first)).toContain('hidden now');
    await easel.until(() => onlyPost(easel).post.name === 'Hidden for now');
    expect(textOf(onlyPost(easel).first)).toContain('Hidden until the moderators review it');
    expect(textOf(onlyPost(easel).first)).not.toMatch(/castle|[Rr]emoved\b/);
    expect([mediaOf(onlyPost(easel).first), onlyPost(easel).first.attachments]).toEqual([[], []]);
    await easel.restart();
    const hidden = await easel.until(() => textOf(easel.now(result)).includes('Hidden') && easel.now(result));
    await moderateBy(easel, people.moderator, hidden, 'Restore');
    await easel.until(() => mediaOf(onlyPost(easel).first).length === 1);
    expect(onlyPost(easel).post).toMatchObject({ id: post.id, name: 'a castle' });
    expect(commentsIn(easel, post)).toEqual(['Lovely']);
  });

  it('is deleted when its picture is removed or deleted', async () => {
    const { easel, result } = await made();
    await show(easel, people.member, result);
    await report(easel, people.moderator, result);
    const hidden = await easel.until(() => textOf(easel.now(result)).includes('Hidden') && easel.now(result));
    await moderateBy(easel, people.moderator, hidden, 'Remove …');
    await removed(easel, result);
    await isEmpty(easel);
    const other = await image(easel, people.member);
    await easel.idle();
    await show(easel, people.member, easel.now(other));
    await deleteResult(easel, people.member, easel.now(other));
    await isEmpty(easel);
  });

  it('is emptied and renamed when its picture is removed and Easel may not delete it', async () => {
    const { easel, said, result } = await made({ allowed: [P.ManageChannels] }, 'a secret plan');
    expect(said).toContain('comments below it stay');
    await show(easel, people.member, result);
    const { post } = onlyPost(easel);
    await easel.discord.as(people.secondMember).post({ channelId: post.id, content: 'Lovely' });
    await report(easel, people.moderator, result);
    const hidden = await easel.until(() => textOf(easel.now(result)).includes('Hidden') && easel.now(result));
    setThread(easel, post, { archived: true, locked: false });
    await moderateBy(easel, people.moderator, hidden, 'Remove …');
    await removed(easel, result);
    const left = () => easel.discord.messages(post.id, { as: people.secondMember }).map(textOf);
    await easel.until(() => left().length === 1);
    expect(left()).toEqual(['Lovely']);
    expect(posts(easel).map(({ name }) => name)).toEqual(['Removed']);
  });

  it('has a picture that members can build on, whoever its author is', async () => {
    const { easel, result } = await made();
    await show(easel, people.member, result);
    const { post, first } = onlyPost(easel);
    const menu = { channelId: post.id, name: 'Use as a source', targetId: first.id };
    const saved = messageOf(await (await easel.discord.as(people.secondMember).contextMenu(menu)).answer);
    const form = await easel.press(people.secondMember, saved, 'Change …');
    const changed = messageOf(await fill(easel, people.secondMember, form, { prompt: 'in winter' }));
    expect(textOf(changed)).toContain(`from <@${people.member}>’s [picture](https://discord.com/channels/`);
    await easel.idle();
    expect(easel.service.tasks().at(-1)?.request.imageUrls).toHaveLength(1);
  });

  it('can be made again when someone deleted it by hand', async () => {
    const { easel, result } = await made();
    await show(easel, people.member, result);
    easel.discord.changeWorld(({ guilds }) => {
      const [guild] = guilds;
      if (guild) guild.channels = guild.channels.filter(({ parentId }) => parentId !== FORUM);
    });
    await easel.restart();
    expect(await show(easel, people.member, result)).toContain('It’s in the gallery:');
    expect(posts(easel)).toHaveLength(1);
  });
});

describe('the post of a clip', () => {
  /** An ffmpeg that is installed and always fails. */
  async function failing(): Promise<string> {
    const path = join(await tempFolder(), 'ffmpeg');
    await writeFile(path, '#!/bin/sh\n[ "$1" = -version ] && echo "ffmpeg version 1" && exit 0\nexit 1\n', {
      mode: 0o700,
    });
    return path;
  }

  async function madeClip(ffmpeg: string, settings: Record<string, unknown> = {}) {
    const clip = await readFile((await makeClip(join(await tempFolder(), 'clip.mp4'))).path);
    const easel = await startWithForum(
      {},
      {
        environment: { FFMPEG_PATH: ffmpeg },
        service: { makeResult: async () => ({ body: clip, mimeType: 'video/mp4', extension: 'mp4' }) },
      },
    );
    await configure(easel, { ...SETTINGS, galleryChannelId: FORUM, ...settings });
    const video = { channelId: GALLERY, name: 'video', options: { prompt: 'waves' } };
    const pending = await easel.command(people.member, video);
    await easel.idle();
    return { easel, result: easel.now(pending) };
  }

  async function postOfClip(ffmpeg: string, settings: Record<string, unknown> = {}) {
    const { easel, result } = await madeClip(ffmpeg, settings);
    expect(await show(easel, people.member, result)).toContain('It’s in the gallery');
    return { easel, ...onlyPost(easel) };
  }

  it('starts with a still of the clip, which Discord shows as its cover', async () => {
    const { easel, first } = await postOfClip(TEST_FFMPEG, { spoiler: 'always' });
    expect(mediaOf(first)).toMatchObject([
      { contentType: 'image/jpeg', spoiler: true },
      { contentType: 'video/mp4', spoiler: true },
    ]);
    expect(await readdir(join(easel.config.MEDIA_FOLDER, 'easel-results'))).toEqual([]);
  });

  it.each([
    ['there is no ffmpeg', async () => '/nowhere/ffmpeg'],
    ['no still can be taken', failing],
  ])('has the clip alone where %s', async (_, ffmpeg) => {
    const { first } = await postOfClip(await ffmpeg());
    expect(mediaOf(first)).toMatchObject([{ contentType: 'video/mp4' }]);
  });

  it('has one still after a lost answer and a restart', async () => {
    const { easel, result } = await madeClip(TEST_FFMPEG);
    const route = '/channels/:channelId/messages/:messageId';
    easel.discord.faults.switchOn({ name: 'cut-after', route, method: 'PATCH' });
    expect(await show(easel, people.member, result)).toContain('keeps trying');
    await easel.restart();
    easel.discord.faults.clear();
    await easel.until(() => mediaOf(onlyPost(easel).first).length > 0);
    expect(mediaOf(onlyPost(easel).first).map(({ contentType }) => contentType)).toEqual(['image/jpeg', 'video/mp4']);
  });
});

describe('a forum', () => {
  it('chosen as the gallery is refused with the permissions that Easel lacks there', async () => {
    const easel = await startWithForum({ denied: [P.SendMessages, P.AttachFiles] });
    const answer = await configure(easel, { galleryChannelId: FORUM });
    expect(answer).toContain('*Send Messages and Create Posts*, *Attach Files*');
    expect(answer).toContain('Nothing was changed');
    expect(textOf(await section(easel, 'results'))).toContain('Gallery: none');
  });

  it('chosen as the moderators’ channel is refused, because it takes no messages', async () => {
    const easel = await startWithForum();
    expect(await configure(easel, { moderatorsChannelId: FORUM })).toContain('holds posts, not messages');
  });

  it('that is later closed to Easel is reported as closed', async () => {
    const { easel, result } = await made();
    easel.discord.changeWorld(({ guilds }) => {
      const forum = guilds[0]?.channels.find(({ id }) => id === FORUM);
      forum?.overwrites.push({ id: ids.bot, type: 'member', allow: '0', deny: String(P.SendMessages) });
    });
    await easel.press(people.member, result, SHOW);
    expect(await answered(easel, people.member)).toContain('can’t reach the gallery');
    expect(posts(easel)).toEqual([]);
  });
});
