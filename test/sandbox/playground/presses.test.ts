import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/discord/world/world-ids.ts';
import { hasBrowser } from './browser.ts';
import { channels, look, messageWith, people, type } from './support.ts';
import { PATIENCE_MS, pageOf, usePlayground } from './use-playground.ts';

/** Counts what a person presses after the first command is on the page. */
const countPresses = () => {
  const pressed: string[] = [];
  return {
    pressed,
    /** Presses a message's button whose name starts with these words. */
    press: async (within: Page | Locator, name: string): Promise<void> => {
      pressed.push(name);
      await within
        .getByRole('button', { name: new RegExp(`^${name.replace(/[.*+?]/g, '\\$&')}`) })
        .last()
        .click();
    },
  };
};

/** The message, once its result is done. */
const done = async (page: Page, text: string): Promise<Locator> => {
  const message = messageWith(page, text);
  await message.getByText(/^Done, took/).waitFor();
  return message;
};

/** The member makes four pictures each time, from now on. */
const preferFour = async (page: Page): Promise<void> => {
  await type(page, 'preferences');
  await page.getByRole('button', { name: 'Send /preferences' }).click();
  await page.getByRole('button', { name: /Pictures per request: 1/ }).click();
  await page.getByRole('option', { name: /Pictures per request: 4/ }).click();
  await page.getByRole('button', { name: /Pictures per request: 4/ }).waitFor();
};

describe.runIf(hasBrowser)('the fewest presses in the playground', { timeout: 4 * PATIENCE_MS }, () => {
  const playground = usePlayground();

  it('lead in seven, with one typed prompt, from four pictures to one that is varied, finished, animated and shown', async () => {
    const { pressed, press } = countPresses();
    const page = await look(pageOf(playground.current), { in: channels.gallery });
    await preferFour(page);
    await type(page, 'image', 'a lighthouse at noon');
    await press(page, 'Send /image');
    await press(await done(page, 'a lighthouse at noon'), 'Picture 2');
    await press(page, 'Vary ·');
    await press(await done(page, 'from picture 2'), 'Finish ·');
    await press(await done(page, 'Image Model B'), 'Animate ·');
    await press(await done(page, 'gentle movement'), 'More …');
    await press(page, 'Show in the gallery');
    await page.getByRole('button', { name: /^exhibition/ }).click();
    await page.getByText('a lighthouse at noon').first().waitFor();
    expect(pressed).toHaveLength(7);
  });

  it('lead in three from /setup to a server with moderators, their channel and review', async () => {
    await playground.current.prepared;
    const { pressed, press } = countPresses();
    const page = await look(pageOf(playground.current), { in: channels.general, as: people.manager });
    await type(page, 'setup');
    await page.getByRole('button', { name: 'Send /setup' }).click();
    await press(page, 'Family-friendly');
    await press(page, 'Use these');
    await press(page, 'Start');
    await page.getByText('Easel is set up').waitFor();
    expect(pressed).toHaveLength(3);

    const member = await look(pageOf(playground.current), { in: channels.general });
    await type(member, 'image', 'a fox in the snow');
    await member.getByRole('button', { name: 'Send /image' }).click();
    await messageWith(member, 'Waiting for a moderator').getByText('Waiting for a moderator').waitFor();
    const moderator = await look(pageOf(playground.current), { in: channels.staff, as: people.moderator });
    await press(messageWith(moderator, 'a fox in the snow'), 'Approve');
    await done(member, 'a fox in the snow');
  });

  it('lead in three from /setup to pictures in a fresh server, without a moderator role or a hidden channel', async () => {
    const { annex } = ids;
    const { pressed, press } = countPresses();
    const page = await look(pageOf(playground.current), { in: annex.channels.general, as: people.artist });
    await type(page, 'setup');
    await page.getByRole('button', { name: 'Send /setup' }).click();
    await press(page, 'Family-friendly');
    await press(page, 'Use these');
    await press(page, 'Start as Open for now');
    await page.getByText('Easel is set up').waitFor();
    expect(pressed).toHaveLength(3);

    const member = await look(pageOf(playground.current), { in: annex.channels.sketches });
    await type(member, 'image', 'a fox in the snow');
    await member.getByRole('button', { name: 'Send /image' }).click();
    await done(member, 'a fox in the snow');
  });

  it('lead in one from the first page to a member’s own picture', async () => {
    const { pressed, press } = countPresses();
    const page = await look(pageOf(playground.current), { in: channels.general });
    await press(page, 'Make a picture');
    await (await done(page, 'a lighthouse in a storm')).getByRole('img').first().waitFor();
    expect(pressed).toHaveLength(1);
  });

  it('lead in two from /help to a member’s own picture, without a typed word', async () => {
    const { pressed, press } = countPresses();
    const page = await look(pageOf(playground.current), { in: channels.lateNight, as: people.artist });
    await type(page, 'help');
    await page.getByRole('button', { name: 'Send /help' }).click();
    await press(page, 'Make one');
    await press(page.getByRole('dialog'), 'Submit');
    await page.locator('.message', { hasText: 'Done, took' }).last().getByRole('img').first().waitFor();
    expect(pressed).toHaveLength(2);
  });
});
