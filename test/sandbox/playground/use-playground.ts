import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type OpenPlayground, openPlayground } from '../../../src/sandbox/playground/open-playground.ts';
import { createBotHere } from './bot-here.ts';

/** A busy machine builds the page, draws pictures and starts a browser slowly. Before this, nothing is wrong. */
export const PATIENCE_MS = 60_000;

/** Lines of the bot's log to show if it doesn't start. */
const LAST_LINES = 10;

/** Short, because no one watches. */
const DURATIONS = {
  'image-model-a': { queueMs: 300, runMs: 900 },
  'omni-flash': { queueMs: 300, runMs: 900 },
};

/** A full-size picture takes a second to paint. */
const LONG_SIDE_PX = 64;

/** One playground with a running bot for all tests of a file. Each test has its own channel or opens a fresh page. */
export const usePlayground = (): { current: OpenPlayground } => {
  const holder: { current: OpenPlayground | undefined; folder: string } = { current: undefined, folder: '' };
  beforeAll(async () => {
    holder.folder = await mkdtemp(join(tmpdir(), 'easel-playground-'));
    holder.current = await openPlayground({
      folder: holder.folder,
      durations: DURATIONS,
      longSidePx: LONG_SIDE_PX,
      createBot: createBotHere,
    });
  }, PATIENCE_MS);
  // Leftovers of an earlier test must not reach the next one.
  beforeEach(async () => {
    const { bots, discord, service } = holder.current?.parts ?? {};
    const bot = bots?.[0];
    service?.faults.replace({});
    discord?.faults.clear();
    bot?.start();
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

/** What `look` needs of a playground. */
export const pageOf = ({ url, parts }: OpenPlayground) => ({ url, discord: parts.discord });
