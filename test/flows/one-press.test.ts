import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Answer, MessageView } from '../../src/sandbox/discord/people/views.ts';
import { componentsOf } from '../../src/sandbox/message-reading.ts';
import { DEFAULT_PRICES } from '../../src/sandbox/task-api/service.ts';
import { DAY_MS } from '../../src/time/clock.ts';
import { atelier, type Easel, GALLERY, mediaOf, people, startEasel, textOf } from '../support/easel.ts';
import {
  agree,
  choose,
  configure,
  fill,
  letBuild,
  messageOf,
  prefer,
  privateText,
  withMore,
} from './moderation-support.ts';

let easel: Easel;
beforeEach(async () => {
  easel = await startEasel();
});
afterEach(() => easel.close());

const { member, secondMember, moderator } = people;

async function made(options: Record<string, string | number | boolean> = {}, userId: string = member) {
  const input = { channelId: GALLERY, name: 'image', options: { prompt: 'a red fox', ...options } };
  const pending = await easel.command(userId, input);
  await easel.idle();
  return easel.now(pending);
}

const last = () => easel.service.tasks().at(-1)?.request;
const pathOf = (address: string | undefined): string => new URL(address ?? '').pathname;
const sources = () => last()?.imageUrls.map(pathOf);
const open = async (userId: string, result: MessageView, label: string): Promise<MessageView> =>
  messageOf(await easel.press(userId, result, label));
async function pressed(userId: string, on: MessageView, label: string): Promise<MessageView> {
  const started = await open(userId, on, label);
  await easel.idle();
  return started;
}

describe('a picture of several', () => {
  it('opens privately and large by its number, and goes on from there', async () => {
    const result = await made({ count: 4 });
    expect(textOf(result)).toMatch(/\[1\]\n\[2\]\n\[3\]\n\[4\]\n\[Again · 16\]\n\[★ Star\]\n\[More …\]$/);
    const second = await open(secondMember, result, '2');
    expect(second.sandbox.ephemeral).toBe(true);
    expect(mediaOf(second).map(({ url }) => pathOf(url))).toEqual([pathOf(mediaOf(result)[1]?.url)]);
    expect(textOf(second)).toMatch(
      /\[Vary · 4\]\n\[Finish · ~10\]\n\[Animate · ~25\]\n\[Change … · 4\]\n\[★ Star\]\n\[Previous\]\n\[Next\]\n\[More …\]$/,
    );
    const third = await open(secondMember, second, 'Next');
    expect(third.id).toBe(second.id);
    const fourth = await open(secondMember, third, 'Next');
    await expect(easel.press(secondMember, fourth, 'Next')).rejects.toThrow('disabled');
    await open(secondMember, fourth, 'Previous');
    expect(mediaOf(third).map(({ url }) => pathOf(url))).toEqual([pathOf(mediaOf(result)[2]?.url)]);
    const varied = await pressed(secondMember, third, 'Vary');
    expect(textOf(varied)).toMatch(new RegExp(`from \\[picture 3\\]\\([^)]*\\) of <@${member}>’s`));
    expect(textOf(easel.now(varied))).toContain(`<@${secondMember}>`);
    expect(last()).toMatchObject({ prompt: 'a red fox', modelId: 'image-model-a' });
    expect(sources()).toEqual([pathOf(mediaOf(result)[2]?.url)]);
    expect(await easel.budget()).toMatchObject({ spent: 20, held: 0 });
  });

  it('has the words of its own variant and model', async () => {
    const asked = await withMore(easel, member, ['compare image-model-b'], {
      options: { prompt: 'a fox at {dawn|dusk}' },
    });
    const result = messageOf(await agree(easel, member, asked));
    await easel.idle();
    await pressed(member, await open(member, easel.now(result), '4'), 'Vary');
    expect(last()).toMatchObject({ prompt: 'a fox at dusk', modelId: 'image-model-b' });
  });
});

it('is not offered where the same words are always refused with a picture', async () => {
  const result = await made({ prompt: 'a woman in a see-through dress' });
  expect(mediaOf(result)).toHaveLength(1);
  expect(textOf(result)).not.toMatch(/Vary|Finish|Animate/);
  expect(textOf(result)).toContain('[★ Star]');
  const more = textOf(await open(member, result, 'More …'));
  expect(more).not.toMatch(/Vary|Reframe/);
  // With other words it may be made.
  expect(more).toMatch(/\[Change … · 4\]/);
  expect(more).toMatch(/\[Edit and make again … · 4\]/);
  expect(more).not.toContain('[Again');
});

