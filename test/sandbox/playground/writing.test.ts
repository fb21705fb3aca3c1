import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './browser.ts';
import { channels, eventually, input, messageWith, type } from './support.ts';
import { answer, usePage } from './use-page.ts';
import { PATIENCE_MS } from './use-playground.ts';

const form = (page: Page): Locator => page.getByRole('form', { name: 'Command /ask' });
const whom = (page: Page): Locator => page.getByRole('combobox', { name: 'whom' });
const words = (page: Page): Locator => page.getByRole('textbox', { name: 'words' });
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = Reflect.get(globalThis, 'document');
    return activeElement.getAttribute('aria-label') ?? activeElement.id;
  });

describe.runIf(hasBrowser)('a person who types a command in the playground', { timeout: 2 * PATIENCE_MS }, () => {
  const { open } = usePage();

  it('goes through its options with Tab up to Send, and leaves out empty ones', async () => {
    const { page, bot } = await open(channels.general);
    await type(page, 'ask', 'Jon');
    await page.getByRole('option', { name: '@Jonas' }).waitFor();
    await page.keyboard.press('Tab');
    await eventually(() => focused(page)).toBe('option-words');
    expect(await whom(page).inputValue()).toBe('@Jonas');
    await page.keyboard.press('Tab');
    await eventually(() => focused(page)).toBe('option-tone');
    expect(await words(page).count()).toBe(0);
    await page.getByRole('option', { name: 'plain' }).waitFor();
    await page.keyboard.type('pl');
    await page.keyboard.press('Enter');
    await eventually(() => page.getByRole('combobox', { name: 'tone' }).inputValue()).toBe('plain');
    expect(await page.getByRole('listbox').count()).toBe(0);
    await page.keyboard.press('Tab');
    await eventually(() => focused(page)).toBe('Send /ask');
    await page.keyboard.press('Enter');
    const asked = await bot.next();
    expect(JSON.stringify(asked)).toContain('"value":"plain"');
    await answer(bot, asked, { type: 4, data: { content: 'thank you' } });
    await messageWith(page, 'thank you').waitFor();
    expect(await page.getByRole('button', { name: /^Continue with/ }).count()).toBe(0);
  });

  it('loses nothing with Escape: a button or Ctrl+Z restores it', async () => {
    const { page } = await open(channels.gallery);
    await type(page, 'ask', 'Jon');
    await page.getByRole('option', { name: '@Jonas' }).waitFor();
    await page.keyboard.press('Escape');
    await form(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Continue with /ask Jon' }).click();
    expect(await whom(page).inputValue()).toBe('Jon');
    await page.getByRole('button', { name: 'Set the command aside' }).click();
    await input(page).focus();
    await page.keyboard.press('Control+z');
    await form(page).waitFor();
    expect(await whom(page).inputValue()).toBe('Jon');
  });

  it('finds the command and words again after visiting another channel', async () => {
    const { page } = await open(channels.gallery);
    await type(page, 'ask', 'Ay');
    await page.getByRole('button', { name: 'words' }).click();
    await page.keyboard.type('half a sentence');
    await page.getByRole('button', { name: /^clips/ }).click();
    await input(page).fill('and a message');
    await page.getByRole('button', { name: /^gallery/ }).click();
    await form(page).waitFor();
    expect(await whom(page).inputValue()).toBe('Ay');
    expect(await words(page).inputValue()).toBe('half a sentence');
    await page.getByRole('button', { name: /^clips/ }).click();
    await eventually(() => input(page).inputValue()).toBe('and a message');
  });

  it('keeps the page inside the window with any amount of text', async () => {
    const { page } = await open(channels.thread);
    await type(page, 'ask');
    await page.getByRole('button', { name: 'words' }).click();
    await words(page).fill('many words and more of them '.repeat(200));
    for (const height of [800, 500]) {
      await page.setViewportSize({ width: 700, height });
      const head = await page.getByRole('heading', { name: 'November challenge', exact: true }).boundingBox();
      // The window has its new size shortly before the page's layout.
      await eventually(async () => {
        const send = await page.getByRole('button', { name: 'Send /ask' }).boundingBox();
        return (send?.y ?? height) + (send?.height ?? height);
      }).toBeLessThanOrEqual(height);
      expect(head?.y).toBeGreaterThanOrEqual(0);
      const panel = await page.locator('.command-panel').boundingBox();
      expect(panel?.y).toBeGreaterThanOrEqual(0);
    }
  });
});
