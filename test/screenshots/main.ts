import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import type { CommandInput } from '../../src/sandbox/discord/people/inputs.ts';
import { ids } from '../../src/sandbox/discord/world/world-ids.ts';
import { openPlayground } from '../../src/sandbox/playground/open-playground.ts';
import { systemClock } from '../../src/time/clock.ts';
import { findBrowser } from '../support/find-browser.ts';

/** `npm run screenshots`: takes the docs' pictures in the playground. */

const OUTPUT = join(import.meta.dirname, '..', '..', 'docs', 'pictures');
/** The largest picture in the docs, in bytes. */
const LARGEST_BYTES = 150_000;
const PATIENCE_MS = 120_000;
const { people, atelier } = ids;

const folder = await mkdtemp(join(tmpdir(), 'easel-screenshots-'));
const browser = await findBrowser();
if (!browser) throw new Error('no Chromium starts on this machine');
const playground = await openPlayground({ folder });
await mkdir(OUTPUT, { recursive: true });

const open = async (
  as: string,
  channelId: string,
  options: BrowserContextOptions & { backstage?: boolean } = {},
): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: 'dark', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const hash = new URLSearchParams({ as, in: channelId, ...(options.backstage ? { backstage: 'open' } : {}) });
  await page.goto(`${playground.url}/#${hash}`);
  await page.getByRole('textbox', { name: /^Message / }).waitFor();
  return page;
};

const use = async (page: Page, command: string, text: string): Promise<void> => {
  await page.getByRole('textbox', { name: /^Message / }).focus();
  await page.keyboard.type('/');
  await page
    .getByRole('option', { name: new RegExp(`^/${command}`) })
    .first()
    .waitFor();
  await page.keyboard.type(command);
  await page.keyboard.press('Enter');
  await page.getByRole('form').waitFor();
  await page.keyboard.type(text);
};

const message = (page: Page, text: string) => page.locator('.message', { hasText: text }).last();
const done = (page: Page, text: string) =>
  message(page, text)
    .getByText(/^Done, took/)
    .waitFor();

/** Does something that no picture has to show. Resolves when the bot's answer is complete. */
const act = async (userId: string, input: CommandInput): Promise<void> => {
  const { discord } = playground.parts;
  const handle = await discord.as(userId).command(input);
  const answer = await handle.answer;
  if (!('message' in answer)) throw new Error(`/${input.name} was answered with ${answer.kind}`);
  const isLoading = (): boolean =>
    discord
      .messages(input.channelId, { as: userId })
      .some(({ id, sandbox }) => id === answer.message.id && sandbox.loading);
  while (isLoading()) await systemClock.sleep(50);
};

/** Saves a screenshot as WebP, in the best quality that is small enough. */
const keep = async (page: Page, name: string): Promise<void> => {
  // Gives new pictures time to be decoded.
  await page.waitForTimeout(600);
  const png = await page.screenshot();
  for (const quality of [90, 80, 70, 60, 50]) {
    const bytes = await sharp(png).webp({ quality }).toBuffer();
    if (bytes.byteLength > LARGEST_BYTES) continue;
    await writeFile(join(OUTPUT, `${name}.webp`), bytes);
    process.stdout.write(`${name}.webp, ${bytes.byteLength} bytes\n`);
    return;
  }
  throw new Error(`${name} does not get small enough`);
};

