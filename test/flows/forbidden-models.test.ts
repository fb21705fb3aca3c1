import { describe, expect, it } from 'vitest';
import { GALLERY, people, textOf } from '../support/easel.ts';
import { configure, image, moderate, privateText, start } from './moderation-support.ts';
import { MODERATED, openAs } from './rounds-support.ts';

describe('a model or a ratio that the server does not use', () => {
  it('is refused with what the command offers, or with the other command if nothing is', async () => {
    const easel = await start();
    await configure(easel, { modelIds: ['omni-flash'] });
    expect(textOf(await image(easel, people.member))).toContain(
      'This server doesn’t make pictures. Use `/video` with `Omni Flash`.',
    );
    await configure(easel, { modelIds: ['image-model-b', 'image-model-a'] });
    const video = { channelId: GALLERY, name: 'video', options: { prompt: 'waves' } };
    expect(textOf(await easel.command(people.member, video))).toContain(
      'This server doesn’t make clips. Use `/image` with one of `Image Model B`, `Image Model A`.',
    );
    await configure(easel, { ...MODERATED, modelIds: ['omni-flash', 'image-model-b'] });
    const options = { prompt: 'a hill', model: 'image-model-a' };
    expect(textOf(await image(easel, people.member, { options }))).toContain(
      'This server doesn’t use that model. Use `/image` with `Image Model B`.',
    );
    // It isn't offered for a round.
    await expect(openAs(easel, people.moderator, { model: 'image-model-a' })).rejects.toThrow('Choose valid options');
    expect(textOf(await openAs(easel, people.moderator, { model: 'omni-flash' }))).toContain('made with Omni Flash');
  });

  it('is refused at Again with advice, because a button has no options', async () => {
    const easel = await start();
    const done = await image(easel, people.member, { options: { prompt: 'a hill', aspect_ratio: '16:9', count: 2 } });
    await easel.idle();
    await configure(easel, { ratios: ['1:1', '4:3'] });
    expect(privateText(await easel.press(people.member, easel.now(done), 'Again'))).toContain(
      'This server doesn’t use that ratio. Use `/image` with one of `1:1`, `4:3`.',
    );
    await configure(easel, { modelIds: ['omni-flash'] });
    // Sooner, it would count as a double press.
    await easel.clock.advance(3_000);
    expect(privateText(await easel.press(people.member, easel.now(done), 'Again'))).toContain('Use `/video`');
  });
});

it('a reason of several lines takes one line in the moderators’ lists', async () => {
  const easel = await start();
  await configure(easel, MODERATED);
  await moderate(easel, 'timeout', { member: people.member, for: 60, why: 'Too many\nducks\n\n# and geese' });
  const said = /: Too many ducks # and geese$/m;
  await easel.until(async () => said.test(await moderate(easel, 'log')));
  expect(await moderate(easel, 'timeouts')).toMatch(said);
  expect(await moderate(easel, 'member', { member: people.member })).toMatch(said);
});
