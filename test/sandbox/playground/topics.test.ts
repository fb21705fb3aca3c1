import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/discord/world/world-ids.ts';
import { hasBrowser } from './browser.ts';
import { eventually, look, messageWith, people } from './support.ts';
import { PATIENCE_MS, pageOf, usePlayground } from './use-playground.ts';

const { channels } = ids.workshop;

describe.runIf(hasBrowser)('a channel with a topic', { timeout: 2 * PATIENCE_MS }, () => {
  const playground = usePlayground();
  const open = async (channelId: string, as: string = people.member): Promise<Page> => {
    await playground.current.prepared;
    return look(pageOf(playground.current), { in: channelId, as });
  };

  it('shows its whole topic when its line is pressed, until Escape', async () => {
    const page = await open(channels.preview);
    await page.getByRole('button', { name: 'Topic of preview' }).click();
    const whole = page.locator('.topic-popover');
    await whole.getByText('A moderator reviews each picture before everyone sees it.').waitFor();
    await page.keyboard.press('Escape');
    await whole.waitFor({ state: 'detached' });
  });

  it('lets the visitor become a person whom it names, who sees what is new', async () => {
    const page = await open(channels.review);
    await page.getByRole('button', { name: '/image a castle in the clouds', exact: true }).click();
    const prompt = page.getByRole('textbox', { name: 'prompt' });
    await eventually(() => prompt.inputValue()).toBe('a castle in the clouds');
    await prompt.press('Enter');
    await messageWith(page, 'Waiting for a moderator').waitFor();
    await page.getByRole('button', { name: 'Theo Moderator', exact: true }).click();
    await page.getByRole('button', { name: /^You are Theo, Moderator/ }).waitFor();
    await page.getByRole('button', { name: 'moderators, new messages' }).click();
    await messageWith(page, 'a castle in the clouds').getByRole('button', { name: 'Approve', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'open', exact: true }).count()).toBe(1);
  });

  it('fills in the options of a quoted command', async () => {
    const page = await open(channels.rounds, people.artist);
    await page.getByRole('button', { name: '/round theme:harbours at night', exact: true }).click();
    await page.getByRole('form', { name: 'Command /round' }).waitFor();
    await eventually(() => page.getByRole('textbox', { name: 'theme' }).inputValue()).toBe('harbours at night');
  });

  it('offers only commands that the person can use', async () => {
    const page = await open(channels.moderators, people.moderator);
    await page.getByRole('button', { name: '/moderation panel', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: '/settings', exact: true }).count()).toBe(0);
  });

  it('is suggested in an empty channel elsewhere', async () => {
    const page = await open(ids.atelier.channels.clips);
    await page.getByRole('button', { name: /^Moderate/ }).click();
    await page.getByRole('heading', { name: 'Welcome to #open' }).waitFor();
  });

  it('gives its threads its topic', async () => {
    const page = await open(channels.reviewThread);
    await page.getByText('A thread in #review.').waitFor();
    await page.getByRole('button', { name: '/image a castle in the clouds', exact: true }).waitFor();
  });

  it('stands next to a list of people from members to the owner, and then those outside the server', async () => {
    const page = await open(ids.atelier.channels.gallery);
    await page.getByRole('button', { name: /^You are Mira/ }).click();
    await page.getByRole('menuitemradio', { name: 'Ben In The Workshop' }).waitFor();
    const names = await page.getByRole('menuitemradio').locator('.who-name').allTextContents();
    expect(names.map((one) => one.trim())).toEqual([
      ...['Mira Member', 'Jonas Member', 'Oskar Operator of the bot', 'Ayla Artist', 'Theo Moderator', 'Nadia Manager'],
      ...['Wanda Owner', 'Ben In The Workshop'],
    ]);
  });
});
