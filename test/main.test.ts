import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, writeSync } from 'node:fs';
import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { FindingError } from '../src/findings/finding.ts';
import { createLog, reasonOf } from '../src/log.ts';
import type { DiscordSandbox } from '../src/sandbox/discord/sandbox.ts';
import { startDiscordSandbox } from '../src/sandbox/discord/server.ts';
import { ids } from '../src/sandbox/discord/world/world-ids.ts';
import { mediaOf } from '../src/sandbox/message-reading.ts';
import { freePort } from '../src/sandbox/postgres/postgres-server.ts';
import type { TaskApiSandbox } from '../src/sandbox/task-api/sandbox.ts';
import { startTaskApiSandbox } from '../src/sandbox/task-api/server.ts';
import { openStore } from '../src/store/open-store.ts';
import { systemClock } from '../src/time/clock.ts';
import { VERSION } from '../src/version.ts';
import { hasPostgres, newPostgres } from './support/postgres.ts';

/** Runs the bot as a process, like its operator. */

let folder: string;
let discord: DiscordSandbox;
let service: TaskApiSandbox;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'easel-main-'));
  discord = await startDiscordSandbox({ clock: systemClock, folder: join(folder, 'discord') });
  service = await startTaskApiSandbox({
    clock: systemClock,
    random: Math.random,
    durations: { 'image-model-a': { queueMs: 0, runMs: 400 } },
  });
});
afterEach(async () => {
  await discord.stop();
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const environmentWith = (changes: Record<string, string> = {}): Record<string, string> => ({
  DISCORD_TOKEN: discord.token,
  DISCORD_API_URL: discord.apiUrl,
  TASK_API_URL: service.url,
  TASK_API_KEY: 'sk-sandbox',
  STORE_URL: `sqlite://${join(folder, 'easel.sqlite')}`,
  MEDIA_FOLDER: join(folder, 'results'),
  MEDIA_ALLOW_PRIVATE: 'true',
  ...changes,
});

function run(changes: Record<string, string> = {}, stdout: 'pipe' | number = 'pipe') {
  const child = spawn(process.execPath, [resolve('src/main.ts')], {
    // Where no one has a `.env`.
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...environmentWith(changes),
    },
    stdio: ['ignore', stdout, 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
      child.emit('output');
    });
  }
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  return {
    ...{ child, exited },
    output: () => output,
    said: async (words: string) => {
      while (!output.includes(words))
        await Promise.race([once(child, 'output'), exited.then(() => Promise.reject(new Error(output)))]);
    },
  };
}

const addressSchema = z.object({ port: z.int() });

/** Why an app in this process can't start. */
async function reasonFor(changes: Record<string, string> = {}): Promise<string> {
  const log = createLog('silent');
  const app = createApp(readConfig(environmentWith(changes)), {
    clock: systemClock,
    random: Math.random,
    log,
    openStore,
  });
  const failed = await app.start().then(
    () => 'it started',
    (error: unknown) => `${error instanceof FindingError ? error.finding.id : ''}: ${reasonOf(error)}`,
  );
  await app.stop();
  return failed;
}

describe('an app that cannot start says why in one line', () => {
  it('if its store cannot be opened', async () => {
    expect(await reasonFor({ STORE_URL: 'sqlite:///dev/null/easel.sqlite' })).toContain(
      'STORE_URL: /dev/null/easel.sqlite: the store cannot be opened: a part of the path is a file',
    );
  });

  it('if its folder for results cannot be used', async () => {
    expect(await reasonFor({ MEDIA_FOLDER: '/dev/null/results' })).toContain(
      'media.folder: MEDIA_FOLDER: /dev/null/results can’t be used: a part of the path is a file, not a folder (ENOTDIR). Name',
    );
  });

  it('if Discord does not accept the token, without it', async () => {
    const reason = await reasonFor({ DISCORD_TOKEN: 'MTIzNDU2Nzg5MDEyMzQ1Njc4.AbCdEf.not-the-one' });
    expect(reason).toContain('Discord doesn’t accept the token. Set DISCORD_TOKEN');
    expect(reason).not.toContain('not-the-one');
  });

  it.runIf(hasPostgres)('if its PostgreSQL cannot be used, without the password', async () => {
    const STORE_URL = (await newPostgres()).replace('easel@', 'easel:hunter2@').replace(/[^/]+$/, 'nothing');
    const reason = await reasonFor({ STORE_URL });
    expect(reason).toContain('STORE_URL: PostgreSQL: PostgreSQL cannot be reached: there is no such database (3D000).');
    expect(reason).not.toContain('hunter2');
  });
});

describe('the process', () => {
  it('says what it needs if nothing is configured, in words and in the log', async () => {
    const bot = run({ DISCORD_TOKEN: '', TASK_API_URL: '', TASK_API_KEY: '' });
    expect(await bot.exited).toBe(1);
    const { logged = [], words } = Object.groupBy(bot.output().split('\n').slice(0, -1), (line) =>
      line.startsWith('{') ? 'logged' : 'words',
    );
    expect(logged.map((line) => JSON.parse(line))).toMatchObject(
      ['DISCORD_TOKEN', 'TASK_API_URL', 'TASK_API_KEY'].map((variable) => ({
        level: 50,
        finding: 'config.missing',
        msg: expect.stringContaining(variable),
      })),
    );
    expect(words).toEqual([
      'Easel cannot start:',
      expect.stringMatching(/^ {2}DISCORD_TOKEN is not set: expected the bot token from https:.*Reset Token$/),
      expect.stringMatching(/^ {2}TASK_API_URL is not set: expected the address of the generation service/),
      expect.stringMatching(/^ {2}TASK_API_KEY is not set: expected the key from the account page/),
      expect.stringContaining('.env.example explains every variable'),
    ]);
  });

  it('works without its health page if another program has the port, lets no other process work on its store, and ends with code 1 and one clear line if the gateway closes for good', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = addressSchema.parse(other.address());
    const bot = run({ HEALTH_PORT: String(port) });
    await bot.said('Easel is ready');
    expect(bot.output()).toContain(
      'HEALTH_PORT and HEALTH_HOST: health can’t be served: another program uses this port',
    );
    expect(await reasonFor()).toContain('another Easel is running on this store');
    discord.faults.switchOn({ name: 'gateway-close', parameters: { code: 4014 } });
    expect(await bot.exited).toBe(1);
    const last = 'Easel cannot continue: Discord closed the gateway for good: it refuses the intents.';
    const lines = bot.output().split('\n');
    expect(lines.filter((line) => line.startsWith(last))).toHaveLength(1);
  });

  it.runIf(hasPostgres)(
    'waits for the owner of its PostgreSQL, and continues the owner’s job when that is killed',
    async () => {
      service.configure({ durations: { 'image-model-a': { queueMs: 0, runMs: 1e6 } } });
      const STORE_URL = await newPostgres();
      const bot = run({ STORE_URL });
      await bot.said('Easel is ready');
      const handle = await discord
        .as(ids.people.member)
        .command({ channelId: ids.atelier.channels.gallery, name: 'image', options: { prompt: 'a tent' } });
      expect((await handle.answer).kind).toBe('message');
      await bot.said('task submitted');
      const next = run({ STORE_URL });
      await next.said(`process ${bot.child.pid}`);
      bot.child.kill('SIGKILL');
      await next.said('Easel is ready');
      service.finish(service.tasks()[0]?.taskId ?? '');
      await next.said('job ended');
      next.child.kill('SIGTERM');
      expect(await next.exited).toBe(0);
      const messages = discord.messages(ids.atelier.channels.gallery, { as: ids.people.member });
      expect(messages.flatMap(mediaOf)).toHaveLength(1);
      expect(service.creates).toBe(1);
    },
  );

  it('serves its health, logs no secret, stops on a signal with code 0, and the next start continues the job', async () => {
    service.configure({ durations: { 'image-model-a': { queueMs: 0, runMs: 1e6 } } });
    const port = await freePort();
    const start = async () => {
      const bot = run({ HEALTH_PORT: port, LOG_LEVEL: 'trace', BUDGET_DEFAULT_CREDIT: '50', UV_THREADPOOL_SIZE: '16' });
      await bot.said('Easel is ready');
      return bot;
    };
    const stop = async ({ child, exited, output }: ReturnType<typeof run>, signal: 'SIGTERM' | 'SIGINT') => {
      child.kill(signal);
      expect(await exited, signal).toBe(0);
      expect(output()).toContain('Easel has stopped');
    };
    const bot = await start();
    expect(bot.output().split('\n')[0]).toContain(`"version":"${VERSION}"`);
    expect(bot.output()).toContain('"finding":"config.unknown"');
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      {
        state: 'serving',
        version: VERSION,
        marks: ['XMP'],
        findings: [expect.objectContaining({ id: 'config.unknown' })],
      },
    ]);
    const health = await fetch(`http://127.0.0.1:${port}/healthz`);
    expect(health.status).toBe(200);
    expect(await health.json()).toMatchObject({
      gateway: { ok: true },
      store: { ok: true },
      service: { status: 'well' },
    });
    const channelId = ids.atelier.channels.gallery;
    const options = { prompt: 'xyzzy plugh' };
    const handle = await discord.as(ids.people.member).command({ channelId, name: 'image', options });
    expect((await handle.answer).kind).toBe('message');
    await bot.said('task submitted');
    await stop(bot, 'SIGTERM');

    const next = await start();
    for (const { taskId } of service.tasks()) service.finish(taskId);
    await next.said('job ended');
    await stop(next, 'SIGINT');
    expect(discord.messages(channelId, { as: ids.people.member }).flatMap(mediaOf)).toHaveLength(1);
    expect(service.creates).toBe(1);
    // Trace logs everything, and still no secret, prompt or signed address.
    for (const secret of ['xyzzy', discord.token, 'sk-sandbox', '/results/', 'hm='])
      expect(bot.output() + next.output()).not.toContain(secret);
  });

  it('waits for Discord behind a wrong address, names the variable in the log and in its health, lives, and stops with code 0', async () => {
    const port = await freePort();
    const bot = run({ DISCORD_API_URL: `${service.url}/api`, HEALTH_PORT: port, UV_THREADPOOL_SIZE: '16' });
    await bot.said('What answers at DISCORD_API_URL is not Discord');
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      expect.objectContaining({ findings: [expect.objectContaining({ id: 'discord.stranger' })] }),
    ]);
    expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200);
    bot.child.kill('SIGHUP');
    expect(await bot.exited).toBe(0);
    expect(bot.output()).toContain('Easel has stopped');
    expect(bot.output()).not.toContain('cannot continue');
  });

  it.skipIf(process.platform !== 'linux')('stops properly after its terminal has closed', async () => {
    // What a closed terminal answers to a write: an input/output error.
    const closed = openSync('/proc/self/mem', 'w');
    onTestFinished(() => closeSync(closed));
    expect(() => writeSync(closed, 'a line')).toThrow('EIO');
    const port = await freePort();
    const bot = run({ HEALTH_PORT: port }, closed);
    const isWell = (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ status }) => status === 200,
        () => false,
      );
    while (!(await isWell())) await Promise.race([nextTurn(100), bot.exited.then(() => expect.fail('it ended'))]);
    bot.child.kill('SIGHUP');
    expect(await bot.exited).toBe(0);
    await expect(access(join(folder, 'easel.sqlite-wal'))).rejects.toThrow('ENOENT');
  });
});