try {
  await playground.parts.discord.connected(AbortSignal.timeout(PATIENCE_MS));
  const { gallery, clips } = atelier.channels;

  const mira = await open(people.member, gallery);
  await use(mira, 'image', 'a lighthouse in a storm, oil painting');
  await mira.keyboard.press('Enter');
  await done(mira, 'a lighthouse in a storm');
  await keep(mira, 'picture');

  const ayla = await open(people.artist, gallery, { colorScheme: 'light' });
  await use(ayla, 'image', 'a fox in a birch wood at dawn, watercolour');
  await ayla.getByRole('button', { name: 'aspect_ratio' }).click();
  await ayla.keyboard.type('16');
  await ayla.getByRole('option', { name: '16:9' }).waitFor();
  await ayla.getByRole('option', { name: '9:16' }).waitFor({ state: 'detached' });
  await ayla.mouse.move(0, 0);
  await keep(ayla, 'command');

  const jonas = await open(people.secondMember, clips, { backstage: true });
  await use(jonas, 'video', 'waves rolling onto a beach at sunset');
  await jonas.keyboard.press('Enter');
  await message(jonas, 'waves rolling').locator('video').waitFor();
  await done(jonas, 'waves rolling');
  await message(jonas, 'waves rolling')
    .locator('video')
    .evaluate(async (video) => {
      video.currentTime = 1;
      await video.play();
    });
  await use(jonas, 'image', 'a hot-air balloon over the hills');
  await jonas.keyboard.press('Enter');
  await jonas.locator('.task', { hasText: 'hot-air balloon' }).getByText('running').waitFor();
  await keep(jonas, 'behind-the-scenes');

  await playground.prepared;
  const { workshop } = ids;
  const newcomer = await open(people.member, workshop.channels.review);
  await newcomer.getByRole('button', { name: /Theo/ }).first().waitFor();
  await keep(newcomer, 'workshop');

  await act(people.member, {
    ...{ channelId: workshop.channels.review, name: 'image' },
    options: { prompt: 'a castle in the clouds', count: 2 },
  });
  const theo = await open(people.moderator, workshop.channels.moderators);
  await message(theo, 'a castle in the clouds').getByRole('button', { name: 'Approve' }).waitFor();
  await keep(theo, 'review');

  const nadia = await open(people.manager, workshop.channels.open, {
    ...{ colorScheme: 'light', viewport: { width: 1280, height: 1240 } },
  });
  await act(people.manager, { channelId: workshop.channels.open, name: 'settings', subcommand: 'show' });
  await message(nadia, 'Settings of this server').waitFor();
  await keep(nadia, 'settings');

  await act(people.secondMember, {
    ...{ channelId: workshop.channels.vote, name: 'image' },
    options: { prompt: 'a whale above the rooftops' },
  });
  const ben = await open(people.thirdMember, workshop.channels.vote);
  await message(ben, 'a whale above').getByRole('button', { name: 'Second (0/2)' }).click();
  await message(ben, 'a whale above').getByRole('button', { name: 'Second (1/2)' }).waitFor();
  await keep(ben, 'vote');

  await act(people.member, {
    ...{ channelId: workshop.channels.open, name: 'image' },
    options: { prompt: 'a paper boat in a puddle, the sky in it' },
  });
  const own = await open(people.member, workshop.channels.open);
  await done(own, 'a paper boat');
  await message(own, 'a paper boat').getByRole('button', { name: 'Show in the gallery' }).click();
  await message(own, 'It’s in the gallery').waitFor();
  const showcase = await open(people.thirdMember, workshop.channels.showcase);
  await message(showcase, 'a paper boat').getByRole('img').first().waitFor();
  await keep(showcase, 'gallery');

  const round = await open(people.artist, workshop.channels.rounds);
  await act(people.moderator, {
    ...{ channelId: workshop.channels.rounds, name: 'round', subcommand: 'open' },
    options: { theme: 'harbours at night', submit_time: '30m', vote_time: '30m', winners: 2 },
  });
  await message(round, 'harbours at night').getByRole('button', { name: 'Enter a prompt' }).waitFor();
  await keep(round, 'round');

  const phone = await open(people.member, gallery, { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2 });
  await message(phone, 'a lighthouse in a storm').getByRole('img').first().waitFor();
  await keep(phone, 'narrow');
} finally {
  await browser.close();
  await playground.close();
  await rm(folder, { recursive: true, force: true });
}
// The sandbox's render thread would keep the process alive.
process.exit();
