import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PREFERENCES, type PreferenceKey } from '../../src/discord/custom-ids/controls.ts';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { componentsOf } from '../../src/sandbox/message-reading.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createStyles } from '../../src/studio/styles.ts';
import { atelier, type Easel, GALLERY, mediaOf, people, startEasel, textOf } from '../support/easel.ts';
import {
  agree,
  choose,
  configure,
  fill,
  keepStyle,
  lastCard,
  messageOf,
  openStyle,
  prefer,
  STAFF,
  search,
  setLimit,
  withMore,
} from './moderation-support.ts';

let easel: Easel;
beforeEach(async () => {
  easel = await startEasel();
});
afterEach(() => easel.close());

type Options = Record<string, string | number | boolean>;
const run = (name: string, options: Options = {}, userId: string = people.member) => {
  const [command = '', subcommand] = name.split(' ');
  return easel.command(userId, { channelId: GALLERY, name: command, ...(subcommand ? { subcommand } : {}), options });
};
const suggest = (name: string, focused: string, typed = '') => {
  const [command = '', subcommand] = name.split(' ');
  return easel.discord.as(people.member).autocomplete({
    ...{ channelId: GALLERY, name: command, ...(subcommand ? { subcommand } : {}) },
    ...{ focused, options: { [focused]: typed } },
  });
};
const preferAll = async (values: Partial<Record<PreferenceKey, string | number | boolean>>): Promise<void> => {
  for (const key of PREFERENCES) {
    if (values[key] !== undefined) await prefer(easel, people.member, key, values[key]);
  }
};
/** What the menus of a panel show. */
const chosenIn = (panel: MessageView): string[] =>
  [...componentsOf(panel.components)].flatMap(({ options }) =>
    Array.isArray(options) ? options.filter((one) => one.default).map(({ label }) => String(label)) : [],
  );
const requests = () => easel.service.tasks().map(({ request }) => request);

describe('a style', () => {
  it('of one’s own is put around the prompt, and its name is not shown', async () => {
    const saved = await keepStyle(easel, { name: 'Secret name', words: '{prompt}, oil on linen' });
    expect(textOf(saved)).toContain('a heron, oil on linen');
    const pending = await run('image', { prompt: 'a red fox', style: 'secret NAME' });
    expect(textOf(pending)).toContain('> a red fox, oil on linen');
    expect(textOf(pending)).not.toContain('Secret name');
    await easel.idle();
    expect(requests()).toMatchObject([{ prompt: 'a red fox, oil on linen' }]);
  });

  it('of the server is available to everyone, and its name is shown', async () => {
    await keepStyle(easel, { userId: people.owner, name: 'Linocut', words: 'a linocut', isServers: true });
    const pending = await run('image', { prompt: 'a boat', style: 'linocut' });
    expect(textOf(pending)).toContain('in the style Linocut');
    expect(textOf(await run('style'))).toContain('**Linocut**\na linocut\n-# the server’s');
    await easel.idle();
    expect(requests()).toMatchObject([{ prompt: 'a boat, a linocut' }]);
  });

  it('of the server can be changed only by people who may manage it', async () => {
    const form = await easel.press(people.member, await run('style'), 'New style …');
    expect(JSON.stringify(form)).not.toContain('Everyone in this server');
    await keepStyle(easel, { userId: people.manager, name: 'Ours', words: 'a linocut', isServers: true });
    expect(textOf(await openStyle(easel, people.member, 'Ours'))).not.toContain('Edit words …');
    const page = await openStyle(easel, people.manager, 'Ours');
    easel.discord.changeWorld(({ guilds }) => {
      const manager = guilds[0]?.members.find(({ userId }) => userId === people.manager);
      if (manager) manager.roleIds = [];
    });
    const asked = messageOf(await easel.press(people.manager, page, 'Delete …'));
    expect(textOf(messageOf(await easel.press(people.manager, asked, 'Delete')))).toContain('Manage Server');
    expect(textOf(await run('style'))).toContain('Ours');
  });

  it('that does not exist, or whose words the lists refuse, is refused before anything starts', async () => {
    await keepStyle(easel, { name: 'bad', words: '{prompt}, nude' });
    expect(textOf(await run('image', { prompt: 'a boat', style: 'bad' }))).not.toContain('Waiting');
    expect(textOf(await run('image', { prompt: 'a boat', style: 'gone' }))).toContain('no style “gone”');
    expect(requests()).toEqual([]);
  });
});

