import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import type { DiscordSandbox } from '../../../src/sandbox/discord/sandbox.ts';
import { ids } from '../../../src/sandbox/discord/world/world-ids.ts';
import { browser } from './browser.ts';
import { PATIENCE_MS } from './use-playground.ts';

export const { people, atelier } = ids;
export const { channels } = atelier;

export interface Looking {
  as?: string;
  in?: string;
  backstage?: boolean;
  /** Whether the page is as wide as a phone, and is touched. */
  phone?: boolean;
}

/** Pages that no test uses now. Making one costs more than loading the playground in it. */
const unused = { phone: [] as Page[], desk: [] as Page[] };
const VIEWPORTS = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } };

const takePage = async (kind: 'phone' | 'desk'): Promise<Page> => {
  const context = { viewport: VIEWPORTS[kind], hasTouch: kind === 'phone' };
  // Moving elements would be pressed, or judged, on their way.
  const page = unused[kind].pop() ?? (await browser?.newPage({ ...context, reducedMotion: 'reduce' }));
  if (!page) throw new Error('there is no browser');
  page.setDefaultTimeout(PATIENCE_MS);
  const errors: string[] = [];
  const onError = (error: Error): void => void errors.push(error.message);
  page.on('pageerror', onError);
  onTestFinished(async () => {
    await page.evaluate('localStorage.clear()');
    await page.goto('about:blank');
    await page.setViewportSize(VIEWPORTS[kind]);
    await page.emulateMedia({ colorScheme: 'light' });
    page.off('pageerror', onError);
    unused[kind].push(page);
    if (errors.length > 0) throw new Error(`the page failed: ${errors.join('; ')}`);
  });
  return page;
};

/** Opens the page as a person. Errors in the page fail the test. */
export const look = async (
  { url, discord }: { url: string; discord: DiscordSandbox },
  looking: Looking = {},
): Promise<Page> => {
  const page = await takePage(looking.phone ? 'phone' : 'desk');
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
