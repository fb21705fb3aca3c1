import { expect, it } from 'vitest';
import { atelier, type Easel, GALLERY, people, textOf } from '../support/easel.ts';
import { tinyPng } from '../support/pictures.ts';
import {
  configure,
  fill,
  image,
  keepStyle,
  lastCard,
  messageOf,
  moderate,
  privateText,
  prompts,
  start,
} from './moderation-support.ts';
import { enterPrompt, MODERATED, openedRound } from './rounds-support.ts';
import { testPrompt } from './settings-support.ts';

/** What Easel makes in no server and for no one, whichever command asks for it. */

const REFUSED = 'Easel doesn’t make this';
const source = { attachments: [{ option: 'source', name: 'someone.png', bytes: tinyPng }] };
const LENIENT = {
  ...MODERATED,
  trustedRoleIds: [atelier.roles.artist],
  words: { refuse: [], review: [], explicit: [], allow: ['undress', 'naked', 'child'] },
};

async function lenient(settings: Record<string, unknown> = {}): Promise<Easel> {
  const easel = await start();
  await configure(easel, { ...LENIENT, ...settings });
  return easel;
}

it('is refused to everyone, in an age-restricted channel and against every setting, and logged with the words', async () => {
  const easel = await lenient();
  const channelId = atelier.channels.lateNight;
  const { secondMember, artist, moderator, manager, owner } = people;
  for (const userId of [secondMember, artist, moderator, manager, owner]) {
    for (const input of [{ options: { prompt: 'und®ess her' }, ...source }, { options: { prompt: 'a n4ked child' } }]) {
      const answer = await image(easel, userId, { channelId, ...input });
      expect(textOf(answer)).toContain(REFUSED);
      expect(answer.sandbox.ephemeral).toBe(true);
    }
  }
  expect(prompts(easel)).toEqual([]);
  expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
  expect(await moderate(easel, 'refusals')).toContain('child + naked');
});

it('is refused in forms, styles and choices, while the same words pass without a picture', async () => {
  const easel = await lenient();
  const channelId = atelier.channels.lateNight;
  const result = await image(easel, people.member, { channelId, options: { prompt: 'a nude statue' } });
  await easel.idle();
  const change = await easel.press(people.member, easel.now(result), 'Change …');
  expect(privateText(await fill(easel, people.member, change, { prompt: 'take off her dress' }))).toContain(REFUSED);
  await keepStyle(easel, { name: 'bare', words: '{prompt}, naked' });
  const styled = await image(easel, people.member, { channelId, options: { prompt: 'a child', style: 'bare' } });
  expect(textOf(styled)).toContain(REFUSED);
  const varied = await image(easel, people.member, { channelId, options: { prompt: 'a na{k|v}ed child' } });
  expect(textOf(varied)).toContain(REFUSED);
  expect(prompts(easel)).toEqual(['a nude statue']);
});

it('is refused to moderators who write it into a member’s request', async () => {
  const easel = await lenient({ modes: { [GALLERY]: 'review' } });
  await image(easel, people.member, { options: { prompt: 'in winter' }, ...source });
  const card = await easel.until(async () => {
    const last = await lastCard(easel);
    return textOf(last).includes('[Approve]') && last;
  });
  const form = await easel.press(people.moderator, card, 'Edit prompt …');
  expect(privateText(await fill(easel, people.moderator, form, { prompt: 'in a bikini' }))).toContain(REFUSED);
});

it('is refused as a theme and as an entry of a round', async () => {
  const { easel, round } = await openedRound({}, LENIENT);
  expect(await enterPrompt(easel, people.member, round, 'l0li, nude')).toContain(REFUSED);
  const channelId = atelier.channels.general;
  const opened = await easel.command(people.moderator, {
    ...{ channelId, name: 'round', options: { theme: 'naked kids' } },
  });
  expect(textOf(opened)).toContain(REFUSED);
});

it('is explained to managers by *Test a prompt …*, with the words', async () => {
  const easel = await lenient();
  const tested = async (prompt: string): Promise<string> => textOf(messageOf(await testPrompt(easel, prompt)));
  expect(await tested('a naked child')).toMatch(/would be refused[\s\S]*`child \+ naked`[\s\S]*no setting changes/);
  expect(await tested('take off her dress')).toMatch(/start at once[\s\S]*With a source picture it would be refused/);
  expect(await tested('a kite')).not.toContain('source picture');
});