it('ends with `npm start`, so that no bot is left behind', async () => {
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: resolve('.'),
    detached: true,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...environmentWith(),
    },
    stdio: 'ignore',
  });
  const group = -(npm.pid ?? 0);
  const isAnyoneThere = (): boolean => {
    try {
      return process.kill(group, 0);
    } catch {
      return false;
    }
  };
  onTestFinished(() => void (isAnyoneThere() && process.kill(group, 'SIGKILL')));
  await discord.connected();
  npm.kill('SIGTERM');
  await discord.waitFor(() => discord.connections === 0 || undefined);
  while (isAnyoneThere()) await nextTurn(20);
});

it('every npm script that starts a program that stays replaces its shell', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> };
  // A shell runs a command with a variable, or one of several, as a child, which doesn't get its signals.
  const staying = Object.entries(scripts).filter(([, line]) => /\bnode src\/(main|sandbox\/|doctor\/)/.test(line));
  expect(staying.map(([name]) => name)).toEqual(expect.arrayContaining(['start', 'demo']));
  for (const [name, line] of staying) expect(line, name).toMatch(/^([A-Z_]+=\S+ )*exec node \S+$/);
  for (const [name, line] of Object.entries(scripts)) if (/^[A-Z_]+=/.test(line)) expect(line, name).toMatch(/ exec /);
});
