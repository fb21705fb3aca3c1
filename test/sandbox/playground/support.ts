import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import type { DiscordSandbox } from '../../../src/sandbox/discord/sandbox.ts';
import { ids } from '../../../src/sandbox/discord/world/world-ids.ts';
import { browser } from './browser.ts';
import { PATIENCE_MS } from './use-playground.ts';

export const { people, atelier } = ids;
export const { channels } = atelier;

export const PHONE = { width: 390, height: 844 };

export interface Looking {
  as?: string;
  in?: string;
  backstage?: boolean;
  /** Whether the page is as wide as a phone, and is touched. */
  phone?: boolean;
}

/** Opens the page as a person. Errors in the page fail the test. */
export const look = async (
  { url, discord }: { url: string; discord: DiscordSandbox },
  looking: Looking = {},
): Promise<Page> => {
  if (!browser) throw new Error('there is no browser');
  const context = await browser.newContext({
    viewport: looking.phone ? PHONE : { width: 1280, height: 800 },
    hasTouch: looking.phone ?? false,
    colorScheme: 'light',
    // Moving elements would be pressed, or judged, on their way.
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.setDefaultTimeout(PATIENCE_MS);
  onTestFinished(async () => {
    await context.close();
    if (errors.length > 0) throw new Error(`the page failed: ${errors.join('; ')}`);
  });
  const hash = new URLSearchParams({ as: looking.as ?? people.member, in: looking.in ?? channels.gallery });
  if (looking.backstage) hash.set('backstage', 'open');
  await page.goto(`${url}/#${hash}`);
  await input(page).waitFor();
  // Waits for the bot's commands.
  await until(() => discord.commands().length > 0);
  return page;
};

export const input = (page: Page): Locator => page.getByRole('textbox', { name: /^Message / });

/** Types a command and its required text, from the slash on. */
export const type = async (page: Page, command: string, text?: string): Promise<void> => {
  await input(page).focus();
  await page.keyboard.type('/');
  await page
    .getByRole('option', { name: `/${command} ` })
    .first()
    .waitFor();
  await page.keyboard.type(command);
  await page.keyboard.press('Enter');
  await page.getByRole('form', { name: `Command /${command}` }).waitFor();
  if (text !== undefined) await page.keyboard.type(text);
};

/** The channel's last message with this text. */
export const messageWith = (page: Page, text: string): Locator => page.locator('.message', { hasText: text }).last();

/** A property of an element, such as how far a clip has played. */
export const propertyOf = (element: Locator, name: string): Promise<unknown> =>
  element.evaluate((node, property) => Reflect.get(node, property), name);

/** `expect` for something that becomes true after a while. */
export const eventually = <Value>(look: () => Value | Promise<Value>) => expect.poll(look, { timeout: PATIENCE_MS });

/** Polls until the condition holds. @throws if it doesn't */
export const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  const endMs = Date.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (Date.now() > endMs) throw new Error('it did not come true');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
