import { expect, it, onTestFinished } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { GALLERY, mediaOf, people, startEasel, textOf } from '../support/easel.ts';

it('“Get it again” brings a clip with its sound, as one result', async () => {
  const easel = await startEasel();
  onTestFinished(() => easel.close());
  const options = { prompt: 'singing birds #audio' };
  const first = await easel.command(people.member, { channelId: GALLERY, name: 'video', options });
  await easel.idle();
  const list = await easel.command(people.member, { channelId: GALLERY, name: 'history' });
  await easel.press(people.member, list, 'Get it again');
  const again = await easel.until(() =>
    easel.discord.messages(GALLERY, { as: people.member }).find((one) => textOf(one).includes('Here it is again.')),
  );
  const typesIn = (message: MessageView) => mediaOf(message).map(({ contentType }) => contentType);
  expect(typesIn(again)).toEqual(typesIn(easel.now(first)));
  expect(typesIn(again).at(-1)).toMatch(/^audio/);
});