describe('one press on a picture', () => {
  it('animates it with its words, and finishes it in the dearest model, without offering a better one', async () => {
    const result = await made({ aspect_ratio: '16:9' });
    await pressed(member, result, 'Animate');
    expect(last()).toMatchObject({ prompt: 'a red fox, gentle movement', modelId: 'omni-flash' });
    expect(last()?.imageUrls).toHaveLength(1);
    const finished = await pressed(member, result, 'Finish');
    expect(last()).toMatchObject({ prompt: 'a red fox', modelId: 'image-model-b', aspectRatio: '16:9' });
    expect(last()?.imageUrls).toHaveLength(1);
    expect(textOf(easel.now(finished))).not.toContain('[Finish');
  });

  it('finishes it in the model that the operator chose', async () => {
    await easel.restart({ IMAGE_MODEL_FINISH: 'image-model-a' });
    expect(textOf(await made())).not.toContain('[Finish');
    await pressed(member, await made({ model: 'image-model-b' }), 'Finish');
    expect(last()).toMatchObject({ modelId: 'image-model-a' });
  });

  it('reframes it, but not to the ratio that it has or that managers took away, nor in their models', async () => {
    await configure(easel, { ratios: ['1:1', '16:9'] });
    const result = await made({ aspect_ratio: '1:1' });
    const all = await open(member, result, 'More …');
    const menu = [...componentsOf(all.components)].find(({ placeholder }) => placeholder === 'Reframe … · 4');
    expect(menu).toMatchObject({ options: [{ label: '16:9', value: '16:9' }] });
    await choose(easel, member, all, 'make:reframe', ['16:9']);
    await easel.idle();
    expect(last()).toMatchObject({ prompt: 'a red fox', aspectRatio: '16:9' });
    await configure(easel, { modelIds: ['image-model-a'] });
    expect(textOf(await made())).toMatch(/\[Vary · 4\]\n\[★ Star\]\n\[More …\]$/);
  });

  it('asks first if it costs more than the button said', async () => {
    const result = await made();
    easel.service.configure({ prices: { ...DEFAULT_PRICES, 'image-model-a': 6 } });
    await made();
    const question = await open(secondMember, result, 'Vary · 4');
    expect(textOf(question)).toContain('6 credits');
    expect(easel.service.creates).toBe(2);
    easel.service.configure({ prices: { ...DEFAULT_PRICES, 'image-model-a': 7 } });
    await made();
    const dearer = messageOf(await agree(easel, secondMember, question));
    expect(textOf(dearer)).toContain('[Make it · 7]');
    await agree(easel, secondMember, dearer);
    await easel.until(() => easel.service.creates === 4);
  });

  it('marks a price as a guess until it was charged, and does not ask if it turns out lower', async () => {
    const result = await made();
    expect(textOf(result)).toContain('[Finish · ~10]');
    await made({ model: 'image-model-b' });
    expect(textOf(await open(member, await open(member, result, 'More …'), 'Back'))).toContain('[Finish · 8]');
    await pressed(secondMember, result, 'Finish · ~10');
    expect(easel.service.creates).toBe(3);
    expect(await easel.budget()).toMatchObject({ spent: 20, held: 0 });
  });

  it('pressed twice is one request, and later another one', async () => {
    const result = await made();
    const both = await Promise.all([1, 2].map(() => easel.press(member, result, 'Vary')));
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['deferred-update', 'message']);
    await easel.idle();
    await easel.clock.advance(5_000);
    await pressed(member, result, 'Vary');
    expect(easel.service.creates).toBe(3);
  });

  it('refused, says what can be afforded and whom it asks, again when it is pressed again at once', async () => {
    await easel.restart({ BUDGET_DEFAULT_CREDITS: '9' });
    const result = await made();
    const refused = [await open(secondMember, result, 'Finish'), await open(secondMember, result, 'Finish')].map(
      textOf,
    );
    expect(refused[0]).toContain('[Make it with Image Model A · 4]');
    expect(refused[1]).toBe(refused[0]);
    await letBuild(easel, member, 'ask');
    expect(textOf(await open(secondMember, result, 'Vary'))).toContain(`<@${member}>, may`);
    await letBuild(easel, member, 'no');
    await easel.clock.advance(5_000);
    for (const _ of [1, 2]) {
      expect(privateText(await easel.press(secondMember, result, 'Vary'))).toContain('doesn’t let others');
    }
  });

  it('on a draft makes a draft', async () => {
    await configure(easel, { drafts: 'on' });
    const draft = await withMore(easel, member, ['draft'], { options: { count: 2 } });
    await easel.idle();
    const now = () => easel.discord.messages(GALLERY, { as: member }).find(({ id }) => id === draft.id) ?? draft;
    const second = await open(member, now(), '2');
    expect(mediaOf(second)).toHaveLength(1);
    const varied = await pressed(member, second, 'Vary');
    expect(varied.sandbox.ephemeral).toBe(true);
    expect(sources()).toEqual([pathOf(mediaOf(now())[1]?.url)]);
    const all = await open(member, second, 'More …');
    const reframed = messageOf(await choose(easel, member, all, 'make:reframe', ['16:9']));
    await easel.idle();
    expect(reframed.sandbox.ephemeral).toBe(true);
    expect(sources()).toEqual([pathOf(mediaOf(now())[1]?.url)]);
  });

  it('makes drafts for who prefers them', async () => {
    await configure(easel, { drafts: 'on' });
    const result = await made();
    await prefer(easel, secondMember, 'drafts', true);
    for (const label of ['Vary', 'Finish']) {
      expect((await pressed(secondMember, result, label)).sandbox.ephemeral).toBe(true);
    }
    const form = await easel.press(secondMember, result, 'Change …');
    const changed = messageOf(await fill(easel, secondMember, form, { prompt: 'in winter' }));
    expect(changed.sandbox.ephemeral).toBe(true);
    await easel.idle();
    const ofDraft = await open(secondMember, await open(secondMember, changed, 'More …'), 'Back');
    expect(textOf(ofDraft)).toContain('What you make from a draft is a draft, too.');
  });

  it('keeps a hidden prompt hidden on what a moderator makes from it', async () => {
    const moderators = { moderatorRoleIds: [atelier.roles.moderator] };
    await configure(easel, { ...moderators, prompts: 'member' });
    const result = await made();
    await configure(easel, moderators);
    const varied = await pressed(moderator, result, 'Vary');
    expect(varied.sandbox.ephemeral).toBe(false);
    expect(last()?.prompt).toBe('a red fox');
    expect(JSON.stringify(easel.discord.messages(GALLERY, { as: secondMember }))).not.toContain('red fox');
  });

  it('still works a month later, from the picture that its message has now', async () => {
    const result = await made();
    await easel.clock.leap(31 * DAY_MS);
    await easel.restart();
    const view = await open(secondMember, result, 'More …');
    await pressed(secondMember, await open(secondMember, view, 'Back'), 'Vary');
    expect(last()?.imageUrls).toHaveLength(1);
  });
});

