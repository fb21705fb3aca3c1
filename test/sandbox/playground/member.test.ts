import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './browser.ts';
import { carrying, drawnPicture, paste } from './picture.ts';
import { channels, eventually, input, look, messageWith, people, propertyOf, type } from './support.ts';
import { PATIENCE_MS, pageOf, usePlayground } from './use-playground.ts';

/** Presses the last button whose name starts with these words. */
const press = (within: Page | Locator, words: string): Promise<void> =>
  within
    .getByRole('button', { name: new RegExp(`^${words}`) })
    .last()
    .click();

/** The message, once its result is done. */
const done = async (page: Page, text: string): Promise<Locator> => {
  const message = messageWith(page, text);
  await message.getByText(/^Done, took/).waitFor();
  return message;
};

describe.runIf(hasBrowser)('a member in the playground', { timeout: 3 * PATIENCE_MS }, () => {
  const playground = usePlayground();

  it('makes a picture with the keyboard alone, hears that it is done, and learns once what isn’t painted', async () => {
    const page = await look(pageOf(playground.current), { in: channels.gallery });
    await page.getByRole('button', { name: 'Skip to the messages' }).focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('#messages:focus').count()).toBe(1);
    await page.keyboard.type('/im');
    await page.getByRole('option', { name: /^\/image/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('a stork over a village');
    await page.keyboard.press('Enter');
    const message = await done(page, 'a stork over a village');
    await message.getByText('Mira used /image').waitFor();
    const picture = message.getByRole('img', { name: 'a stork over a village' });
    await eventually(() => propertyOf(picture, 'naturalWidth')).toBeGreaterThan(0);
    await page.locator('[aria-live]', { hasText: 'A result is done' }).waitFor();
    await page.getByText('painter doesn’t know “stork”').waitFor();
    await type(page, 'image', 'a tram in the rain');
    await page.keyboard.press('Enter');
    await done(page, 'a tram in the rain');
    expect(await page.getByText('painter doesn’t know').count()).toBe(1);
  });

  it('needs a press each from four pictures to one that is varied, finished, animated and shown', async () => {
    const page = await look(pageOf(playground.current), { in: channels.clips });
    await type(page, 'image', 'a lighthouse at noon');
    await page.getByRole('button', { name: 'count' }).click();
    await page.keyboard.type('4');
    await press(page, 'Send /image');
    await press(await done(page, 'a lighthouse at noon'), 'Picture 2');
    await press(page, 'Vary ·');
    await press(await done(page, 'from picture 2'), 'Finish ·');
    await press(await done(page, 'Image Model B'), 'Animate ·');
    const animated = await done(page, 'gentle movement');
    const clip = animated.locator('video');
    await clip.evaluate((video) => video.play());
    await eventually(() => propertyOf(clip, 'currentTime')).toBeGreaterThan(0.1);
    await press(animated, 'More …');
    await press(page, 'Show in the gallery');
    await press(page, 'exhibition');
    await page.getByText('a lighthouse at noon').first().waitFor();
  });

  it('has a first picture with one press on the first page', async () => {
    const page = await look(pageOf(playground.current), { in: channels.general });
    await press(page, 'Make a picture');
    await (await done(page, 'a lighthouse in a storm')).getByRole('img').first().waitFor();
  });

  it('starts a prompt with something the painter knows', async () => {
    const page = await look(pageOf(playground.current), { in: channels.lateNight });
    await page.getByRole('button', { name: 'owl', exact: true }).click();
    await eventually(() => page.getByRole('textbox', { name: 'prompt' }).inputValue()).toBe('an owl ');
  });

  it('adds a source by dropping it on the page', async () => {
    const page = await look(pageOf(playground.current), { in: channels.general });
    await type(page, 'image', 'the same in winter');
    const data = await carrying(page, 'house.png', await drawnPicture());
    await page.dispatchEvent('.composer', 'dragenter', { dataTransfer: data });
    await page.getByText('Drop the file to use it with /image').waitFor();
    await page.dispatchEvent('.composer', 'drop', { dataTransfer: data });
    await page.getByRole('button', { name: 'house.png' }).waitFor();
    await page.getByRole('textbox', { name: 'prompt' }).press('Enter');
    await messageWith(page, 'the same in winter').getByText('from 1 picture').waitFor();
    const sources = () =>
      playground.current.parts.service.tasks().find(({ request }) => request.prompt === 'the same in winter')?.request
        .imageUrls;
    await eventually(sources).toHaveLength(1);
  });

  it('pastes a picture into the open command, or else into the message', async () => {
    const page = await look(pageOf(playground.current), { in: channels.general });
    await paste(page, 'sketch.png', await drawnPicture());
    await page.getByRole('button', { name: /sketch\.png/ }).waitFor();
    await input(page).fill('my sketch');
    await page.keyboard.press('Enter');
    await messageWith(page, 'my sketch').locator('img').waitFor();
    await type(page, 'image', 'the same in spring');
    await paste(page, 'garden.png', await drawnPicture());
    await page.getByRole('button', { name: 'garden.png' }).waitFor();
    await page.getByRole('textbox', { name: 'prompt' }).press('Enter');
    await messageWith(page, 'the same in spring').getByText('from 1 picture').waitFor();
  });

  it('accepts the bot’s suggestion while typing', async () => {
    const page = await look(pageOf(playground.current), { in: channels.general });
    await type(page, 'image', 'a wide valley');
    await page.getByRole('button', { name: 'aspect_ratio' }).click();
    await page.keyboard.type('21');
    await page.getByRole('option', { name: '21:9' }).waitFor();
    await page.keyboard.press('Enter');
    await eventually(() => page.getByRole('combobox', { name: 'aspect_ratio' }).inputValue()).toBe('21:9');
    await page.keyboard.press('Enter');
    await messageWith(page, 'a wide valley').getByText('21:9').waitFor();
  });

  it('learns what is wrong with an option before anything is sent', async () => {
    const page = await look(pageOf(playground.current), { in: channels.general, as: people.moderator });
    await type(page, 'moderation timeout');
    await page.getByRole('button', { name: 'Send /moderation timeout' }).click();
    await page.getByRole('alert').getByText('This option is required').waitFor();
    await page.keyboard.press('Escape');
    await type(page, 'image', 'nine at once');
    await page.getByRole('button', { name: 'count' }).click();
    await page.keyboard.type('9');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Must be at most 4').waitFor();
    expect(playground.current.parts.service.tasks().filter(({ request }) => request.prompt === 'nine at once')).toEqual(
      [],
    );
  });

  it('gets a private refusal, and dismisses it', async () => {
    const page = await look(pageOf(playground.current), { in: channels.textOnly });
    const other = await look(pageOf(playground.current), { in: channels.textOnly, as: people.secondMember });
    await type(page, 'image', 'a thing for this channel');
    await page.keyboard.press('Enter');
    const refusal = messageWith(page, 'can’t attach files');
    await refusal.getByText('Only you can see this').waitFor();
    // A later message that both can see.
    await input(page).fill('never mind');
    await page.keyboard.press('Enter');
    await messageWith(other, 'never mind').waitFor();
    expect(await other.getByText('can’t attach files').count()).toBe(0);
    await refusal.getByRole('button', { name: 'Dismiss message' }).click();
    await refusal.waitFor({ state: 'detached' });
  });

  it('deletes a picture after a second look', async () => {
    const page = await look(pageOf(playground.current), { in: channels.thread });
    await type(page, 'image', 'two apples');
    await page.keyboard.press('Enter');
    await press(await done(page, 'two apples'), 'More …');
    await press(page, 'Delete');
    await press(page, 'Delete message');
    await eventually(() => page.locator('.message', { hasText: 'made a picture' }).count()).toBe(0);
  });

  it('becomes someone else, with another name and other channels', async () => {
    const page = await look(pageOf(playground.current), { in: channels.gallery });
    expect(await page.getByRole('button', { name: /^staff/ }).count()).toBe(0);
    await page.getByRole('button', { name: /^You are Mira/ }).click();
    await page.getByRole('menuitemradio', { name: /Theo/ }).click();
    await page.getByRole('button', { name: /^You are Theo, Moderator/ }).waitFor();
    await page.getByRole('button', { name: /^staff/ }).waitFor();
  });
});
