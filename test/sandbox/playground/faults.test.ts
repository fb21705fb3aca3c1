import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { OpenPlayground } from '../../../src/sandbox/playground/open-playground.ts';
import { hasBrowser } from './browser.ts';
import { channels, look, messageWith, type, until } from './support.ts';
import { PATIENCE_MS, pageOf, usePlayground } from './use-playground.ts';

const open = (playground: OpenPlayground, channelId: string): Promise<Page> =>
  look(pageOf(playground), { in: channelId, backstage: true });

const turn = async (page: Page, title: string, on: boolean): Promise<void> => {
  const name = new RegExp(`^${title}`);
  await page.getByRole('switch', { name }).click();
  await page.getByRole('switch', { name, checked: on }).waitFor();
};

/** Makes a picture while the fault is on, and waits for the words that the member reads. */
const readDuring = async (page: Page, title: string, words: string): Promise<void> => {
  await turn(page, title, true);
  await type(page, 'image', `during ${title}`);
  await page.keyboard.press('Enter');
  await messageWith(page, words).waitFor();
  await turn(page, title, false);
};

const tasksOf = ({ parts }: OpenPlayground, prompt: string) =>
  parts.service.tasks().filter(({ request }) => request.prompt === prompt);

describe.runIf(hasBrowser)('a fault that affects one task', { timeout: 2 * PATIENCE_MS }, () => {
  const playground = usePlayground();

  it('is explained in the bot’s own words: a refusal', async () => {
    const page = await open(playground.current, channels.gallery);
    await readDuring(page, 'Refused requests', 'The service refused it: “this prompt is against our rules”');
  });

  it('is explained in the bot’s own words: a failure', async () => {
    const page = await open(playground.current, channels.thread);
    await readDuring(page, 'Failing tasks', 'Failed: the service couldn’t make it.');
  });

  it('delays a picture without making it twice', async () => {
    const page = await open(playground.current, channels.archivedThread);
    await turn(page, 'Slow service', true);
    await type(page, 'image', 'a patient snail');
    await page.keyboard.press('Enter');
    await messageWith(page, 'a patient snail')
      .getByText(/^Done, took/)
      .waitFor();
    await turn(page, 'Slow service', false);
    expect(tasksOf(playground.current, 'a patient snail')).toHaveLength(1);
  });

  it('costs an answer and no credits if it is Discord’s rate limit, and the next command works', async () => {
    const page = await open(playground.current, channels.lateNight);
    await turn(page, 'Discord says “slow down”', true);
    await type(page, 'image', 'a hurried hare');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('The application did not respond').waitFor();
    await turn(page, 'Discord says “slow down”', false);
    await type(page, 'image', 'a hare at rest');
    await page.keyboard.press('Enter');
    await messageWith(page, 'a hare at rest')
      .getByText(/^Done, took/)
      .waitFor();
    expect(tasksOf(playground.current, 'a hurried hare')).toEqual([]);
  });

  it('passes by itself if it is the gateway’s', async () => {
    const page = await open(playground.current, channels.clips);
    const before = playground.current.parts.bots[0].log.length;
    await page.getByRole('button', { name: 'Drop the gateway' }).click();
    await until(
      () => playground.current.parts.bots[0].log.length >= before && playground.current.parts.discord.connections > 0,
    );
    await page.getByText('and connected').waitFor();
    await type(page, 'history');
    await page.keyboard.press('Enter');
    await messageWith(page, 'Your pictures and clips here').waitFor();
  });

  it('doesn’t lose a result when the clock jumps past the interaction’s life', async () => {
    const page = await open(playground.current, channels.general);
    playground.current.parts.service.configure({ durations: { 'image-model-b': { queueMs: 0, runMs: 600_000 } } });
    await type(page, 'image', 'a very old tree');
    await page.getByRole('button', { name: 'model', exact: true }).click();
    await page.keyboard.type('model-b');
    await page.getByRole('option', { name: 'Image Model B' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.locator('.task', { hasText: 'a very old tree' }).getByText('running').waitFor();
    await page.getByRole('button', { name: 'Jump 20 min ahead' }).click();
    await page.getByText('Now 20 minutes ahead').waitFor();
    await messageWith(page, 'a very old tree').getByRole('img', { name: 'a very old tree' }).waitFor();
  });
});

/** The bot avoids such a service for a while, so each fault has a playground of its own. */
describe.runIf(hasBrowser).each([
  ['Bad key', 'the service doesn’t accept Easel’s key'],
  ['Service down', 'Unconfirmed: the service’s answer was lost'],
])('the fault %s', { timeout: 2 * PATIENCE_MS }, (title, words) => {
  const playground = usePlayground();

  it('is explained in the bot’s own words', async () => {
    await readDuring(await open(playground.current, channels.gallery), title, words);
  });
});