describe('*More …*', () => {
  const all = async (userId: string, result: MessageView): Promise<string> =>
    textOf(await open(userId, result, 'More …'));

  it('knows who pressed', async () => {
    const result = await made();
    const [own, others, theirs] = [
      await all(member, result),
      await all(secondMember, result),
      await all(moderator, result),
    ];
    expect([own, others, theirs].map((text) => text.includes('[Delete]'))).toEqual([true, false, true]);
    expect([own, others, theirs].map((text) => text.includes('[Report …]'))).toEqual([false, true, true]);
    expect([own, others, theirs].map((text) => text.includes('[Send me the files]'))).toEqual([true, false, false]);
  });

  it('sets one picture of several aside, and blends what was set aside', async () => {
    const result = await made({ count: 2 });
    const second = await open(member, result, '2');
    const one = await open(member, second, 'Use as a source');
    expect(textOf(one)).not.toContain('Blend');
    const two = await open(member, await open(member, result, '1'), 'Use as a source');
    const blended = await pressed(member, two, 'Blend 2');
    expect(textOf(blended)).toContain('> these pictures, blended into one');
    expect(sources()).toEqual([pathOf(mediaOf(result)[1]?.url), pathOf(mediaOf(result)[0]?.url)]);
    await easel.clock.advance(5_000);
    const again: Answer = await easel.press(member, two, 'Blend 2');
    expect(privateText(again)).toContain('haven’t set any pictures aside');
  });
});
