import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import type { CommandInput } from '../../src/sandbox/discord/people/inputs.ts';
import { ids } from '../../src/sandbox/discord/world/world-ids.ts';
import { openPlayground } from '../../src/sandbox/playground/open-playground.ts';
import { systemClock } from '../../src/time/clock.ts';
import { findBrowser } from '../support/find-browser.ts';

/** `npm run screenshots`: takes the docs' pictures in the playground. */

const ROOT = join(import.meta.dirname, '..', '..');
const OUTPUT = join(ROOT, 'docs', 'pictures');
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
  // Without the tour, messages have more room.
  await context.addInitScript(`localStorage.setItem("easel-tour-is-closed", '')`);
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

/** Space below a message in its picture, and how wide a card needs it. */
const MARGIN = 12;
const CARD_WIDTH = 700;
interface Part {
  /** The picture starts at this message's top edge. */
  from: Locator;
  /** And ends here; without it, at the page's end. */
  to?: Locator;
  width?: number;
}

/** The part of the page from a message's top edge on. */
const clipOf = async (page: Page, { from, to, width }: Part) => {
  await from.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await page.mouse.move(0, 0);
  const [first, last] = [await from.boundingBox(), await to?.boundingBox()];
  const size = page.viewportSize();
  if (!first || !size) throw new Error('the message is not on the page');
  // Its neighbour above may be close.
  const y = Math.max(0, first.y - 2);
  const end = last ? Math.min(size.height, last.y + last.height + MARGIN) : size.height;
  return { x: first.x, y, width: Math.min(first.width, width ?? CARD_WIDTH), height: end - y };
};

/** Saves a screenshot as WebP, in the best quality that is small enough. */
const keep = async (page: Page, name: string, part?: Part): Promise<void> => {
  // Gives new pictures time to be decoded.
  await page.waitForTimeout(600);
  const png = await page.screenshot(part ? { clip: await clipOf(page, part) } : {});
  for (const quality of [90, 80, 70, 60, 50]) {
    const bytes = await sharp(png).webp({ quality }).toBuffer();
    if (bytes.byteLength > LARGEST_BYTES) continue;
    await writeFile(join(OUTPUT, `${name}.webp`), bytes);
    process.stdout.write(`${name}.webp, ${bytes.byteLength} bytes\n`);
    return;
  }
  throw new Error(`${name} does not get small enough`);
};

/** How often a frame is taken, and how long each shows: the film is faster than the service. */
const FRAME_MS = 450;
const SHOWN_FRAME_MS = 240;
const LAST_FRAME_MS = 2_400;
const LARGEST_ANIMATION_BYTES = 600_000;

/** Takes screenshots until `end` resolves, and saves those that differ as an animated WebP. */
const film = async (page: Page, name: string, end: Promise<unknown>): Promise<void> => {
  const frames: Buffer[] = [];
  const take = async (): Promise<void> => {
    const png = await page.screenshot();
    if (!frames.at(-1)?.equals(png)) frames.push(png);
  };
  let isOver = false;
  const over = end.then(() => {
    isOver = true;
  });
  while (!isOver) {
    await take();
    await page.waitForTimeout(FRAME_MS);
  }
  await over;
  await page.waitForTimeout(600);
  await take();
  const delay = frames.map((_, index) => (index === frames.length - 1 ? LAST_FRAME_MS : SHOWN_FRAME_MS));
  for (const quality of [85, 70, 55, 40]) {
    const bytes = await sharp(frames, { join: { animated: true } })
      .webp({ quality, delay, loop: 0 })
      .toBuffer();
    if (bytes.byteLength > LARGEST_ANIMATION_BYTES) continue;
    await writeFile(join(OUTPUT, `${name}.webp`), bytes);
    process.stdout.write(`${name}.webp, ${frames.length} frames, ${bytes.byteLength} bytes\n`);
    return;
  }
  throw new Error(`${name} does not get small enough`);
};

