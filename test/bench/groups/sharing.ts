import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { startDiscordSandbox } from '../../../src/sandbox/discord/server.ts';
import { startTaskApiSandbox } from '../../../src/sandbox/task-api/server.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { EASEL, startBot } from '../rig/bot.ts';
import { type Figure, quantile } from '../rig/figures.ts';
import { ALLOWANCE_CREDITS } from '../rig/filled-stores.ts';
import { atPace, TOWN, townWorld } from '../rig/town.ts';
import { scaled, type Yard } from '../rig/yard.ts';

const SHARDS = 2;
const PACE_MS = 4_000;
const STEADY_PER_SECOND = 30;
/** Commands a second. The next rate is tried if the previous one was answered in time. */
const PACES = [40, 60, 80, 110, 150, 200, 270, 360];
const ANSWERED_WITHIN_MS = 250;
/** The driver, Discord, the service and PostgreSQL need cores too. */
const CORES_FOR_TWO = 6;

/** Two processes that share the servers of one PostgreSQL, compared with one process for all. */
export async function benchSharing(yard: Yard): Promise<Figure[]> {
  const [one, two] = [await measure(yard, 1), await measure(yard, 2)];
  const floor = (value: number) => ({ floor: { name: 'one process', value } });
  const enough = availableParallelism() >= CORES_FOR_TWO;
  return [
    {
      ...{ what: `two processes: commands a second, 99 % answered in ${ANSWERED_WITHIN_MS} ms`, unit: 'a second' },
      ...{ value: two.mostPerSecond, ...floor(one.mostPerSecond) },
      ...{
        note: `${availableParallelism()} cores for everything`,
        ...(enough ? { goal: { of: 'ratio', least: 1.8 } } : {}),
      },
    },
    { what: '- processor a command', value: two.cpuMs, unit: 'ms', ...floor(one.cpuMs) },
    { what: '- commits a command', value: two.commits, unit: 'times', ...floor(one.commits) },
    { what: `- 99 % at ${STEADY_PER_SECOND} a second`, value: two.steadyMs, unit: 'ms', ...floor(one.steadyMs) },
  ];
}

interface Capacity {
  mostPerSecond: number;
  /** Of all processes together, at a steady pace. */
  cpuMs: number;
  commits: number;
  steadyMs: number;
}

async function measure(yard: Yard, processes: number): Promise<Capacity> {
  const folder = join(yard.folder, `sharing-${processes}`);
  await mkdir(folder);
  const clock = systemClock;
  const shards = { recommended: SHARDS, atOnce: SHARDS };
  const discord = await startDiscordSandbox({ clock, folder: join(folder, 'discord'), world: townWorld(), shards });
  // Another group measures the tasks.
  const durations = { 'image-model-a': { queueMs: 3_600_000, runMs: 1 } };
  const accounts = { 'sk-sandbox': 100_000_000 };
  const service = await startTaskApiSandbox({ clock, random: Math.random, accounts, durations });
  const STORE_URL = await yard.newDatabase();
  const bots = Array.from({ length: processes }, (_, index) =>
    startBot(EASEL, {
      ...{ DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl, STORE_URL },
      ...{ TASK_API_URL: service.url, TASK_API_KEY: 'sk-sandbox', MEDIA_FOLDER: join(folder, `results-${index}`) },
      ...{ SHARDS: String(SHARDS), SHARDS_PER_PROCESS: String(SHARDS / processes) },
      BUDGET_DEFAULT_CREDITS: String(ALLOWANCE_CREDITS),
      // Nearly no tasks, because this measures answering.
      POLLS_PER_SECOND: '1',
    }),
  );
  const read = async (): Promise<{ cpuMs: number; commits: number }> => {
    const readings = await Promise.all(bots.map((bot) => bot.read()));
    const sum = (what: 'cpuMs' | 'commits'): number => readings.reduce((total, reading) => total + reading[what], 0);
    return { cpuMs: sum('cpuMs'), commits: sum('commits') };
  };
  const answers = (perSecond: number): Promise<number[]> =>
    atPace(discord, { seats: TOWN, perSecond, count: scaled(yard, (perSecond * PACE_MS) / 1000, 10) });
  try {
    await Promise.all(bots.map(({ ready }) => ready));
    await answers(STEADY_PER_SECOND);
    const before = await read();
    const steady = await answers(STEADY_PER_SECOND);
    const after = await read();
    let mostPerSecond = 0;
    for (const perSecond of PACES) {
      if (quantile(await answers(perSecond), 0.99) > ANSWERED_WITHIN_MS) break;
      mostPerSecond = perSecond;
    }
    return {
      mostPerSecond,
      cpuMs: (after.cpuMs - before.cpuMs) / steady.length,
      commits: (after.commits - before.commits) / steady.length,
      steadyMs: quantile(steady, 0.99),
    };
  } finally {
    await Promise.all(bots.map((bot) => bot.kill()));
    await Promise.all([discord.stop(), service.close()]);
  }
}
