import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { z } from 'zod';
import { ids } from '../../../src/sandbox/discord/world/world-ids.ts';
import { acquireProcessLock } from '../../../src/store/sqlite/process-lock.ts';
import { hasPostgres } from '../../support/postgres.ts';
import { PATIENCE_MS } from './use-playground.ts';

const DEMO = join(import.meta.dirname, '..', '..', '..', 'src', 'sandbox', 'demo.ts');

/** Starts `npm run demo` on a free port. Resolves with the address that it prints. */
const startDemo = async (...options: string[]): Promise<{ url: string; process: ChildProcess }> => {
  const demo = spawn(process.execPath, [DEMO, '--empty', '--port', '0', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    demo.kill('SIGKILL');
  });
  for await (const line of createInterface({ input: demo.stdout })) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (url !== undefined) return { url, process: demo };
  }
  throw new Error('the demo printed no address');
};

const stop = async (demo: ChildProcess, signal: NodeJS.Signals = 'SIGINT'): Promise<unknown> => {
  const ended = once(demo, 'exit');
  demo.kill(signal);
  const [code] = await ended;
  return code;
};

const kept = z.object({
  discord: z.object({ messages: z.record(z.string(), z.array(z.object({ content: z.string() }))) }),
});

const botSchema = z.object({
  ...{ state: z.string(), pid: z.int().nullable(), problem: z.string().nullable(), log: z.array(z.string()) },
  ...{ guilds: z.array(z.string()).nullable(), shards: z.string().nullable() },
});
const backstageSchema = z.object({ bots: z.tuple([botSchema], botSchema), isHeard: z.boolean() });
const pushSchema = z.object({ kind: z.literal('backstage'), backstage: backstageSchema });
type BotCard = z.output<typeof botSchema>;
type Backstage = z.output<typeof backstageSchema>;

/** What the page learns about the bot, once it matches. */
const backstageOf = (url: string, isWanted: (backstage: Backstage) => boolean): Promise<Backstage> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/live`);
    socket.on('error', reject);
    const watch = { personId: ids.people.member, channelId: ids.atelier.channels.gallery };
    socket.on('open', () => socket.send(JSON.stringify(watch)));
    socket.on('message', (data) => {
      const push = pushSchema.safeParse(JSON.parse(String(data)));
      if (!push.success || !isWanted(push.data.backstage)) return;
      socket.close();
      resolve(push.data.backstage);
    });
  });

const botOf = async (url: string, isWanted: (bot: BotCard) => boolean): Promise<BotCard> =>
  (await backstageOf(url, ({ bots: [bot] }) => isWanted(bot))).bots[0];

const send = (url: string, what: object): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(what) });

const isReady = ({ log }: BotCard): boolean => log.some((line) => line.includes('Easel is ready'));
const lockOf = (folder: string): string => join(folder, 'easel.sqlite-lock');

it('takes its bot with it, and continues from a folder whose store another process locks', {
  timeout: 4 * PATIENCE_MS,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'easel-demo-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const first = await startDemo('--data', folder);
  expect((await fetch(first.url)).status).toBe(200);
  const post = { do: 'post', as: ids.people.member, channelId: ids.atelier.channels.general, content: 'still here' };
  await send(`${first.url}/act`, post);
  await botOf(first.url, isReady);
  await expect(acquireProcessLock(lockOf(folder))).rejects.toThrow('another Easel is running');
  // A terminal that closes.
  expect(await stop(first.process, 'SIGHUP')).toBe(0);
  const giveBack = await acquireProcessLock(lockOf(folder));
  onTestFinished(giveBack);

  const second = await startDemo('--data', folder);
  const { problem } = await botOf(second.url, (bot) => bot.problem !== null);
  expect(problem).toBe(
    `Easel cannot start: another Easel is running on this store (process ${process.pid}). End process ${process.pid} (kill ${process.pid}), then start the bot.`,
  );
  expect(await stop(second.process)).toBe(0);
  const state = kept.parse(JSON.parse(await readFile(join(folder, 'playground.json'), 'utf8')));
  expect(state.discord.messages[ids.atelier.channels.general]?.map(({ content }) => content)).toEqual(['still here']);
});

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const ATELIER = 'The Atelier';
const servesAtelier = ({ guilds }: BotCard): boolean => guilds?.includes(ATELIER) ?? false;
/** The servers of each process; none for the spare. */
const divided = ({ bots }: Backstage): string[] => bots.map(({ guilds }) => guilds?.join() ?? '');

it.runIf(hasPostgres)(
  'lets a spare take over from a killed process, and leaves neither process nor PostgreSQL behind when it is killed itself',
  { timeout: 4 * PATIENCE_MS },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'easel-demo-test-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    // PostgreSQL runs as another user if this runs as root.
    await chmod(folder, 0o755);
    const demo = await startDemo('--data', folder, '--processes', '3');
    const settled = ['running', 'running', 'waiting'];
    const first = await backstageOf(demo.url, ({ bots }) =>
      isDeepStrictEqual(bots.map(({ state }) => state).sort(), settled),
    );
    expect(divided(first).sort()).toEqual(['', 'The Annex,The Workshop', ATELIER]);
    const owner = first.bots.findIndex(servesAtelier);
    const spare = first.bots.findIndex(({ state }) => state === 'waiting');
    await send(`${demo.url}/backstage`, { do: 'bot', to: 'kill', process: owner });
    const taken = await backstageOf(demo.url, ({ bots, isHeard }) => isHeard && bots[spare]?.state === 'running');
    expect(divided(taken)).toEqual(divided(first).with(owner, '').with(spare, ATELIER));
    const where = { as: ids.people.member, channelId: ids.atelier.channels.gallery };
    const answered = await send(`${demo.url}/act`, { do: 'command', ...where, name: 'budget' });
    expect(await answered.json()).toEqual({ ok: true, answer: 'message' });
    await send(`${demo.url}/backstage`, { do: 'bot', to: 'start', process: owner });
    const last = await backstageOf(demo.url, ({ bots }) => bots[owner]?.state === 'waiting');

    const postgres = Number.parseInt(
      await readFile(join(folder, 'processes', 'postgres', 'data', 'postmaster.pid'), 'utf8'),
      10,
    );
    const pids = [postgres, ...last.bots.map(({ pid }) => pid ?? 0)];
    expect(pids.map(isThere)).toEqual(pids.map(() => true));
    demo.process.kill('SIGKILL');
    await expect.poll(() => pids.filter(isThere), { timeout: PATIENCE_MS }).toEqual([]);
  },
);

it('refuses half a process with an explanation', async () => {
  const demo = spawn(process.execPath, [DEMO, '--processes', '2.5'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const said: string[] = [];
  demo.stderr.on('data', (chunk) => said.push(String(chunk)));
  const [code] = await once(demo, 'close');
  expect(said.join('')).toBe('The demo failed: --processes needs a whole number from 2 to 6, not “2.5”\n');
  expect(code).toBe(1);
});