describe('a style’s page', () => {
  it('edits its words and deletes it, after a question', async () => {
    await keepStyle(easel, { name: 'ink', words: '{prompt}, ink' });
    const page = await openStyle(easel, people.member, 'ink');
    const other = await openStyle(easel, people.member, 'ink');
    const form = await easel.press(people.member, page, 'Edit words …');
    const edited = messageOf(await fill(easel, people.member, form, { words: '{prompt}, in ink on paper' }));
    expect(textOf(edited)).toContain('a heron, in ink on paper');
    const asked = messageOf(await easel.press(people.member, edited, 'Delete …'));
    const kept = messageOf(await easel.press(people.member, asked, 'Cancel'));
    const again = messageOf(await easel.press(people.member, kept, 'Delete …'));
    expect(textOf(messageOf(await easel.press(people.member, again, 'Delete')))).toContain('Deleted **ink**');
    expect(textOf(await run('style'))).toContain('There are no styles yet');
    expect(textOf(messageOf(await easel.press(people.member, other, 'Edit words …')))).toContain('no longer exists');
  });
});

describe('a style with options', () => {
  const preset = {
    name: 'Linocut',
    words: '{prompt}, a linocut',
    options: { modelId: 'image-model-b', aspectRatio: '16:9', count: 2, spoiler: true },
  };

  it('applies all of them, before the member’s preferences and after the command’s own options', async () => {
    const saved = await keepStyle(easel, preset);
    expect(textOf(saved)).toContain('16:9');
    await preferAll({ imageModelId: 'image-model-a', aspectRatio: '1:1', count: 1, spoiler: false });
    await easel.restart();
    const pending = await run('image', { prompt: 'a boat', style: 'linocut' });
    await easel.idle();
    const made = { prompt: 'a boat, a linocut', modelId: 'image-model-b', aspectRatio: '16:9' };
    expect(requests()).toMatchObject([made, made]);
    expect(JSON.stringify(easel.now(pending).components)).toContain('"spoiler":true');

    await run('image', { prompt: 'a car', style: 'linocut', model: 'image-model-a', aspect_ratio: '3:2', count: 1 });
    await easel.idle();
    expect(requests().at(-1)).toMatchObject({ modelId: 'image-model-a', aspectRatio: '3:2' });
    expect(requests()).toHaveLength(3);
  });

  it('may have no words, but may not be empty', async () => {
    const page = await keepStyle(easel, { name: 'wide', words: 'wide' });
    const emptied = async () =>
      fill(easel, people.member, await easel.press(people.member, page, 'Edit words …'), { words: '' });
    expect(textOf(messageOf(await emptied()))).toContain('would change nothing');
    const form = await choose(easel, people.member, page, 'put-aspectRatio', ['another']);
    await fill(easel, people.member, form, { ratio: '21x9' });
    expect(textOf(messageOf(await emptied()))).toContain('21:9');
    await run('image', { prompt: 'a plain', style: 'wide' });
    await easel.idle();
    expect(requests()).toMatchObject([{ prompt: 'a plain', aspectRatio: '21:9' }]);
  });

  it('keeps what a change leaves out, and is refused where the server does not use its model', async () => {
    await keepStyle(easel, preset);
    expect(textOf(await keepStyle(easel, { ...preset, name: 'linocut', options: {} }))).toContain(
      'Updated **linocut**',
    );
    await choose(easel, people.member, await openStyle(easel, people.member, 'linocut'), 'put-count', ['3']);
    expect(textOf(await run('style'))).toMatch(/a linocut\n-# Image Model B · 16:9 · 3 pictures/);
    await configure(easel, { modelIds: ['image-model-a'] });
    const refused = textOf(await run('image', { prompt: 'a boat', style: 'linocut' }));
    expect(refused).toContain('This server doesn’t use that model');
    expect(requests()).toEqual([]);
  });

  it('belongs to one command when it names a model, and only that command offers it', async () => {
    await keepStyle(easel, { name: 'film', words: 'on film', options: { modelId: 'omni-pro' } });
    await keepStyle(easel, { name: 'plain', words: 'plain' });
    expect(textOf(await run('image', { prompt: 'a boat', style: 'film' }))).toContain('is for `/video`');
    expect((await suggest('image', 'style')).map(({ value }) => value)).toEqual(['plain']);
    expect((await suggest('video', 'style')).map(({ name }) => name)).toEqual(['film · Omni Pro', 'plain']);
    expect(requests()).toEqual([]);
  });

  it('with a retired model says so, and works with another', async () => {
    await keepStyle(easel, preset);
    await easel.app.stop();
    const store = await openStore(easel.config.STORE_URL);
    const styles = createStyles({ store, clock: easel.clock });
    const owner = { guildId: atelier.guild, memberId: people.member };
    await styles.save(owner, { name: 'Linocut', byId: people.member, options: { modelId: 'model-of-last-year' } });
    await store.close();
    await easel.restart();
    expect(textOf(await run('image', { prompt: 'a boat', style: 'linocut' }))).toContain('is no longer available');
    expect(requests()).toEqual([]);
    await run('image', { prompt: 'a boat', style: 'linocut', model: 'image-model-a', count: 1 });
    await easel.idle();
    expect(requests()).toMatchObject([{ modelId: 'image-model-a', aspectRatio: '16:9' }]);
  });
});

describe('the models', () => {
  it('are offered with their strengths and their present prices, in forms too', async () => {
    expect(await suggest('image', 'model')).toContainEqual({
      ...{ name: 'Image Model A · good for experiments · ~5 credits', value: 'image-model-a' },
    });
    const pending = await run('image', { prompt: 'a boat' });
    await easel.idle();
    const form = JSON.stringify(await easel.press(people.member, easel.now(pending), 'Animate …'));
    expect(form).toContain('Omni Pro');
    expect(form).toContain('best for a finished clip · ~75 credits');
    for (let turn = 1; turn < 5; turn++) {
      await run('image', { prompt: `a boat ${turn}` });
      await easel.idle();
    }
    await easel.restart();
    const [learned] = await suggest('image', 'model', 'model a');
    expect(learned?.name).toMatch(/^Image Model A · good for experiments · 4 credits · usually \d+ s$/);
  });

  it('can be typed when the list came too late, if the server uses them, and unknown names are refused', async () => {
    await run('video', { prompt: 'waves', model: 'omni PRO' });
    await easel.idle();
    expect(requests()).toMatchObject([{ modelId: 'omni-pro' }]);
    expect(textOf(await run('image', { prompt: 'a boat', model: 'omni pro' }))).toContain('There’s no such model');
    expect(requests()).toHaveLength(1);
    await configure(easel, { modelIds: ['omni-pro', 'image-model-b'] });
    expect((await suggest('video', 'model')).map(({ value }) => value)).toEqual(['omni-pro']);
    const panel = JSON.stringify(await run('preferences'));
    expect(panel).toContain('Model for pictures: Image Model B');
    expect(panel).not.toContain('Model for pictures: Image Model A');
    const style = JSON.stringify(await keepStyle(easel, { name: 'ink', words: 'ink' }));
    expect(style).toContain('Model: Image Model B');
    expect(style).not.toContain('Model: Image Model A');
  });
});

describe('two models compared', () => {
  const both = (options: Options = {}, second = 'image-model-b') =>
    withMore(easel, people.member, [`compare ${second}`], {
      options: { prompt: 'a red fox', model: 'image-model-a', ...options },
    });

  it('each make the picture, once their prices are known; every task is held and labelled separately', async () => {
    const asked = await both();
    expect(textOf(asked)).toContain('Image Model A · good for experiments · ~5 credits');
    expect(textOf(asked)).toContain('15 credits');
    expect(requests()).toEqual([]);
    await easel.restart();
    const pending = await agree(easel, people.member, asked);
    if (pending.kind !== 'message') throw new Error(pending.kind);
    await easel.idle();
    expect(requests().map(({ modelId }) => modelId)).toEqual(['image-model-a', 'image-model-b']);
    const done = textOf(easel.now(pending.message));
    expect(done).toMatch(/\*\*1\*\* Image Model A: Done.*\n\*\*2\*\* Image Model B: Done/);
    expect(done).toContain('Image Model A and Image Model B · 12 credits');
    expect(textOf(await search(easel, people.member, { model: 'image-model-b' }))).toContain('a red fox');
    expect(await easel.budget()).toMatchObject({ spent: 12, held: 0 });

    // Their prices are learned separately, and both make it again.
    const again = messageOf(await easel.press(people.secondMember, easel.now(pending.message), 'Again'));
    expect(textOf(again)).toContain('· 4 credits');
    expect(textOf(again)).toContain('· 8 credits');
    await agree(easel, people.secondMember, again);
    await easel.idle();
    expect(requests()).toHaveLength(4);

    // Both are chosen in the form of *Edit …*, where one can be removed.
    const edit = () => easel.press(people.member, easel.now(pending.message), 'Edit and make again …');
    const [form, second] = [await edit(), await edit()];
    expect(textOf(messageOf(await fill(easel, people.member, form, { prompt: 'a grey fox' })))).toContain(
      'Image Model B',
    );
    await fill(easel, people.member, second, { model: ['image-model-b'], more: [] });
    await easel.idle();
    expect(requests().slice(4)).toMatchObject([{ prompt: 'a red fox', modelId: 'image-model-b' }]);
  });

  it('are one model in the form, unless a second one is chosen to compare', async () => {
    const pending = await run('image', { prompt: 'a red fox', model: 'image-model-a' });
    await easel.idle();
    const result = easel.now(pending);
    const form = await easel.press(people.member, result, 'Edit and make again …');
    const started = await fill(easel, people.member, form, { model: 'image-model-b' });
    expect(textOf(messageOf(started))).toContain('asked for a picture');
    // The price of the second model is learned from it.
    await easel.idle();
    const again = await easel.press(people.member, easel.now(result), 'Edit and make again …');
    const compared = await fill(easel, people.member, again, { more: ['compare image-model-b'] });
    expect(textOf(messageOf(compared))).toContain('12 credits');
    await easel.idle();
    expect(requests().map(({ modelId }) => modelId)).toEqual(['image-model-a', 'image-model-b']);
  });

  it('make each of a prompt’s choices, up to eight', async () => {
    const asked = await both({ prompt: '{dawn|dusk}' });
    expect(textOf(asked)).toContain('30 credits');
    expect(textOf(await both({ prompt: '{a|b|c|d|e}' }))).toContain('10 pictures');
    expect(textOf(await both({ prompt: '{a|b}', count: 3 }))).toContain('12 pictures');
    expect(textOf(await both({}, 'image-model-a'))).toContain('same model twice');
    await agree(easel, people.member, asked);
    await easel.idle();
    expect(
      requests()
        .map(({ prompt, modelId }) => `${prompt} ${modelId}`)
        .sort(),
    ).toEqual(['dawn image-model-a', 'dawn image-model-b', 'dusk image-model-a', 'dusk image-model-b']);
  });

  it('are refused together when there is room for one, or the server uses one', async () => {
    await setLimit(easel, { credits: 12, every: 'day', everyone: true });
    expect(textOf(await both())).toContain('15');
    const form = await (
      await easel.discord.as(people.member).command({ channelId: GALLERY, name: 'image', options: {} })
    ).answer;
    await configure(easel, { modelIds: ['image-model-a'] });
    const refused = await fill(easel, people.member, form, { prompt: 'a red fox', more: ['compare image-model-b'] });
    expect(textOf(messageOf(refused))).toContain('This server doesn’t use that model');
    expect(requests()).toEqual([]);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
  });

  it('wait for moderators with the price of both', async () => {
    await configure(easel, {
      ...{ modes: { [GALLERY]: 'review' }, moderatorsChannelId: STAFF },
      moderatorRoleIds: [atelier.roles.moderator],
    });
    const waiting = await agree(easel, people.member, await both());
    if (waiting.kind !== 'message') throw new Error(waiting.kind);
    expect(textOf(waiting.message)).toContain('15 credits');
    const card = await lastCard(easel);
    expect(textOf(card)).toContain('Image Model A and Image Model B');
    await easel.restart();
    await easel.press(people.moderator, card, 'Approve');
    await easel.until(() => requests().length === 2);
    await easel.idle();
    expect(requests().map(({ modelId }) => modelId)).toEqual(['image-model-a', 'image-model-b']);
    expect(await easel.budget()).toMatchObject({ spent: 12, held: 0 });
  });
});

describe('preferences', () => {
  it('apply where a command says nothing else', async () => {
    await preferAll({ imageModelId: 'image-model-b', aspectRatio: '9:16', count: 2, spoiler: true });
    await easel.restart();
    await run('image', { prompt: 'one' });
    await easel.idle();
    const own = { modelId: 'image-model-b', aspectRatio: '9:16' };
    expect(requests()).toMatchObject([own, own]);
    await run('image', { prompt: 'two', model: 'image-model-a', count: 1, aspect_ratio: '1:1' });
    await easel.idle();
    expect(requests().at(-1)).toMatchObject({ modelId: 'image-model-a', aspectRatio: '1:1' });
    expect(requests()).toHaveLength(3);
  });

  it('are the member’s own, shown on request, and gone after a reset', async () => {
    const changed = messageOf(await prefer(easel, people.member, 'videoModelId', 'omni-pro'));
    expect(chosenIn(changed)).toContain('Model for clips: Omni Pro');
    expect(chosenIn(await run('preferences', {}, people.secondMember))).toContain('Model for clips: default');
    const reset = async (label: string) => {
      const asked = messageOf(await easel.press(people.member, await run('preferences'), 'Reset all …'));
      return chosenIn(messageOf(await easel.press(people.member, asked, label)));
    };
    expect(await reset('Cancel')).toContain('Model for clips: Omni Pro');
    expect(await reset('Reset')).toContain('Model for clips: default');
    expect(chosenIn(await run('preferences'))).toContain('Model for clips: default');
  });

  it('take any aspect ratio, through a form', async () => {
    const form = await prefer(easel, people.member, 'aspectRatio', 'another');
    for (const ratio of ['16：9', '16∶9', '１６：９', '16 x 9', '16×9', '5x4']) {
      const written = ratio === '5x4' ? '5:4' : '16:9';
      const shown = messageOf(await fill(easel, people.member, form, { ratio }));
      expect(chosenIn(shown)).toContain(`Aspect ratio: ${written}`);
    }
    expect(textOf(messageOf(await fill(easel, people.member, form, { ratio: 'wide' })))).toContain('wide');
    expect(chosenIn(await run('preferences'))).toContain('Aspect ratio: 5:4');
  });

  it('offer a model that is no longer allowed only to a member who has chosen it, and drafts only where there are some', async () => {
    await preferAll({ videoModelId: 'omni-pro' });
    await configure(easel, { modelIds: ['omni-flash', 'image-model-a'] });
    expect(chosenIn(await run('preferences'))).toContain('Model for clips: Omni Pro');
    expect(JSON.stringify(await run('preferences', {}, people.secondMember))).not.toContain('Omni Pro');
    await configure(easel, { drafts: 'off' });
    expect(JSON.stringify(await run('preferences'))).not.toContain('Drafts');
    await configure(easel, { drafts: 'on' });
    expect(chosenIn(await run('preferences'))).toContain('Drafts: no');
  });
});

describe('a prompt with choices', () => {
  it('makes one picture of each, up to eight in one message, once its author has seen the prompts and the price', async () => {
    const two = await run('image', { prompt: '{dawn|dusk} over the sea' });
    expect(textOf(two)).toContain('> dawn over the sea\n> dusk over the sea');
    expect(textOf(two)).toContain('10 credits');
    const asked = await run('image', { prompt: '{a|b|c|d} {e|f}' });
    expect(textOf(asked)).toContain('40 credits');
    expect(requests()).toEqual([]);
    await agree(easel, people.member, asked);
    await easel.idle();
    expect(requests().map(({ prompt }) => prompt)).toHaveLength(8);
    const [card, ...others] = easel.discord.messages(GALLERY, { as: people.owner });
    if (!card) throw new Error('there is no message');
    expect(others).toEqual([]);
    expect(mediaOf(card)).toHaveLength(8);
    expect(textOf(card)).toContain('32 credits');
  });

  it('is refused with a number when it stands for too many, and when the lists or the credits forbid one of them', async () => {
    const tooMany = 'That would make 9 pictures. The most is 8.';
    expect(textOf(await run('image', { prompt: '{a|b|c} {d|e|f}' }))).toContain(tooMany);
    expect(textOf(await run('image', { prompt: '{a|b|c}', count: 3 }))).toContain(tooMany);
    expect(textOf(await run('image', { prompt: '{a|b|c}'.repeat(250) }))).toContain('thousands of pictures');
    expect(textOf(await run('video', { prompt: '{a|b|c|d|e}' }))).toContain('That would make 5 clips. The most is 4.');
    expect(textOf(await run('image', { prompt: 'a {castle|nu{de|t}}' }))).not.toContain('[Make ');
    await setLimit(easel, { member: people.member, credits: 39, every: 'day' });
    expect(textOf(await run('image', { prompt: '{a|b|c|d} {e|f}' }))).toContain('39');
    await easel.idle();
    expect(requests()).toEqual([]);
  });
});
