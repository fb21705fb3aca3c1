import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './browser.ts';
import { channels, input, look, messageWith, type } from './support.ts';
import { PATIENCE_MS, pageOf, usePlayground } from './use-playground.ts';

/** The size of a thumb, in pixels. */
const LEAST_PX = 44;

interface Seen {
  name: string;
  isTarget: boolean;
  /** Whether the box scrolls sideways. */
  isMoved: boolean;
  box: { left: number; right: number; width: number; height: number };
}

/** The visible elements. Runs in the page. A checkbox counts with its label, and a link within text with that text. */
const SEEN = `[...document.querySelectorAll('html, body *')]
  .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !one.closest('.side, .for-readers'))
  .map((one) => ({
    name: one.tagName + ' ' + one.className + ' ' + (one.ariaLabel ?? one.textContent).slice(0, 40),
    isTarget: one.matches('button, a[href], input, textarea, summary') && !one.closest('.markdown, .reference'),
    isMoved: one.scrollWidth > one.clientWidth + 1 && !one.matches('.log, pre') &&
      (one.matches('html') || ['auto', 'scroll'].includes(getComputedStyle(one).overflowX)),
    box: (one.closest('label') ?? one).getBoundingClientRect().toJSON(),
  }))`;

/** Elements that need scrolling sideways or are too small for a thumb, one line each. */
const misfitsOf = async (page: Page): Promise<string[]> => {
  const widthPx = page.viewportSize()?.width ?? 0;
  return (await page.evaluate<Seen[]>(SEEN)).flatMap(({ name, isTarget, isMoved, box }) => [
    ...(isMoved ? [`scrolls sideways: ${name}`] : []),
    ...(isTarget && (box.left < -1 || box.right > widthPx + 1) ? [`outside: ${name}`] : []),
    ...(isTarget && Math.min(box.width, box.height) < LEAST_PX - 0.5 ? [`too small: ${name}`] : []),
  ]);
};

