import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './browser.ts';
import { channels, look, messageWith, type } from './support.ts';
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
const misfitsOf = async (page: Page, view: string): Promise<string[]> => {
  const widthPx = page.viewportSize()?.width ?? 0;
  return (await page.evaluate<Seen[]>(SEEN)).flatMap(({ name, isTarget, isMoved, box }) => [
    ...(isMoved ? [`${view}: scrolls sideways: ${name}`] : []),
    ...(isTarget && (box.left < -1 || box.right > widthPx + 1) ? [`${view}: outside: ${name}`] : []),
    ...(isTarget && Math.min(box.width, box.height) < LEAST_PX - 0.5 ? [`${view}: too small: ${name}`] : []),
  ]);
};

describe.runIf(hasBrowser)('on a phone', { timeout: 4 * PATIENCE_MS }, () => {
  const playground = usePlayground();

  it('lets a member make, change, animate and find a picture with a thumb, without scrolling sideways', async () => {
    const page = await look(pageOf(playground.current), { in: channels.gallery, phone: true });
    const faults: string[] = [];
    const check = async (view: string): Promise<void> => void faults.push(...(await misfitsOf(page, view)));
    const done = (text: string) =>
      messageWith(page, text)
        .getByText(/^Done, took/)
        .waitFor();
    const dialog = page.getByRole('dialog');

    await check('an empty channel');
    await type(page, 'image', 'a heron in the reeds');
    await page.getByRole('button', { name: 'count' }).click();
    await page.keyboard.type('2');
    await check('a command');
    await page.getByRole('button', { name: 'Send /image' }).click();
    await done('a heron in the reeds');
    const made = messageWith(page, 'a heron in the reeds');
    await made.getByRole('img').nth(1).waitFor();
    await check('a result');

    await made.getByRole('img').first().click();
    await dialog.waitFor();
    await check('a large picture');
    await page.getByRole('button', { name: 'Next picture' }).click();
    await page.getByRole('dialog', { name: 'Picture 2 of 2' }).waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();

    const press = (name: string) => page.getByRole('button', { name }).last().click();
    await made.getByRole('button', { name: /\b2$/ }).click();
    await page.getByRole('button', { name: 'Change …' }).waitFor();
    await check('one of the pictures');
    await press('Change …');
    await dialog.waitFor();
    await check('the form of a change');
    await dialog.getByRole('textbox').first().fill('the same heron at night');
    await dialog.getByRole('button', { name: /^Model/ }).click();
    await check('a list in a form');
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
    await check('the form of a clip');
    await dialog.getByRole('textbox').first().fill('it spreads its wings');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await messageWith(page, 'it spreads its wings').locator('video').waitFor();
    await check('a clip');

    await changed.getByRole('button', { name: 'Message menu' }).click();
    await page.getByRole('menuitem', { name: 'Open in Easel' }).waitFor();
    await check('the menu of a message');
    await page.getByRole('menuitem', { name: 'Open in Easel' }).click();
    await page.getByText('Only you can see this').last().waitFor();
    await check('what made a picture');

    await type(page, 'history');
    await page.getByRole('button', { name: 'Send /history' }).click();
    await messageWith(page, 'Your pictures and clips here').waitFor();
    await check('a history');
    expect([...new Set(faults)]).toEqual([]);
  });
});
