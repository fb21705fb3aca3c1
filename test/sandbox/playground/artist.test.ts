import { describe, expect, it } from 'vitest';
import { hasBrowser } from './browser.ts';
import { channels, look, messageWith, type } from './support.ts';
import { PATIENCE_MS, pageOf, usePlayground } from './use-playground.ts';

const MONTH_MS = 30 * 86_400_000;

describe.runIf(hasBrowser)('an artist', { timeout: 4 * PATIENCE_MS }, () => {
  const playground = usePlayground();

  it('makes four, changes one, animates it, saves the style, and finds it a month later for the gallery', async () => {
    const page = await look(pageOf(playground.current), { in: channels.gallery });
    const dialog = page.getByRole('dialog');
    const done = (text: string) =>
      messageWith(page, text)
        .getByText(/^Done, took/)
        .waitFor();
    const press = (name: string) => page.getByRole('button', { name }).last().click();

    await type(page, 'image', 'a heron in the reeds, ink on paper');
    await page.getByRole('button', { name: 'count' }).click();
    await page.keyboard.type('4');
    await page.getByRole('button', { name: 'Send /image' }).click();
    await done('a heron in the reeds');
    const made = messageWith(page, 'a heron in the reeds');
    expect(await made.getByRole('img').count()).toBeGreaterThanOrEqual(4);

    await made.getByRole('button', { name: /\b2$/ }).click();
    await press('Change …');
    await dialog.getByRole('textbox').first().fill('the same heron at night, ink on paper');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await done('the same heron at night');

    const changed = messageWith(page, 'the same heron at night');
    await changed.getByRole('button', { name: 'More …' }).click();
    await press('Animate …');
    await dialog.getByRole('textbox').first().fill('it spreads its wings');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await messageWith(page, 'it spreads its wings').locator('video').waitFor();

    await press('Save this style');
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await page.getByText(/^Saved/).waitFor();

    playground.current.parts.clock.jump(MONTH_MS);
    await type(page, 'history');
    await page.getByRole('button', { name: 'Send /history' }).click();
    const wall = messageWith(page, 'Your pictures and clips here');
    // The clip is the newest, and the heron at night the second.
    await wall.getByRole('button', { name: /\b2$/ }).click();
    await page.getByRole('button', { name: 'Back to the list' }).waitFor();
    await press('More …');
    await press('Show in the gallery');
    await page.getByText('It’s in the gallery').waitFor();
    const { discord } = playground.current.parts;
    const posts = () =>
      discord.world.guilds
        .flatMap((guild) => guild.channels)
        .filter(({ parentId, name }) => parentId === channels.exhibition && name.includes('the same heron'));
    expect(posts()).toHaveLength(1);
  });
});
