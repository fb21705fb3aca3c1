import { describe, expect, it } from 'vitest';
import { atelier, type Easel, GALLERY, mediaOf, people, textOf } from '../support/easel.ts';
import { configure, image, messageOf, privateText, prompts, STAFF, start } from './moderation-support.ts';
import { set, testPrompt } from './settings-support.ts';

const { channels, roles } = atelier;

const test = async (easel: Easel, { prompt, channel }: { prompt: string; channel?: string }): Promise<string> =>
  textOf(messageOf(await testPrompt(easel, prompt, channel)));

describe('a dry run', () => {
  it('says what would become of a prompt, and why, and sends nothing', async () => {
    const easel = await start();
    await configure(easel, { words: { refuse: ['kraken'], review: [], explicit: [], allow: [] } });
    expect(await test(easel, { prompt: 'a kite' })).toContain('start at once');
    expect(await test(easel, { prompt: 'a kr4ken' })).toMatch(/refused:[\s\S]*because of the line `kraken`/);
    expect(await test(easel, { prompt: 'a nude', channel: channels.lateNight })).toContain('start at once');
    expect(await test(easel, { prompt: 'a nude', channel: channels.general })).toContain('too explicit');

    // For a member who has a role that it takes, and not for one who has every role.
    const review = { moderatorsChannelId: STAFF, defaultMode: 'review', roleIds: [roles.artist, roles.manager] };
    await configure(easel, { ...review, trustedRoleIds: [roles.artist] });
    expect(await test(easel, { prompt: 'a kite' })).toContain('would wait for a moderator');
    await configure(easel, { ...review, trustedRoleIds: [roles.artist, roles.manager] });
    expect(await test(easel, { prompt: 'a kite' })).toContain('start at once');

    // For a clip, where pictures are not made at all.
    await configure(easel, { modelIds: ['omni-flash'], videoChannelIds: [channels.clips] });
    expect(await test(easel, { prompt: 'a kite' })).toContain(`Try <#${channels.clips}>`);

    // In a thread, by what is set for its channel or for itself.
    const options = { prompt: 'a kite', channel: channels.thread };
    await configure(easel, { moderatorsChannelId: STAFF, modes: { [GALLERY]: 'review' } });
    expect(await test(easel, options)).toContain('would wait for a moderator');
    await configure(easel, { moderatorsChannelId: STAFF, modes: { [GALLERY]: 'review', [channels.thread]: 'open' } });
    expect(await test(easel, options)).toContain('start at once');
    expect(prompts(easel)).toEqual([]);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
  });

  it('says where a prompt and the lists are too much to compare', async () => {
    const easel = await start();
    const refuse = Array.from({ length: 20 }, (_, index) => `/[a-z]*a[a-z]{${200 + index}}[0-9]/`);
    await configure(easel, { moderatorsChannelId: STAFF, words: { refuse, review: [], explicit: [], allow: [] } });
    const answer = await test(easel, { prompt: 'a'.repeat(2_000) });
    expect(answer).toMatch(/would be refused[\s\S]*takes too long/);
    expect(await test(easel, { prompt: 'a kite' })).toContain('start at once');
  });
});

describe('what the settings forbid', () => {
  it('binds models, ratios and roles, and what is left open follows the settings', async () => {
    const easel = await start();
    expect(await set(easel, 'models', 'modelIds', ['image-model-b'])).toContain('Models: `Image Model B`');
    await configure(easel, { modelIds: ['image-model-b'], ratios: ['16:9'], roleIds: [roles.artist] });
    expect(textOf(await image(easel, people.member))).toContain(`one of these roles: <@&${roles.artist}>`);
    const wrong = { options: { prompt: 'x', model: 'image-model-a' } };
    expect(textOf(await image(easel, people.artist, wrong))).toContain(
      'This server doesn’t use that model. Use `/image` with `Image Model B`',
    );
    const ratio = { options: { prompt: 'x', aspect_ratio: '1:1' } };
    expect(textOf(await image(easel, people.artist, ratio))).toContain(
      'This server doesn’t use that ratio. Use `/image` with `16:9`',
    );
    expect(textOf(await image(easel, people.artist))).toContain('Image Model B · 16:9');
    await easel.idle();
  });

  it('binds how many there may be, for simultaneous commands too', async () => {
    const easel = await start();
    await configure(easel, { jobsAtOnce: 1, jobsPerDay: 2 });
    const both = await Promise.all([image(easel, people.member), image(easel, people.member)]);
    expect(both.map(textOf).filter((text) => text.includes('asked for a picture'))).toHaveLength(1);
    expect(both.map(textOf).filter((text) => text.includes('the most allowed at once'))).toHaveLength(1);
    await easel.idle();
    expect(textOf(await image(easel, people.member))).toContain('asked for a picture');
    await easel.idle();
    await easel.restart();
    expect(textOf(await image(easel, people.member))).toMatch(/limit of 2 requests a day.*<t:\d+:R>/);
    expect(textOf(await image(easel, people.secondMember))).toContain('asked for a picture');
    await easel.idle();
    expect(prompts(easel)).toHaveLength(3);
  });

  it('does not count what was not begun', async () => {
    const easel = await start({ environment: { BUDGET_DEFAULT_CREDITS: '9' } });
    await configure(easel, { jobsPerDay: 1 });
    const dear = await image(easel, people.member, { options: { prompt: 'x', count: 4 } });
    expect(textOf(dear)).toContain('the server has 9 credits left');
    expect(textOf(await image(easel, people.member))).toContain('asked for a picture');
    await easel.idle();
  });

  it('hides results where spoilers are set, and is not made by a button either', async () => {
    const easel = await start();
    await configure(easel, { spoiler: 'ageRestricted' });
    const night = await image(easel, people.member, { channelId: channels.lateNight });
    const day = await image(easel, people.member);
    await easel.idle();
    expect(mediaOf(easel.now(night)).map(({ spoiler }) => spoiler)).toEqual([true]);
    expect(mediaOf(easel.now(day)).map(({ spoiler }) => spoiler)).toEqual([false]);
    // Words that became forbidden are not made by a button either.
    await configure(easel, { words: { refuse: ['lighthouse'], review: [], explicit: [], allow: [] } });
    expect(privateText(await easel.press(people.secondMember, easel.now(day), 'Vary'))).toContain('rules');
    expect(prompts(easel)).toHaveLength(2);
  });
});

describe('explicit prompts', () => {
  const nude = (easel: Easel, channelId: string) =>
    image(easel, people.member, { channelId, options: { prompt: 'a nude study' } });

  it('pass in age-restricted channels and their threads only', async () => {
    const easel = await start();
    easel.discord.changeWorld(({ guilds }) => {
      const thread = guilds[0]?.channels.find(({ id }) => id === channels.thread);
      if (thread) guilds[0]?.channels.push({ ...thread, id: '1300000000000000303', parentId: channels.lateNight });
    });
    expect(textOf(await nude(easel, GALLERY))).toContain('too explicit for this channel');
    expect(textOf(await nude(easel, channels.thread))).toContain('too explicit for this channel');
    expect(textOf(await nude(easel, channels.lateNight))).toContain('asked for a picture');
    expect(textOf(await nude(easel, '1300000000000000303'))).toContain('asked for a picture');
    await easel.idle();
    expect(prompts(easel)).toHaveLength(2);
  });
});
