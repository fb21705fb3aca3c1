import { MessageFlags, Routes } from 'discord.js';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hasBrowser } from './browser.ts';
import { drawnPicture } from './picture.ts';
import { channels, eventually, input, messageWith, people, type } from './support.ts';
import { post, type TestBot, usePage } from './use-page.ts';
import { PATIENCE_MS } from './use-playground.ts';

const list = (page: Page): Locator => page.getByRole('region', { name: 'Messages' });
/** How far the end of the messages is below the visible part. */
const pastEnd = (page: Page): Promise<number> =>
  list(page).evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);
const paragraph = (words: string): string => `${words}\n${'so it goes on\n'.repeat(12)}`;
const pictures = (...names: string[]) => ({
  flags: MessageFlags.IsComponentsV2,
  components: [
    {
      type: 12,
      items: names.map((name) => ({ media: { url: `attachment://${name}` }, description: `about ${name}` })),
    },
  ],
  attachments: names.map((name, id) => ({ id, filename: name })),
});
const fill = async (bot: TestBot, channelId: string, words: string): Promise<string> => {
  const ids = [];
  for (const number of [1, 2, 3, 4]) ids.push(await post(bot, channelId, { content: paragraph(`${words} ${number}`) }));
  return z.object({ id: z.string() }).parse(ids.at(-1)).id;
};

describe.runIf(hasBrowser)('a person who reads in the playground', { timeout: 2 * PATIENCE_MS }, () => {
  const { open } = usePage();

  it('loses nothing by choosing the same channel or person again', async () => {
    const { page, bot } = await open(channels.general);
    await post(bot, channels.general, { content: 'still here' });
    await messageWith(page, 'still here').waitFor();
    const general = page.getByRole('button', { name: 'general', exact: true });
    await general.click();
    expect(await page.getByText('still here').count()).toBe(1);
    await page.getByRole('button', { name: /^You are Mira/ }).click();
    await page.getByRole('menuitemradio', { name: /Mira/ }).click();
    expect(await page.getByText('still here').count()).toBe(1);
    // There and back before the page can update.
    await page.evaluate(() => {
      const press = (name: string): void =>
        Reflect.get(globalThis, 'document').querySelector(`[aria-label^="${name}"]`).click();
      press('clips');
      press('general');
    });
    await messageWith(page, 'still here').waitFor();
    await input(page).fill('/');
    await page.getByRole('option', { name: /^\/ask/ }).waitFor();
  });

  it('returns with the browser’s Back button', async () => {
    const { page } = await open(channels.general);
    await page.getByRole('button', { name: /^gallery/ }).click();
    await page.getByRole('heading', { name: 'gallery', exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'general', exact: true }).waitFor();
  });

  it('starts at the end, and stays there when earlier pictures load', async () => {
    const { page, bot } = await open(channels.clips);
    const id = await fill(bot, channels.clips, 'at the end');
    await messageWith(page, 'at the end 4').waitFor();
    await page.reload();
    await messageWith(page, 'at the end 4').waitFor();
    await eventually(() => pastEnd(page)).toBeLessThan(2);
    const data = await drawnPicture();
    await bot.client.rest.patch(Routes.channelMessage(channels.clips, id), {
      body: { content: null, ...pictures('one.png', 'two.png') },
      files: ['one.png', 'two.png'].map((name) => ({ name, data })),
    });
    await page.getByRole('img', { name: 'about two.png' }).waitFor();
    await post(bot, channels.clips, { content: 'the very last' });
    await messageWith(page, 'the very last').waitFor();
    await eventually(() => pastEnd(page)).toBeLessThan(2);
    expect(await page.getByRole('button', { name: 'Jump to the newest message' }).count()).toBe(0);
  });

  it('can stay further up, and jump to the newest message', async () => {
    const { page, bot } = await open(channels.lateNight);
    await fill(bot, channels.lateNight, 'a long evening');
    await messageWith(page, 'a long evening 4').waitFor();
    await eventually(() => pastEnd(page)).toBeLessThan(2);
    await list(page).hover();
    await page.mouse.wheel(0, -600);
    const jump = page.getByRole('button', { name: 'Jump to the newest message' });
    await jump.waitFor();
    const before = await pastEnd(page);
    await post(bot, channels.lateNight, { content: 'meanwhile' });
    await messageWith(page, 'meanwhile').waitFor({ state: 'attached' });
    expect(await pastEnd(page)).toBeGreaterThanOrEqual(before);
    await jump.click();
    await eventually(() => pastEnd(page)).toBeLessThan(2);
    await jump.waitFor({ state: 'detached' });
  });

  it('finds a failed command at its time, and dismisses it', async () => {
    const { page, bot } = await open(channels.thread);
    await type(page, 'ask', 'Jon');
    await page.getByRole('option', { name: '@Jonas' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await bot.next();
    const failed = page.locator('.message', { hasText: 'The application did not respond' });
    await failed.waitFor();
    expect(await failed.locator('time').count()).toBe(1);
    await post(bot, channels.thread, { content: 'later on' });
    await messageWith(page, 'later on').waitFor();
    const order = await page.locator('.message').allInnerTexts();
    expect(order.findIndex((words) => words.includes('did not respond'))).toBeLessThan(
      order.findIndex((words) => words.includes('later on')),
    );
    await failed.getByRole('button', { name: 'Dismiss message' }).click();
    await failed.waitFor({ state: 'detached' });
  });

  it('goes through the channel’s pictures by keys and buttons, from first to last', async () => {
    const { page, bot } = await open(channels.staff, { as: people.moderator });
    const data = await drawnPicture();
    const messages = [['red.png', 'blue.png'], ['green.png']];
    for (const names of messages)
      await post(
        bot,
        channels.staff,
        pictures(...names),
        names.map((name) => ({ name, data })),
      );
    await page.getByRole('button', { name: 'about red.png' }).click();
    const large = page.getByRole('dialog').getByRole('img');
    const seen = (): Promise<string | null> => large.getAttribute('alt');
    expect(await seen()).toBe('about red.png');
    await page.keyboard.press('ArrowRight');
    await eventually(seen).toBe('about blue.png');
    await page.getByRole('button', { name: 'Next picture' }).click();
    await eventually(seen).toBe('about green.png');
    expect(await page.getByRole('button', { name: 'Next picture' }).getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await eventually(seen).toBe('about blue.png');
    await page.getByRole('button', { name: 'Previous picture' }).click();
    await eventually(seen).toBe('about red.png');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('sees the whole menu at the end of a channel, which opens upwards', async () => {
    const { page, bot } = await open(channels.archivedThread);
    await fill(bot, channels.archivedThread, 'above the menu');
    const options = Array.from({ length: 12 }, (_, index) => ({ label: `choice ${index}`, value: `${index}` }));
    const components = [{ type: 1, components: [{ type: 3, custom_id: 'pick', options, placeholder: 'A choice' }] }];
    await post(bot, channels.archivedThread, { content: 'at the end', components });
    const button = page.getByRole('button', { name: 'A choice' });
    await button.click();
    const boxes = await Promise.all([page.locator('.select-list'), list(page), button].map((one) => one.boundingBox()));
    const [menu, around, opener] = boxes;
    if (!menu || !around || !opener) throw new Error('nothing is drawn');
    expect(menu.y).toBeGreaterThanOrEqual(around.y);
    expect(menu.y + menu.height).toBeLessThanOrEqual(opener.y);
  });
});
