import { describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { atelier, type Easel, GALLERY, ids, people, textOf } from '../support/easel.ts';
import {
  agree,
  configure,
  fill,
  image,
  keepStyle,
  lastCard,
  messageOf,
  privateText,
  prompts,
  STAFF,
  start,
} from './moderation-support.ts';
import { enterPrompt, manage, openAs } from './rounds-support.ts';
import { testPrompt } from './settings-support.ts';

/** Easel judges the prompt that reaches the service, in every place that judges. */

const NO_WORDS = { refuse: [], review: [], explicit: [], allow: [] };
const STAFFED = { moderatorsChannelId: STAFF, moderatorRoleIds: [atelier.roles.moderator] };
const REFUSES_KRAKEN = { words: { ...NO_WORDS, refuse: ['kraken'] } };
const SPLIT = 'a {kra|x}{ken|y}';

async function configured(settings: Record<string, unknown>): Promise<Easel> {
  const easel = await start();
  await configure(easel, settings);
  return easel;
}

/** Sends a request and presses *Go on*. */
async function askVaried(easel: Easel, prompt: string): Promise<MessageView> {
  const question = await image(easel, people.member, { options: { prompt } });
  return messageOf(await agree(easel, people.member, question));
}

const cardWith = (easel: Easel, label: string): Promise<MessageView> =>
  easel.until(async () => {
    const last = await lastCard(easel);
    return textOf(last).includes(label) && last;
  });

const HIDDEN = [...' kraken'].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('');
const TYPED = `a cat${HIDDEN}, <:blobfox:1200000000000000002>\u2066 and <@1200000000000000009>`;
const READABLE = 'a cat, blobfox and someone';

it('what the service gets is what moderators read, whatever was typed', async () => {
  const easel = await configured({ ...STAFFED, modes: { [GALLERY]: 'review' } });
  await image(easel, people.member, { options: { prompt: TYPED } });
  const card = await cardWith(easel, '[Approve]');
  expect(textOf(card)).toContain(`> ${READABLE}`);
  const form = await easel.press(people.moderator, card, 'Edit prompt …');
  await fill(easel, people.moderator, form, { prompt: `${TYPED}, edited` });
  await easel.press(people.moderator, await cardWith(easel, 'edited'), 'Approve');
  await easel.idle();
  expect(prompts(easel)).toEqual([`${READABLE}, edited`]);
});

describe('what a form mentions has the name that everyone there can read', () => {
  const { channels, roles } = atelier;
  const MENTIONS = `<@${people.member}> the <@&${roles.artist}> in <#${channels.gallery}>`;
  const NAMED = 'Mira the Artist in gallery';

  it('in *Edit …*, in styles, in themes and entries of rounds', async () => {
    const easel = await configured({ ...STAFFED, modes: { [GALLERY]: 'review' } });
    const result = await image(easel, people.manager, { options: { prompt: 'a cat' } });
    await easel.idle();
    const form = await easel.press(people.manager, easel.now(result), 'Edit and make again …');
    await fill(easel, people.manager, form, { prompt: `a dog, ${MENTIONS}` });
    await easel.idle();
    expect(prompts(easel)).toEqual(['a cat', `a dog, ${NAMED}`]);
    expect(textOf(await keepStyle(easel, { name: 'Inky', words: `like ${MENTIONS}` }))).toContain(`like ${NAMED}`);
    const round = await openAs(easel, people.moderator, { theme: `boats, ${MENTIONS}` });
    expect(textOf(round)).toContain(`boats, ${NAMED}`);
    await enterPrompt(easel, people.member, round, `a boat, ${MENTIONS}`);
    expect(textOf(await manage(easel, round))).toContain(`a boat, ${NAMED}`);
  });

  it('and a neutral word for what others can’t see, for more than five, and while Discord says nothing', async () => {
    const easel = await start();
    const result = await image(easel, people.member, { options: { prompt: 'a cat' } });
    await easel.idle();
    const edited = async (prompt: string): Promise<string | undefined> => {
      const form = await easel.press(people.member, easel.now(result), 'Edit and make again …');
      await fill(easel, people.member, form, { prompt });
      await easel.idle();
      return prompts(easel).at(-1);
    };
    const unseen = [channels.staff, ids.annex.channels.general, '1200000000000000099'].map((id) => `<#${id}>`);
    expect(await edited(`in ${unseen.join(' ')}`)).toBe('in a channel a channel a channel');
    const many = [people.member, people.artist, people.manager, people.owner, people.moderator, people.operator];
    expect(await edited(many.map((id) => `<@${id}>`).join(' '))).toBe('Mira Ayla Nadia Wanda Theo someone');
    easel.discord.faults.switchOn({ name: 'internal-error', method: 'GET' });
    expect(await edited(`<@${people.secondMember}>`)).toBe('someone');
    expect(await edited(`<@${people.artist}>`)).toBe('Ayla');
  });
});

describe('a prompt with choices is judged as the service gets it', () => {
  it('by *Test a prompt …*', async () => {
    const easel = await configured(REFUSES_KRAKEN);
    const tested = async (prompt: string): Promise<string> => textOf(messageOf(await testPrompt(easel, prompt)));
    expect(await tested(SPLIT)).toMatch(/refused:[\s\S]*because of the line `kraken`/);
    expect(await tested('{a hill|}')).toContain('leaves your prompt empty');
    expect(await tested('{a|b|c}{d|e|f}')).toContain('That would make 9 pictures. The most is 8.');
  });

  it('by *Publish*', async () => {
    const easel = await configured({ ...STAFFED, modes: { [GALLERY]: 'preview' } });
    await askVaried(easel, 'a {kra|bro}ken mast');
    await easel.idle();
    const card = await cardWith(easel, '[Publish]');
    await configure(easel, { ...STAFFED, ...REFUSES_KRAKEN });
    expect(privateText(await easel.press(people.moderator, card, 'Publish'))).toContain('list line `kraken`');
  });

  it('by a moderator’s *Edit prompt …*, which may not make more prompts than the member asked for', async () => {
    const easel = await configured({ ...STAFFED, ...REFUSES_KRAKEN, modes: { [GALLERY]: 'review' } });
    await askVaried(easel, '{dawn|dusk}');
    const card = await cardWith(easel, '[Approve]');
    const edit = async (prompt: string): Promise<string> => {
      const answer = await fill(easel, people.moderator, await easel.press(people.moderator, card, 'Edit prompt …'), {
        prompt,
      });
      return 'message' in answer ? textOf(answer.message) : answer.kind;
    };
    expect(await edit('a {kra|x}ken')).toContain('list line `kraken`');
    expect(await edit('{a|b}'.repeat(200))).toContain('That would make thousands of pictures. The most is 2.');
    expect(await edit('{a hill|}')).toContain('leaves your prompt empty');
    await edit('{noon|night}');
    await easel.until(() => textOf(easel.now(card)).includes('noon'));
    await easel.press(people.moderator, easel.now(card), 'Approve');
    await easel.until(() => prompts(easel).length === 2);
    expect(prompts(easel).sort()).toEqual(['night', 'noon']);
  });
});

describe('a choice that can be empty', () => {
  it('is refused before anything is held, in the command and in *Edit …*', async () => {
    const easel = await start();
    for (const prompt of ['{cat|}', '{|}', ' {a|}{b|} ']) {
      expect(textOf(await image(easel, people.member, { options: { prompt } }))).toContain('leaves your prompt empty');
    }
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
    const result = await image(easel, people.member, { options: { prompt: 'a cat' } });
    await easel.idle();
    const form = await easel.press(people.member, easel.now(result), 'Edit and make again …');
    expect(privateText(await fill(easel, people.member, form, { prompt: '{a cat|}' }))).toContain('leaves your prompt');
    expect(prompts(easel)).toEqual(['a cat']);
    // It is accepted next to other words.
    await askVaried(easel, 'a dog{, asleep|}');
    await easel.idle();
    expect(prompts(easel).sort()).toEqual(['a cat', 'a dog', 'a dog, asleep']);
  });
});

describe('a prompt that takes too long to judge', () => {
  const FILLER = 'ﷺ'.repeat(600);

  it('is refused to everyone, with what to do', async () => {
    const easel = await configured({ ...STAFFED, trustedRoleIds: [atelier.roles.artist] });
    for (const userId of [people.secondMember, people.artist, people.moderator, people.manager]) {
      const answer = await image(easel, userId, { options: { prompt: `loli, naked ${FILLER}` } });
      expect(textOf(answer)).toContain('write it in plain letters');
    }
    expect(prompts(easel)).toEqual([]);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
  });

  it('is refused to moderators who write or publish it', async () => {
    const easel = await configured({ ...STAFFED, modes: { [GALLERY]: 'review' } });
    await image(easel, people.member);
    const card = await cardWith(easel, '[Approve]');
    const form = await easel.press(people.moderator, card, 'Edit prompt …');
    expect(privateText(await fill(easel, people.moderator, form, { prompt: FILLER }))).toContain('plain letters');
  });
});
