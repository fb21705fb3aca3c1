import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type OpenPlayground, openPlayground } from '../../../src/sandbox/playground/open-playground.ts';

/** A busy machine builds the page, draws pictures and starts a browser slowly; nothing is wrong before this. */
export const PATIENCE_MS = 60_000;

/** Of the bot's log, where it does not start. */
const LAST_LINES = 10;

/** Short ones: nobody watches. */
const DURATIONS = {
  'image-model-a': { queueMs: 300, runMs: 900 },
  'omni-flash': { queueMs: 300, runMs: 900 },
};

/** As wide as a message shows them: a real size takes a second a picture to paint. */
const LONG_SIDE_PX = 256;

/** One playground for all tests of a file, the bot running; each test has its own channel or asks for a fresh page. */
export const usePlayground = (): { current: OpenPlayground } => {
  const holder: { current: OpenPlayground | undefined; folder: string } = { current: undefined, folder: '' };
  beforeAll(async () => {
    holder.folder = await mkdtemp(join(tmpdir(), 'easel-playground-'));
    holder.current = await openPlayground({
      folder: holder.folder,
      durations: DURATIONS,
      longSidePx: LONG_SIDE_PX,
    });
  }, PATIENCE_MS);
  // What a test before left behind, on purpose or by failing, must not reach the next.
  beforeEach(async () => {
    const { bots, discord, taskApi } = holder.current?.parts ?? {};
    const bot = bots?.[0];
    taskApi?.faults.replace({});
    discord?.faults.clear();
    await bot?.start();
    const isReady = (): boolean => bot?.state === 'running' && (discord?.connections ?? 0) > 0;
    const ready = expect.poll(isReady, { timeout: PATIENCE_MS / 2 }).toBe(true);
    await ready.catch((cause: unknown) => {
      throw new Error(`the bot did not start:\n${bot?.log.slice(-LAST_LINES).join('\n')}`, { cause });
    });
  }, PATIENCE_MS);
  afterAll(async () => {
    await holder.current?.close();
    await rm(holder.folder, { recursive: true, force: true });
  }, PATIENCE_MS);
  return {
    get current() {
      if (!holder.current) throw new Error('the playground did not start');
      return holder.current;
    },
  };
};

/** What `look` needs of it. */
export const pageOf = ({ url, parts }: OpenPlayground) => ({ url, discord: parts.discord });
