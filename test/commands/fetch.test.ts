import { expect, it, onTestFinished } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { GALLERY, mediaOf, people, startEasel, textOf } from '../support/easel.ts';

it('“Send me the files” sends a clip together with its sound', async () => {
  const easel = await startEasel();
  onTestFinished(() => easel.close());
  const options = { prompt: 'singing birds #audio' };
  const first = await easel.command(people.member, { channelId: GALLERY, name: 'video', options });
  await easel.idle();
  const list = await easel.open(
    people.member,
    await easel.command(people.member, { channelId: GALLERY, name: 'history' }),
  );
  await easel.press(people.member, list, 'Send me the files');
  const again = await easel.until(() =>
    easel.discord.messages(GALLERY, { as: people.member }).find((one) => textOf(one).includes('Here you go.')),
  );
  const typesIn = (message: MessageView) => mediaOf(message).map(({ contentType }) => contentType);
  expect(typesIn(again)).toEqual(typesIn(easel.now(first)));
  expect(typesIn(again).at(-1)).toMatch(/^audio/);
});

it('“Send me the files” is refused privately when pressed too often, with the time to try again', async () => {
  const easel = await startEasel();
  onTestFinished(() => easel.close());
  await easel.command(people.member, { channelId: GALLERY, name: 'image', options: { prompt: 'a hill' } });
  await easel.idle();
  const list = await easel.open(
    people.member,
    await easel.command(people.member, { channelId: GALLERY, name: 'history' }),
  );
  const shown = (): MessageView[] => easel.discord.messages(GALLERY, { as: people.member });
  const given = (): number => shown().filter((one) => textOf(one).includes('Here you go.')).length;
  const refusals = (): MessageView[] => shown().filter((one) => textOf(one).includes('Try again'));

  for (let presses = 1; presses <= 5; presses++) {
    await easel.press(people.member, list, 'Send me the files');
    await easel.until(() => given() === presses);
    await easel.ended();
  }
  await easel.press(people.member, list, 'Send me the files');
  await easel.until(() => refusals().length === 1);
  expect(refusals().map(textOf)).toEqual([
    expect.stringMatching(/You’re fetching pictures too quickly\. Try again <t:\d+:R>/),
  ]);
  expect(refusals().every(({ sandbox }) => sandbox.ephemeral)).toBe(true);
  expect(given()).toBe(5);

  await easel.clock.advance(60_000);
  await easel.press(people.member, list, 'Send me the files');
  await easel.until(() => given() === 6);
});
