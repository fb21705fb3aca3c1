import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { filmClip } from '../../../src/sandbox/media/film-clip.ts';
import { startResultServer } from '../../media/fetching/result-server.ts';
import { padClip } from '../../support/pad-clip.ts';
import { clipRequest } from './requests.ts';

/** Without a network, these features would keep Chromium busy. */
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];

let browser: Browser | undefined;
let whyNot = '';

beforeAll(async () => {
  try {
    browser = await chromium.launch({
      executablePath: await sparticuz.executablePath(),
      // As a single process, it would end with its first page.
      args: [...sparticuz.args.filter((each) => each !== '--single-process'), ...QUIET],
      headless: true,
    });
  } catch (error) {
    whyNot = `no Chromium starts on this machine: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`;
  }
});

afterAll(() => browser?.close());

/** Plays until the clip has advanced, and reports what is visible. */
const PLAY = `(async () => {
  const video = document.querySelector('video');
  await video.play();
  while (video.currentTime < 0.3) await new Promise((resolve) => video.addEventListener('timeupdate', resolve, { once: true }));
  return { width: video.videoWidth, height: video.videoHeight, seconds: video.duration, at: video.currentTime };
})()`;
const SEEN = z.object({ width: z.number(), height: z.number(), seconds: z.number(), at: z.number() });

test.for([['as it was made', 0] as const, ['padded to 3 MiB', 3 * 1024 * 1024] as const])(
  'a clip plays in a browser, %s',
  async ([, sizeBytes], { skip }) => {
    if (!browser) return skip(whyNot);
    const page = await browser.newPage();
    const { body } = await filmClip(clipRequest('a boat on the sea', { aspectRatio: '4:3' }), 320);
    const clip = sizeBytes > 0 ? padClip(body, sizeBytes) : body;
    const server = await startResultServer((request, response) => {
      if (request.url === '/clip.mp4') response.setHeader('content-type', 'video/mp4').end(clip);
      else response.setHeader('content-type', 'text/html').end('<video muted src="/clip.mp4"></video>');
    });
    await page.goto(server.origin);
    const seen = SEEN.parse(await page.evaluate(PLAY));
    await page.close();
    await server.close();
    expect(seen).toMatchObject({ width: 320, height: 240 });
    expect(seen.seconds).toBeCloseTo(2.5, 1);
    expect(seen.at).toBeGreaterThan(0);
  },
);