try {
  await playground.parts.discord.connected(AbortSignal.timeout(PATIENCE_MS));
  const { gallery, clips } = atelier.channels;

  const mira = await open(people.member, gallery, { viewport: { width: 560, height: 860 } });
  await use(mira, 'image', 'a lighthouse in a storm, oil painting');
  await mira.waitForTimeout(300);
  const [filmed] = [film(mira, 'picture', done(mira, 'a lighthouse in a storm'))];
  await mira.waitForTimeout(700);
  await mira.keyboard.press('Enter');
  await filmed;

  const narrow = await open(people.secondMember, gallery, {
    viewport: { width: 390, height: 1100 },
    deviceScaleFactor: 2,
  });
  await act(people.secondMember, {
    ...{ channelId: gallery, name: 'image' },
    options: { prompt: 'a red fox in the snow', aspect_ratio: '16:9' },
  });
  await done(narrow, 'a red fox in the snow');

  const maker = await open(people.secondMember, gallery, { viewport: { width: 1280, height: 1100 } });
  await act(people.secondMember, {
    ...{ channelId: gallery, name: 'image' },
    options: { prompt: 'an owl in a birch wood', count: 4 },
  });
  await done(maker, 'an owl in a birch wood');
  await message(maker, 'an owl in a birch wood').getByRole('button', { name: /\b2$/ }).click();
  const opened = maker.locator('.message', { has: maker.getByRole('button', { name: 'Change …' }) }).last();
  await opened.getByRole('img').first().waitFor();
  await keep(maker, 'page', { from: opened, to: opened });

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
  await message(jonas, 'waves rolling').evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await keep(jonas, 'behind-the-scenes');

  const clip = message(jonas, 'waves rolling');
  await keep(jonas, 'clip', { from: clip, to: clip });

  await playground.prepared;
  const { workshop } = ids;
  const newcomer = await open(people.member, workshop.channels.review, { viewport: { width: 1280, height: 660 } });
  await newcomer.getByRole('button', { name: /Theo/ }).first().waitFor();
  await keep(newcomer, 'workshop');

  await act(people.member, {
    ...{ channelId: workshop.channels.review, name: 'image' },
    options: { prompt: 'a castle in the clouds', count: 2 },
  });
  const theo = await open(people.moderator, workshop.channels.moderators);
  await message(theo, 'a castle in the clouds').getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await keep(theo, 'review', {
    from: message(theo, 'a castle in the clouds'),
    to: message(theo, 'a castle in the clouds'),
  });

  const nadia = await open(people.manager, workshop.channels.open, {
    viewport: { width: 1280, height: 1340 },
  });
  await act(people.manager, { channelId: workshop.channels.open, name: 'settings' });
  await message(nadia, 'Settings of this server').waitFor();
  const panel = message(nadia, 'Settings of this server');
  await keep(nadia, 'settings', { from: panel, to: panel });

  const owner = await open(people.manager, atelier.channels.general, { viewport: { width: 1280, height: 900 } });
  await use(owner, 'setup', '');
  await owner.keyboard.press('Enter');
  await owner.getByRole('button', { name: 'Family-friendly' }).click();
  await message(owner, 'Who moderates?').waitFor();
  await keep(owner, 'setup', { from: message(owner, 'Who moderates?'), to: message(owner, 'Who moderates?') });

  await message(jonas, 'waves rolling').getByRole('button', { name: /^★/ }).click();
  const explorer = await open(people.member, gallery, { viewport: { width: 1280, height: 1300 } });
  await act(people.member, { channelId: gallery, name: 'explore' });
  await explorer.getByRole('button', { name: 'Newest', exact: true }).click();
  const explored = message(explorer, 'The newest that you can see here');
  await explored.getByRole('img').first().waitFor();
  await keep(explorer, 'explore', { from: explored, to: explored });

  await act(people.secondMember, {
    ...{ channelId: workshop.channels.vote, name: 'image' },
    options: { prompt: 'a whale above the rooftops' },
  });
  const ben = await open(people.thirdMember, workshop.channels.vote);
  await message(ben, 'a whale above').getByRole('button', { name: 'Vote for it (0/2)' }).click();
  await message(ben, 'a whale above').getByRole('button', { name: 'Vote for it (1/2)' }).waitFor();
  await keep(ben, 'vote', { from: message(ben, 'a whale above'), to: message(ben, 'a whale above') });

  await act(people.member, {
    ...{ channelId: workshop.channels.open, name: 'image' },
    options: { prompt: 'a paper boat in a puddle, the sky in it' },
  });
  const own = await open(people.member, workshop.channels.open);
  await done(own, 'a paper boat');
  await message(own, 'a paper boat').getByRole('button', { name: 'More …' }).click();
  await own.getByRole('button', { name: 'Show in the gallery' }).click();
  await message(own, 'It’s in the gallery').waitFor();
  const showcase = await open(people.thirdMember, workshop.channels.showcase);
  await message(showcase, 'a paper boat').getByRole('img').first().waitFor();
  await keep(showcase, 'gallery', { from: message(showcase, 'a paper boat'), to: message(showcase, 'a paper boat') });

  const round = await open(people.artist, workshop.channels.rounds);
  await act(people.moderator, {
    ...{ channelId: workshop.channels.rounds, name: 'round' },
    options: { theme: 'harbours at night' },
  });
  await message(round, 'harbours at night').getByRole('button', { name: 'Enter a prompt' }).waitFor();
  await keep(round, 'round', { from: message(round, 'harbours at night'), to: message(round, 'harbours at night') });

  const phone = await open(people.member, gallery, { viewport: { width: 390, height: 860 }, deviceScaleFactor: 2 });
  await message(phone, 'a lighthouse in a storm').getByRole('img').first().waitFor();
  await message(phone, 'a lighthouse in a storm').evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await keep(phone, 'narrow');
} finally {
  await browser.close();
  await playground.close();
  await rm(folder, { recursive: true, force: true });
}
// The sandbox's render thread would keep the process alive.
process.exit();
