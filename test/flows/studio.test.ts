import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Easel, GALLERY, people, startEasel, textOf } from '../support/easel.ts';

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
const requests = () => easel.service.tasks().map(({ request }) => request);

describe('a style', () => {
  it('of one’s own is put around the prompt, and named to nobody', async () => {
    const saved = await run('style save', { name: 'Secret name', words: '{prompt}, oil on linen' });
    expect(textOf(saved)).toContain('a heron, oil on linen');
    const pending = await run('image', { prompt: 'a red fox', style: 'secret NAME' });
    expect(textOf(pending)).toContain('> a red fox, oil on linen');
    expect(textOf(pending)).not.toContain('Secret name');
    await easel.idle();
    expect(requests()).toMatchObject([{ prompt: 'a red fox, oil on linen' }]);
  });

  it('of the server’s is there for everybody, and its name is shown', async () => {
    await run('style save', { name: 'Linocut', words: 'a linocut', for_server: true }, people.owner);
    const pending = await run('image', { prompt: 'a boat', style: 'linocut' });
    expect(textOf(pending)).toContain('in the style Linocut');
    expect(textOf(await run('style list'))).toContain('**Linocut**: a linocut');
    await easel.idle();
    expect(requests()).toMatchObject([{ prompt: 'a boat, a linocut' }]);
  });

  it('of the server’s is only for those to keep who may manage it', async () => {
    expect(textOf(await run('style save', { name: 'x', words: 'y', for_server: true }))).toContain('Manage Server');
    expect(textOf(await run('style list'))).toContain('none yet');
  });

  it('that is not there is said before anything is asked for', async () => {
    expect(textOf(await run('image', { prompt: 'a boat', style: 'gone' }))).toContain('no style “gone”');
    expect(requests()).toEqual([]);
  });

  it('goes through the word lists like any prompt', async () => {
    await run('style save', { name: 'bad', words: '{prompt}, nude' });
    expect(textOf(await run('image', { prompt: 'a boat', style: 'bad' }))).not.toContain('Waiting');
    expect(requests()).toEqual([]);
  });
});

describe('preferences', () => {
  it('are what a command uses where it says nothing else', async () => {
    await run('preferences set', { image_model: 'image-model-b', aspect_ratio: '9x16', count: 2, spoiler: true });
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

  it('are one’s own, shown when asked for, and gone when reset', async () => {
    await run('preferences set', { video_model: 'omni-pro' });
    expect(textOf(await run('preferences show'))).toContain('clips by `omni-pro`');
    expect(textOf(await run('preferences show', {}, people.secondMember))).toContain('chosen nothing');
    await run('preferences reset');
    expect(textOf(await run('preferences show'))).toContain('chosen nothing');
  });
});

describe('a prompt with choices', () => {
  it('makes one of each, once its member has seen the prompts and the price', async () => {
    const asked = await run('image', { prompt: '{dawn|dusk} over the sea' });
    expect(textOf(asked)).toContain('> dawn over the sea\n> dusk over the sea');
    expect(textOf(asked)).toContain('10 credits');
    expect(requests()).toEqual([]);
    await easel.press(people.member, asked, 'Go on');
    await easel.idle();
    expect(
      requests()
        .map(({ prompt }) => prompt)
        .sort(),
    ).toEqual(['dawn over the sea', 'dusk over the sea']);
  });

  it('is refused where it stands for more than four, and where the lists refuse one of them', async () => {
    expect(textOf(await run('image', { prompt: '{a|b|c} {d|e}' }))).toContain('more than 4');
    expect(textOf(await run('image', { prompt: '{a|b}', count: 3 }))).toContain('more than 4');
    expect(textOf(await run('image', { prompt: 'a {castle|nu{de|t}}' }))).not.toContain('Go on');
    expect(requests()).toEqual([]);
  });
});
