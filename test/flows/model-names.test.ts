import { describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { answered, ask } from '../commands/asking.ts';
import { type Easel, GALLERY, mediaOf, people, textOf } from '../support/easel.ts';
import {
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
import { section } from './settings-support.ts';

const OWN = { modelNames: { 'image-model-a': 'Sketcher' }, modelAbouts: { 'image-model-a': 'Quick, for ideas' } };

const models = (easel: Easel): Promise<MessageView> => section(easel, 'models');
const named = async (easel: Easel, values: Record<string, string>) =>
  fill(
    easel,
    people.manager,
    await easel.press(people.manager, await models(easel), 'Edit model names'),
    Object.fromEntries(Object.entries(values).map(([id, name]) => [`modelNames.${id}`, name])),
  );
const suggested = (easel: Easel, typed: string) =>
  easel.discord.as(people.member).autocomplete({
    ...{ channelId: GALLERY, name: 'image' },
    ...{ focused: 'model', options: { model: typed } },
  });

describe('a server’s own names for models', () => {
  it('are set by managers, and can be cleared', async () => {
    const easel = await start();
    const saved = messageOf(await named(easel, { 'image-model-a': 'Sketcher ✏️' }));
    expect(textOf(saved)).toContain('Image Model A is called: `Sketcher ✏️`');
    const all = messageOf(await easel.press(people.manager, saved, 'Back'));
    expect(textOf(all)).toContain('Image Model A is called: `Sketcher ✏️`');
    expect(textOf(all)).not.toContain('Image Model B is called');
    const undone = messageOf(await easel.press(people.manager, all, 'Undo (1)'));
    expect(textOf(undone)).not.toContain('Sketcher');
  });

  it('cannot be Discord’s markup or another model’s name, and can name a person, whose mention becomes a name', async () => {
    const easel = await start();
    for (const name of ['**loud**', '[link](x', '`code`', '# title', '-# small']) {
      expect(privateText(await named(easel, { 'image-model-a': name }))).toContain('for Image Model A can’t be used');
    }
    const twice = { 'image-model-a': 'Sketcher', 'image-model-b': 'sketcher' };
    expect(privateText(await named(easel, twice))).toContain('two models would be called “Sketcher”');
    expect(privateText(await named(easel, { 'image-model-a': 'Omni Pro' }))).toContain('two models would be called');
    expect(textOf(await models(easel))).toContain('Image Model A is called: its default name');
    const saved = await named(easel, { 'image-model-a': `<@${people.artist}> ✏️` });
    expect(privateText(saved)).toMatch(/Image Model A is called: `\p{L}[^<@]* ✏️`/u);
  });

  it('appear where members choose a model, in messages and in lists, after a change too', async () => {
    const easel = await start();
    await configure(easel, OWN);
    const [first, ...others] = await suggested(easel, 'sketch');
    expect(first?.name).toMatch(/^Sketcher · ~5 credits.* · Quick, for ideas$/);
    expect(first?.value).toBe('image-model-a');
    expect(others).toEqual([]);

    const { id } = await image(easel, people.member, { options: { prompt: 'a fox', model: 'SKETCHER' } });
    await easel.idle();
    const done = easel.discord.messages(GALLERY, { as: people.member }).find((message) => message.id === id);
    expect(done && textOf(done)).toContain('Sketcher');
    expect(easel.service.tasks().map(({ request }) => request.modelId)).toEqual(['image-model-a']);

    const form = await easel.press(people.member, done ?? fail(), 'Change …');
    expect(JSON.stringify(form)).toContain('"label":"Sketcher"');

    const style = { name: 'ink', words: 'in ink', options: { modelId: 'image-model-a' } };
    expect(textOf(await keepStyle(easel, style))).toContain('Sketcher');
    const saved = await easel.discord
      .as(people.member)
      .autocomplete({ channelId: GALLERY, name: 'image', focused: 'style', options: { style: '' } });
    expect(saved[0]?.name).toBe('ink · Sketcher');

    await configure(easel, {});
    const list = await easel.command(people.member, { channelId: GALLERY, name: 'history' });
    expect(textOf(await easel.open(people.member, list))).toContain('Sketcher · done');
    expect((await suggested(easel, 'sketch')).length).toBe(0);
  });

  it('appear in refusals, on cards, in the budget and its chart', async () => {
    const easel = await start();
    await configure(easel, { ...OWN, modelIds: ['image-model-a'], defaultMode: 'review', moderatorsChannelId: STAFF });
    const other = await image(easel, people.member, { options: { prompt: 'x', model: 'image-model-b' } });
    expect(textOf(other)).toContain('Use `/image` with `Sketcher`');
    await image(easel, people.member);
    const card = await lastCard(easel);
    expect(textOf(card)).toContain('Sketcher · about 5 credits');
    await easel.press(people.manager, card, 'Approve');
    await easel.until(() => prompts(easel).length === 1);
    await easel.idle();
    const budget = await ask(easel, people.member, { name: 'budget' });
    expect(textOf(budget)).toContain('Sketcher: ');
    const [chart] = mediaOf(await answered(easel, people.member, easel.press(people.member, budget, 'Chart')));
    expect(chart?.altText).toContain('Sketcher: 4.');
  });
});

function fail(): never {
  throw new Error('there is no such message');
}
