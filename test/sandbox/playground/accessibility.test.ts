import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './browser.ts';
import { channels, input, look, messageWith, people, type } from './support.ts';
import { PATIENCE_MS, pageOf, usePlayground } from './use-playground.ts';

const EVERYTHING: RunOptions = { rules: { 'label-content-name-mismatch': { enabled: true } } };

/** What axe finds on the page in its current state, one line for each fault. */
const faultsOf = async (page: Page, view: string): Promise<string[]> => {
  await page.evaluate(axe.source);
  const found = await page.evaluate(
    async (how): Promise<AxeResults['violations']> => (await Reflect.get(globalThis, 'axe').run(how)).violations,
    EVERYTHING,
  );
  return [
    ...found
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${view}: ${id}: ${html.slice(0, 160)}`)),
    ...(await misnamedOn(page)).map((button) => `${view}: ${button}`),
  ];
};

/** Buttons that show words which aren't in their name. axe leaves out words that only eyes can see. */
const misnamedOn = (page: Page): Promise<string[]> =>
  page.locator('button[aria-label]').evaluateAll((buttons: { ariaLabel: string | null; innerText: string }[]) =>
    buttons.flatMap(({ ariaLabel, innerText }) => {
      const words = innerText.split(/\s+/).filter((word) => /\p{L}/u.test(word));
      return words.every((word) => ariaLabel?.includes(word)) ? [] : [`"${innerText}" is called "${ariaLabel}"`];
    }),
  );

describe.runIf(hasBrowser)('the playground is usable by everyone', { timeout: 4 * PATIENCE_MS }, () => {
  const playground = usePlayground();

  // Colours don't depend on the width.
  it.each([
    { phone: false, dark: true },
    { phone: true, dark: false },
  ])('with phone $phone, dark $dark', async (way) => {
    const page = await look(pageOf(playground.current), { in: channels.gallery, ...way });
    const faults: string[] = [];
    const check = async (view: string): Promise<void> => void faults.push(...(await faultsOf(page, view)));
    const press = async (name: string | RegExp): Promise<void> => page.getByRole('button', { name }).last().click();

    await check('an empty channel');
    await input(page).fill('look at https://example.com/a and this');
    await page.keyboard.press('Enter');
    await messageWith(page, 'look at').waitFor();
    await type(page, 'image', `four pictures, ${JSON.stringify(way)}`);
    await page.getByRole('button', { name: 'count' }).click();
    await page.keyboard.type('4');
    await page.getByRole('option', { name: /^4 pictures/ }).waitFor();
    await check('a command');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    const made = messageWith(page, 'four pictures');
    await made.getByText(/^Done, took/).waitFor();
    await check('pictures');
    await made.getByRole('img').first().click();
    await page.getByRole('dialog').waitFor();
    await check('a large picture');
    await page.keyboard.press('Escape');
    await input(page).fill('/');
    await page.getByRole('option').first().waitFor();
    await check('the commands');
    await page.keyboard.press('Escape');
    await type(page, 'history');
    await page.keyboard.press('Enter');
    await messageWith(page, 'Your pictures and clips here').waitFor();
    await check('a history');

    if (way.phone) await press('Channels and people');
    await check('the channels');
    await press(/^You are Mira/);
    await check('the people');
    await page.getByRole('menuitemradio', { name: /Nadia/ }).click();
    await page.getByRole('button', { name: /^You are Nadia/ }).waitFor();
    if (way.phone)
      await page.getByRole('button', { name: 'Close the channels' }).click({ position: { x: 380, y: 400 } });
    await press('Behind the scenes');
    await page.getByRole('complementary').getByText('Tasks at the service').waitFor();
    await check('behind the scenes');
    if (way.phone) await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click();
    await type(page, 'settings');
    await page.keyboard.press('Enter');
    const panel = messageWith(page, 'Settings of this server');
    await panel.getByRole('button', { name: 'For experts …' }).click();
    await check('a list of choices');
    await page.getByRole('option', { name: /^Limits/ }).click();
    await press('Change numbers …');
    await page.getByRole('dialog', { name: 'Edit Limits' }).waitFor();
    await check('a form');
    await page.keyboard.press('Escape');
    await playground.current.parts.bots[0].kill();
    await type(page, 'budget');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('The application did not respond').waitFor();
    await check('a command that failed');
    expect([...new Set(faults)]).toEqual([]);
  });

  it('names the button “Behind the scenes” at every width', async () => {
    const page = await look(pageOf(playground.current), { in: channels.general, as: people.member });
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 780 });
      expect(await page.getByRole('button', { name: 'Behind the scenes' }).count()).toBe(1);
    }
  });
});
