import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createLane } from '../../../src/engine/lane.ts';
import { createLog } from '../../../src/log.ts';
import { startDiscordSandbox } from '../../../src/sandbox/discord/server.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { type Bot, EASEL, startBot } from '../rig/bot.ts';
import { type Figure, median, quantile } from '../rig/figures.ts';
import { fillWaiting, WAITING } from '../rig/filled-stores.ts';
import { noteStall } from '../rig/rig.ts';
import { atPace, CROWD, townWorld } from '../rig/town.ts';
import { scaled, type Yard } from '../rig/yard.ts';

const TASKS = 100_000;
const POLLS_PER_SECOND = 1_000;
const WATCHED_MS = 10_000;
const ANSWERS = 30;
const OFFERED_PER_SECOND = 4_500;
const ALLOWED_PER_SECOND = 5_000;
const SCHEDULER_TASKS = 10_000;
const MEBIBYTE = 1024 * 1024;

/** A hundred thousand tasks that wait for the service when Easel starts after SIGKILL. */
export async function benchWaiting(yard: Yard): Promise<Figure[]> {
  const tasks = scaled(yard, TASKS);
  const folder = join(yard.folder, 'waiting');
  await mkdir(folder);
  await fillWaiting(join(folder, 'easel.sqlite'), tasks);
  await mkdir(join(folder, 'none'));
  const empty = await visit(join(folder, 'none'), async ({ bot }) => (await bot.read('heap')).heapBytes);
  await visit(folder, async ({ service }) => service.firstPoll);
  const seen = await visit(folder, async ({ bot, discord, service, startedMs }) => {
    const firstPollMs = (await service.firstPoll) - startedMs;
    const polls = service.polls;
    await delay(WATCHED_MS);
    const pollsPerSecond = ((service.polls - polls) * 1000) / WATCHED_MS;
    const answersMs = await atPace(discord, { seats: CROWD, perSecond: 10, count: scaled(yard, ANSWERS, 10) });
    await noteStall(yard, 'easel', bot);
    return { firstPollMs, pollsPerSecond, answersMs, heapBytes: (await bot.read('heap')).heapBytes };
  });
  const what = `${tasks.toLocaleString('en')} waiting tasks`;
  return [
    {
      ...{ what: `${what}: start after SIGKILL to first poll`, value: seen.firstPollMs, unit: 'ms' },
      goal: { of: 'value', most: 4_000 },
    },
    {
      ...{ what: `- polls of ${POLLS_PER_SECOND} allowed`, value: seen.pollsPerSecond, unit: 'a second' },
      goal: { of: 'value', least: POLLS_PER_SECOND * 0.99 },
    },
    {
      ...{ what: '- heap a task', value: (seen.heapBytes - empty) / tasks, unit: 'bytes' },
      goal: { of: 'value', most: 0.6 * 1024 },
      note: `${(seen.heapBytes / MEBIBYTE).toFixed(0)} MiB against ${(empty / MEBIBYTE).toFixed(0)}`,
    },
    {
      ...{ what: '- the slowest of some commands meanwhile', value: Math.max(...seen.answersMs), unit: 'ms' },
      ...{ note: `median ${median(seen.answersMs).toFixed(1)} ms`, goal: { of: 'value', most: 1_000 } },
    },
    {
      what: `scheduler alone, ${OFFERED_PER_SECOND} of ${ALLOWED_PER_SECOND} polls a second: 99 % late by at most`,
      ...{ value: await latenessMs(yard), unit: 'ms', goal: { of: 'value', most: 50 } },
    },
  ];
}

interface Visited {
  bot: Bot & { ready: Promise<void> };
  discord: Awaited<ReturnType<typeof startDiscordSandbox>>;
  service: QueuingService;
  startedMs: number;
}

/** Starts Easel on the store of that folder, and ends it by SIGKILL. */
async function visit<Result>(folder: string, look: (at: Visited) => Promise<Result>): Promise<Result> {
  const service = await startQueuingService();
  const discordFolder = join(folder, 'discord');
  const discord = await startDiscordSandbox({ clock: systemClock, folder: discordFolder, world: townWorld() });
  const startedMs = performance.now();
  const bot = startBot(EASEL, {
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    TASK_API_URL: service.url,
    TASK_API_KEY: 'sk-sandbox',
    STORE_URL: `sqlite://${join(folder, 'easel.sqlite')}`,
    MEDIA_FOLDER: join(folder, 'results'),
    POLLS_PER_SECOND: String(POLLS_PER_SECOND),
  });
  try {
    await bot.ready;
    return await look({ bot, discord, service, startedMs });
  } finally {
    await bot.kill();
    await discord.stop();
    await service.close();
  }
}

interface QueuingService {
  url: string;
  /** The number of polls. */
  readonly polls: number;
  /** The time of the first poll. */
  firstPoll: Promise<number>;
  close(): Promise<void>;
}

/** A service that accepts every task, ends none and hardly uses the processor, so that only the bot is measured. */
async function startQueuingService(): Promise<QueuingService> {
  let polls = 0;
  let creates = 0;
  const first = Promise.withResolvers<number>();
  const server = createServer((request, response) => {
    request.resume();
    const taskId = request.url?.split('/').at(-1) ?? '';
    if (taskId.startsWith(WAITING)) {
      polls += 1;
      first.resolve(performance.now());
    }
    const data =
      request.method === 'POST'
        ? { task_id: `task_new${++creates}`, request_id: 'req', credits: 4 }
        : { task_id: taskId, task_status: 1, task_type: 'image', image_url: null, video_url: null, credits: 4 };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ code: 200, msg: 'ok', data }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get polls() {
      return polls;
    },
    firstPoll: first.promise,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** How late 99 of 100 polls start if their tasks become due evenly. */
async function latenessMs(yard: Yard): Promise<number> {
  const stop = new AbortController();
  const everyMs = (SCHEDULER_TASKS / OFFERED_PER_SECOND) * 1000;
  const lateMs: number[] = [];
  const dueAtMs = new Map<string, number>();
  const lane = createLane({
    clock: systemClock,
    log: createLog('silent'),
    name: 'task',
    perSecond: ALLOWED_PER_SECOND,
    atOnce: 500,
    keepsRoom: false,
    step: async (key) => {
      const atMs = dueAtMs.get(key) ?? 0;
      lateMs.push(systemClock.monotonicMs() - atMs);
      dueAtMs.set(key, atMs + everyMs);
      return { dueInMs: atMs + everyMs - systemClock.monotonicMs() };
    },
    allowed: async () => undefined,
  });
  const startMs = systemClock.monotonicMs() + 1_000;
  for (let index = 0; index < SCHEDULER_TASKS; index++) {
    const atMs = startMs + (index * 1000) / OFFERED_PER_SECOND;
    dueAtMs.set(`task${index}`, atMs);
    lane.due(`task${index}`, `${index % 100}`, atMs - systemClock.monotonicMs());
  }
  const running = lane.run(stop.signal);
  await delay(1_000 + scaled(yard, WATCHED_MS, 3_000));
  stop.abort();
  await running;
  return quantile(lateMs, 0.99);
}
