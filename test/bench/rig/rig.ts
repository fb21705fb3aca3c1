import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RateLimits } from '../../../src/sandbox/discord/limits.ts';
import type { DiscordSandbox } from '../../../src/sandbox/discord/sandbox.ts';
import { startDiscordSandbox } from '../../../src/sandbox/discord/server.ts';
import type { ResultMaker } from '../../../src/sandbox/task-api/results.ts';
import type { TaskApiSandbox } from '../../../src/sandbox/task-api/sandbox.ts';
import { startTaskApiSandbox } from '../../../src/sandbox/task-api/server.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { type Bot, EASEL, MINIMAL_BOT, startBot } from './bot.ts';
import { ALLOWANCE_CREDITS, copyGrownStore } from './filled-stores.ts';
import { townWorld } from './town.ts';
import type { Yard } from './yard.ts';

/**
 * `bare` only answers, `durable` first writes one record, `minimal` makes the picture too. `easel` has a new store,
 * `grown` one of some years, `postgres` a new one in PostgreSQL.
 */
export const KINDS = ['bare', 'durable', 'minimal', 'easel', 'grown', 'postgres'] as const;
export type Kind = (typeof KINDS)[number];

/** A bot with its own Discord and service. */
export interface Rig {
  kind: Kind;
  bot: Bot;
  discord: DiscordSandbox;
  service: TaskApiSandbox;
  close(): Promise<void>;
}

export interface RigOptions {
  /** How long a picture or clip takes. `for ever` leaves all tasks in the service's queue. */
  pictures: number | 'for ever';
  /** The files of pictures and clips. Small placeholders if left out. */
  makeResult?: ResultMaker;
  /** Discord's limits. None if left out. */
  rateLimits?: RateLimits;
  /** The service's dice. `Math.random` if left out. */
  random?: () => number;
  /** Called with each line of the bot's log. */
  onLine?: (line: string) => void;
}

const FOR_EVER_MS = 3_600_000;
let rigs = 0;

export async function openRig(yard: Yard, kind: Kind, options: RigOptions): Promise<Rig> {
  const { pictures, makeResult, rateLimits, random = Math.random, onLine } = options;
  rigs += 1;
  const folder = join(yard.folder, `${kind}-${rigs}`);
  await mkdir(folder);
  const clock = systemClock;
  const discord = await startDiscordSandbox({
    ...{ clock, folder: join(folder, 'discord'), world: townWorld() },
    ...(rateLimits && { rateLimits }),
  });
  const durations = pictures === 'for ever' ? { queueMs: FOR_EVER_MS, runMs: 1 } : { queueMs: 0, runMs: pictures };
  const service = await startTaskApiSandbox({
    clock,
    random,
    spread: 0,
    accounts: { 'sk-sandbox': 100_000_000 },
    durations: { 'image-model-a': durations, 'omni-flash': durations },
    ...(makeResult ? { makeResult } : {}),
  });
  const ofDiscord = { DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl };
  const storeFile = join(folder, 'easel.sqlite');
  if (kind === 'grown') await copyGrownStore(yard, storeFile);
  const ofService = { TASK_API_URL: service.url, TASK_API_KEY: 'sk-sandbox' };
  const bot = isEasel(kind)
    ? startBot(
        EASEL,
        {
          ...{ ...ofDiscord, ...ofService },
          STORE_URL: kind === 'postgres' ? await yard.newDatabase() : `sqlite://${storeFile}`,
          MEDIA_FOLDER: join(folder, 'results'),
          MEDIA_ALLOW_PRIVATE: 'true',
          BUDGET_DEFAULT_CREDITS: String(ALLOWANCE_CREDITS),
          POLLS_PER_SECOND: '1000',
        },
        onLine,
      )
    : startBot(MINIMAL_BOT, {
        ...ofDiscord,
        ...(kind === 'durable' ? { STORE_FILE: storeFile } : {}),
        ...(kind === 'minimal' ? { TASK_API_URL: service.url } : {}),
      });
  await bot.ready;
  return {
    ...{ kind, bot, discord, service },
    close: async () => {
      await noteStall(yard, kind, bot);
      await bot.kill();
      await Promise.all([discord.stop(), service.close()]);
    },
  };
}

function isEasel(kind: Kind): boolean {
  return kind === 'easel' || kind === 'grown' || kind === 'postgres';
}

export async function noteStall({ stallsMs }: Yard, kind: Kind, bot: Bot): Promise<void> {
  const { longestStallMs } = await bot.read();
  const of = isEasel(kind) ? 'easel' : 'floor';
  stallsMs[of] = Math.max(stallsMs[of], longestStallMs);
}

/** One after the other, so that no start slows another down. */
export async function openRigs<const Name extends Kind>(
  yard: Yard,
  kinds: readonly Name[],
  options: RigOptions,
): Promise<{ of: (kind: Name) => Rig; all: readonly Rig[]; close: () => Promise<void> }> {
  const all: Rig[] = [];
  for (const kind of kinds) all.push(await openRig(yard, kind, options));
  return {
    all,
    of: (kind) => {
      const found = all.find((one) => one.kind === kind);
      if (!found) throw new Error(`there is no ${kind}`);
      return found;
    },
    close: async () => {
      for (const rig of all) await rig.close();
    },
  };
}
