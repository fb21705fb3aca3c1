import { join } from 'node:path';
import { type Clock, systemClock } from '../time/clock.ts';
import { type BotProcess, createBotProcess } from './bot-process.ts';
import { discordRateLimits } from './discord/limits.ts';
import type { DiscordSandbox } from './discord/sandbox.ts';
import { startDiscordSandbox } from './discord/server.ts';
import { findSandboxFfmpeg } from './media/ffmpeg-path.ts';
import { createResultMaker, type Rendering } from './media/result-maker.ts';
import { startPostgres } from './postgres/postgres-server.ts';
import type { TaskApiSandbox } from './task-api/sandbox.ts';
import { startTaskApiSandbox } from './task-api/server.ts';
import type { Durations } from './task-api/service.ts';

/** Discord's sandbox, the service, and the production bot in processes of its own. */
export interface Stage {
  discord: DiscordSandbox;
  service: TaskApiSandbox;
  /** One process, or as many as requested. */
  bots: readonly [BotProcess, ...BotProcess[]];
  /** The bot's `STORE_URL`. */
  storeUrl: string;
  /** The bot's key at the service. */
  serviceKey: string;
  /** Stops everything. */
  close(): Promise<void>;
}

export interface StageOptions {
  /** Holds all state. */
  folder: string;
  /** The sandboxes' clock. If it has an `offsetMs`, the bot's time is ahead of the machine's by as much. */
  clock?: Clock;
  /** How long the service's tasks take. */
  durations?: Partial<Durations> | undefined;
  /** How the service makes the next picture or clip. */
  rendering?: () => Rendering;
  /** The `snapshot()` of each sandbox from an earlier run. */
  snapshots?: { discord: unknown; service: unknown };
  /** More variables for the bot. */
  environment?: Readonly<Record<string, string>>;
  /** Called with a log line and the number of the process, from 0. */
  onBotLine?: (line: string, process: number) => void;
  /** The number of processes, the last one a spare, on PostgreSQL. By default, one process on a file. */
  processes?: number | undefined;
  /** Where PostgreSQL keeps its records. By default, they are removed with the stage. */
  postgresFolder?: string | undefined;
  /** Makes each bot. By default, in a process of its own. */
  createBot?: typeof createBotProcess | undefined;
}

const SERVICE_KEY = 'sk-sandbox';
const SERVICE_CREDITS = 10_000;

/** Starts the sandboxes and, if needed, PostgreSQL. The caller starts the bot. */
export async function openStage(options: StageOptions): Promise<Stage> {
  const { folder, clock = systemClock, snapshots, processes, createBot = createBotProcess } = options;
  const postgres = processes === undefined ? undefined : await startPostgres(options.postgresFolder);
  const { rendering = (): Rendering => ({}) } = options;
  const makeResult = createResultMaker(rendering);
  const discord = await startDiscordSandbox({
    clock,
    folder: join(folder, 'discord'),
    rateLimits: discordRateLimits,
    snapshot: snapshots?.discord,
    // What is painted later is painted for the first who looks at it, once it's later.
    beforeServing: async (path) => (rendering().isPaintedLater ? undefined : makeResult.paintFile(path)),
  });
  const service = await startTaskApiSandbox({
    clock,
    random: Math.random,
    accounts: { [SERVICE_KEY]: SERVICE_CREDITS },
    durations: options.durations,
    makeResult,
  });
  if (snapshots) service.restore(snapshots.service);
  const storeUrl = postgres?.url ?? `sqlite://${join(folder, 'easel.sqlite')}`;
  const ffmpegPath = await findSandboxFfmpeg();
  const makeBot = (number: number): BotProcess =>
    createBot({
      environment: {
        DISCORD_TOKEN: discord.token,
        DISCORD_API_URL: discord.apiUrl,
        TASK_API_URL: service.url,
        TASK_API_KEY: SERVICE_KEY,
        STORE_URL: storeUrl,
        // Each process has its own folder: at its start, it removes files that it finds there.
        MEDIA_FOLDER: join(folder, number === 0 ? 'results' : `results-${number}`),
        // The sandbox's results are on this machine.
        MEDIA_ALLOW_PRIVATE: 'true',
        FFMPEG_PATH: ffmpegPath,
        // As an operator does who knows the service's price list.
        PRICE_GUESS_CREDITS: Object.entries(service.settings.prices)
          .map(([modelId, credits]) => `${modelId}=${credits}`)
          .join(),
        ...(processes === undefined ? {} : { SHARDS: String(processes - 1), SHARDS_PER_PROCESS: '1' }),
        ...options.environment,
      },
      clock: hasOffset(clock) ? clock : undefined,
      onLine: (line) => options.onBotLine?.(line, number),
    });
  const others = Array.from({ length: (processes ?? 1) - 1 }, (_, index) => makeBot(index + 1));
  const bots = [makeBot(0), ...others] as const;
  return {
    discord,
    service,
    bots,
    storeUrl,
    serviceKey: SERVICE_KEY,
    close: async () => {
      await Promise.all(bots.map((bot) => bot.stop()));
      await Promise.all([discord.stop(), service.close(), postgres?.remove()]);
    },
  };
}

const hasOffset = (clock: Clock): clock is Clock & { readonly offsetMs: number } => 'offsetMs' in clock;