/** What axe finds in a part of the page, one line for each fault. Messages stay, so one look at all of them is enough. */
const violationsOf = async (page: Page, part: string): Promise<string[]> => {
  const found = await page.evaluate(
    async ([within, how]): Promise<AxeResults['violations']> =>
      (await Reflect.get(globalThis, 'axe').run(within, how)).violations,
    [part, { rules: { 'label-content-name-mismatch': { enabled: true } }, resultTypes: ['violations'] }] as const,
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
};

/** Buttons that show words which aren't in their name. axe leaves out words that only eyes can see. */
const misnamedOn = (page: Page): Promise<string[]> =>
  page.locator('button[aria-label]').evaluateAll((buttons: { ariaLabel: string | null; innerText: string }[]) =>
    buttons.flatMap(({ ariaLabel, innerText }) => {
      const words = innerText.split(/\s+/).filter((word) => /\p{L}/u.test(word));
      return words.every((word) => ariaLabel?.includes(word)) ? [] : [`"${innerText}" is called "${ariaLabel}"`];
    }),
  );

describe.runIf(hasBrowser)('every view of the playground', { timeout: 4 * PATIENCE_MS }, () => {
  const playground = usePlayground();

  it('fits a phone and a thumb, without scrolling sideways, and everyone can use it', async () => {
    const page = await look(pageOf(playground.current), { in: channels.gallery, phone: true });
    await page.evaluate(axe.source);
    const faults: string[] = [];
    let isPhone = true;
    const check = async (view: string, part?: string): Promise<void> => {
      const misfits = isPhone ? await misfitsOf(page) : [];
      const violations = part ? await violationsOf(page, part) : [];
      faults.push(...[...misfits, ...violations, ...(await misnamedOn(page))].map((fault) => `${view}: ${fault}`));
    };
    const press = (name: string | RegExp) => page.getByRole('button', { name }).last().click();
    const done = (text: string) =>
      messageWith(page, text)
        .getByText(/^Done, took/)
        .waitFor();
    const dialog = page.getByRole('dialog');

    await check('an empty channel', 'body');
    await input(page).fill('look at https://example.com/a and this');
    await page.keyboard.press('Enter');
    await messageWith(page, 'look at').waitFor();
    await type(page, 'image', 'a heron in the reeds');
    await page.getByRole('button', { name: 'count' }).click();
    await page.keyboard.type('2');
    await page.getByRole('option', { name: /^2 pictures/ }).waitFor();
    await check('a command', '.composer');
    await press('Send /image');
    await done('a heron in the reeds');
    const made = messageWith(page, 'a heron in the reeds');
    await made.getByRole('img').nth(1).waitFor();
    await check('a result');

    await made.getByRole('img').first().click();
    await dialog.waitFor();
    await check('a large picture', 'dialog');
    await press('Next picture');
    await page.getByRole('dialog', { name: 'Picture 2 of 2' }).waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();

    await made.getByRole('button', { name: /\b2$/ }).click();
    await page.getByRole('button', { name: 'Change …' }).waitFor();
    await check('one of the pictures');
    await press('Change …');
    await dialog.waitFor();
    await check('the form of a change', 'dialog');
    await dialog.getByRole('textbox').first().fill('the same heron at night');
    await dialog.getByRole('button', { name: /^Model/ }).click();
    await check('a list in a form', 'dialog');
    // Closes the list, but not the form.
    await page.keyboard.press('Escape');
    await page.getByRole('option').first().waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await done('the same heron at night');

    const changed = messageWith(page, 'the same heron at night');
    await changed.getByRole('button', { name: 'More …' }).click();
    await page.getByRole('button', { name: 'Edit and make again …' }).waitFor();
    await check('everything about a picture');
    await press('Animate …');
    await dialog.waitFor();
    await check('the form of a clip', 'dialog');
    await dialog.getByRole('textbox').first().fill('it spreads its wings');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await messageWith(page, 'it spreads its wings').locator('video').waitFor();
    await check('a clip');

    await changed.getByRole('button', { name: 'Message menu' }).click();
    await page.getByRole('menuitem', { name: 'Open in Easel' }).waitFor();
    await check('the menu of a message', '[role=menu]');
    await page.getByRole('menuitem', { name: 'Open in Easel' }).click();
    await page.getByText('Only you can see this').last().waitFor();
    await check('what made a picture');

    await input(page).fill('/');
    await page.getByRole('option').first().waitFor();
    await check('the commands', '[role=listbox]');
    await page.keyboard.press('Escape');
    await type(page, 'history');
    await press('Send /history');
    await messageWith(page, 'Your pictures and clips here').waitFor();
    await check('a history', 'body');

    await press('Channels and people');
    await check('the channels', '.side');
    await press(/^You are Mira/);
    await check('the people', '[role=menu]');
    await page.getByRole('menuitemradio', { name: /Nadia/ }).click();
    await page.getByRole('button', { name: /^You are Nadia/ }).waitFor();
    await page.getByRole('button', { name: 'Close the channels' }).click({ position: { x: 380, y: 400 } });

    // The rest at a desk and in the dark, with all pictures once more.
    isPhone = false;
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await press('Behind the scenes');
    await page.getByRole('complementary').getByText('Tasks at the service').waitFor();
    await check('behind the scenes', 'body');
    await made.getByRole('img').first().click();
    await dialog.waitFor();
    await check('a large picture in the dark', 'dialog');
    await page.keyboard.press('Escape');
    await type(page, 'settings');
    await press('Send /settings');
    const panel = messageWith(page, 'Settings of this server');
    await panel.getByRole('button', { name: 'For experts …' }).click();
    await check('a list of choices', '[role=listbox]');
    await page.getByRole('option', { name: /^Limits/ }).click();
    await press('Change numbers …');
    await page.getByRole('dialog', { name: 'Edit Limits' }).waitFor();
    await check('a long form', 'dialog');
    await page.keyboard.press('Escape');
    await playground.current.parts.bots[0].kill();
    await type(page, 'budget');
    await press('Send /budget');
    await page.getByRole('alert').getByText('The application did not respond').waitFor();
    await check('a command that failed');
    expect([...new Set(faults)]).toEqual([]);

    // A second button would be one press too many for screen readers.
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 780 });
      expect(await page.getByRole('button', { name: 'Behind the scenes' }).count()).toBe(1);
    }
  });
});
