import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { z } from 'zod';
import { ids } from '../../../src/sandbox/discord/world.ts';
import { acquireProcessLock } from '../../../src/store/process-lock.ts';
import { PATIENCE_MS } from './use-playground.ts';

const DEMO = join(import.meta.dirname, '..', '..', '..', 'src', 'sandbox', 'demo.ts');

/** Starts `npm run demo` on any free port. Resolves with the address that it prints. */
const startDemo = async (...options: string[]): Promise<{ url: string; process: ChildProcess }> => {
  const demo = spawn(process.execPath, [DEMO, '--port', '0', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    demo.kill('SIGKILL');
  });
  for await (const line of createInterface({ input: demo.stdout })) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (url !== undefined) return { url, process: demo };
  }
  throw new Error('the demo printed no address');
};

const stop = async (demo: ChildProcess): Promise<unknown> => {
  const ended = once(demo, 'exit');
  demo.kill('SIGINT');
  const [code] = await ended;
  return code;
};

const kept = z.object({
  discord: z.object({ messages: z.record(z.string(), z.array(z.object({ content: z.string() }))) }),
});

it('serves until Ctrl+C, and goes on from a folder where it kept its state', { timeout: 3 * PATIENCE_MS }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'easel-demo-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const first = await startDemo('--data', folder);
  expect((await fetch(first.url)).status).toBe(200);
  const post = { do: 'post', as: ids.people.member, channelId: ids.atelier.channels.general, content: 'still here' };
  const headers = { 'content-type': 'application/json' };
  await fetch(`${first.url}/act`, { method: 'POST', headers, body: JSON.stringify(post) });
  expect(await stop(first.process)).toBe(0);

  const second = await startDemo('--data', folder);
  expect(await stop(second.process)).toBe(0);
  const state = kept.parse(JSON.parse(await readFile(join(folder, 'playground.json'), 'utf8')));
  expect(state.discord.messages[ids.atelier.channels.general]?.map(({ content }) => content)).toEqual(['still here']);
});

const works = z.object({
  kind: z.literal('works'),
  works: z.object({ bot: z.object({ problem: z.string().nullable(), log: z.array(z.string()) }) }),
});
type BotCard = z.output<typeof works>['works']['bot'];

/** What the page is told of the bot, once it is as wanted. */
const botOf = (url: string, isWanted: (bot: BotCard) => boolean): Promise<BotCard> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/live`);
    socket.on('error', reject);
    socket.on('open', () => socket.send(JSON.stringify({ personId: ids.people.member, channelId: null })));
    socket.on('message', (data) => {
      const push = works.safeParse(JSON.parse(String(data)));
      if (!push.success || !isWanted(push.data.works.bot)) return;
      socket.close();
      resolve(push.data.works.bot);
    });
  });

const isReady = ({ log }: BotCard): boolean => log.some((line) => line.includes('Easel is ready'));
const lockOf = (folder: string): string => join(folder, 'easel.sqlite-lock');

it.each(['SIGKILL', 'SIGHUP'] as const)(
  'takes its bot with it when it ends by %s',
  { timeout: 3 * PATIENCE_MS },
  async (signal) => {
    const folder = await mkdtemp(join(tmpdir(), 'easel-demo-test-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const demo = await startDemo('--data', folder);
    await botOf(demo.url, isReady);
    await expect(acquireProcessLock(lockOf(folder))).rejects.toThrow('another Easel is running');
    demo.process.kill(signal);
    const isFree = async (): Promise<boolean> => {
      const giveBack = await acquireProcessLock(lockOf(folder)).catch(() => undefined);
      await giveBack?.();
      return giveBack !== undefined;
    };
    await expect.poll(isFree, { timeout: PATIENCE_MS }).toBe(true);
  },
);

it('says on the page which process still holds the store, and what to do', { timeout: 3 * PATIENCE_MS }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'easel-demo-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const giveBack = await acquireProcessLock(lockOf(folder));
  onTestFinished(giveBack);
  const demo = await startDemo('--data', folder);
  const { problem } = await botOf(demo.url, (bot) => bot.problem !== null);
  expect(problem).toBe(
    `Easel cannot start: another Easel is running on this store (process ${process.pid}). End process ${process.pid} (kill ${process.pid}), then start the bot.`,
  );
  expect(await stop(demo.process)).toBe(0);
});
