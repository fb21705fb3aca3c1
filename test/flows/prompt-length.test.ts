import { describe, expect, it } from 'vitest';
import type { Answer } from '../../src/sandbox/discord/people/views.ts';
import { GALLERY, people } from '../support/easel.ts';
import { configure, image, lastCard, privateText, start } from './moderation-support.ts';
import { enterPrompt, MODERATED, openAs } from './rounds-support.ts';
import { panel } from './settings-support.ts';

const longest = (characters: number) => ({ environment: { PROMPT_MAX_CHARACTERS: String(characters) } });
const prompt = (characters: number) => ({ options: { prompt: 'o'.repeat(characters) } });
/** The longest text that a form takes. */
const takenBy = (opened: Answer): string => JSON.stringify(opened).match(/"max_length":\d+/)?.[0] ?? opened.kind;

describe('the longest prompt that the operator allows', () => {
  it('is the longest that can be typed, so that no one writes more in vain', async () => {
    const easel = await start(longest(50));
    await expect(image(easel, people.member, prompt(51))).rejects.toThrow('50');
    await image(easel, people.member, prompt(50));
    const test = await easel.press(people.manager, await panel(easel), 'Test a prompt …');
    expect(takenBy(test)).toBe('"max_length":50');
    await easel.idle();
  });

  it('applies to buttons, too', async () => {
    const easel = await start(longest(50));
    const done = await image(easel, people.member, prompt(50));
    await easel.idle();
    await easel.restart({ PROMPT_MAX_CHARACTERS: '40' });
    expect(privateText(await easel.press(people.member, easel.now(done), 'Vary'))).toContain(
      'Your prompt has 50 characters; the limit is 40.',
    );
    expect(easel.service.creates).toBe(1);
  });

  it('applies to a moderator’s form, which shows an older prompt whole', async () => {
    const easel = await start(longest(50));
    await configure(easel, { ...MODERATED, modes: { [GALLERY]: 'review' } });
    await image(easel, people.member, prompt(45));
    const card = await lastCard(easel);
    expect(takenBy(await easel.press(people.moderator, card, 'Edit prompt …'))).toBe('"max_length":50');
    await easel.restart({ PROMPT_MAX_CHARACTERS: '40' });
    expect(takenBy(await easel.press(people.moderator, card, 'Edit prompt …'))).toBe('"max_length":45');
  });

  it('applies to the form of a round, where it is shorter than a round’s own limit', async () => {
    const easel = await start(longest(50));
    await configure(easel, MODERATED);
    const round = await openAs(easel, people.moderator);
    expect(takenBy(await easel.press(people.member, round, 'Enter a prompt'))).toBe('"max_length":50');
    await enterPrompt(easel, people.member, round, 'x'.repeat(50));
    await easel.restart({ PROMPT_MAX_CHARACTERS: '40' });
    const again = await easel.press(people.member, easel.now(round), 'My entry');
    expect('message' in again && takenBy(await easel.press(people.member, again.message, 'Change …'))).toBe(
      '"max_length":40',
    );
    await easel.restart({ PROMPT_MAX_CHARACTERS: '3000' });
    expect(takenBy(await easel.press(people.secondMember, easel.now(round), 'Enter a prompt'))).toBe(
      '"max_length":400',
    );
  });
});
