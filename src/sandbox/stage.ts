import { join } from 'node:path';
import { type Clock, systemClock } from '../clock.ts';
import { type BotProcess, createBotProcess } from './bot-process.ts';
import type { DiscordSandbox } from './discord/sandbox.ts';
import { startDiscordSandbox } from './discord/server.ts';
import { createResultMaker } from './media/result-maker.ts';
import type { Durations } from './task-api/catalog.ts';
import { startTaskApiSandbox, type TaskApiSandbox } from './task-api/sandbox.ts';

/** The small Discord, the service, and the production bot between them, as a process of its own. */
export interface Stage {
  discord: DiscordSandbox;
  service: TaskApiSandbox;
  bot: BotProcess;
  /** The service's key that the bot uses. */
  serviceKey: string;
  /** Stops all three. */
  close(): Promise<void>;
}

export interface StageOptions {
  /** Where all state is kept. */
  folder: string;
  /** The sandboxes' clock. The bot has the machine's, and is as far ahead of it as this one's `offsetMs` says, if it has one. */
  clock?: Clock;
  /** Of the service's tasks. */
  durations?: Partial<Durations>;
  /** Of pictures and clips; as a service makes them where it is left out. */
  longSidePx?: number;
  /** What `snapshot()` of each gave in an earlier life. */
  snapshots?: { discord: unknown; service: unknown };
  /** Variables of the bot beside its addresses and folders. */
  environment?: Readonly<Record<string, string>>;
  onBotLine?: (line: string) => void;
}

const SERVICE_KEY = 'sk-sandbox';
const SERVICE_CREDITS = 10_000;

/** Starts the sandboxes; the bot is started by whoever has the stage. */
export async function openStage(options: StageOptions): Promise<Stage> {
  const { folder, clock = systemClock, snapshots } = options;
  const discord = await startDiscordSandbox({
    clock,
    folder: join(folder, 'discord'),
    ...(snapshots ? { snapshot: snapshots.discord } : {}),
  });
  const service = await startTaskApiSandbox({
    clock,
    random: Math.random,
    accounts: { [SERVICE_KEY]: SERVICE_CREDITS },
    ...(options.durations ? { durations: options.durations } : {}),
    makeResult: createResultMaker(options.longSidePx),
  });
  if (snapshots) service.restore(snapshots.service);
  const bot = createBotProcess({
    environment: {
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.apiUrl,
      TASK_API_URL: service.url,
      TASK_API_KEY: SERVICE_KEY,
      STORE_URL: `sqlite://${join(folder, 'easel.sqlite')}`,
      MEDIA_FOLDER: join(folder, 'results'),
      // The sandbox's results are on this machine.
      MEDIA_ALLOW_PRIVATE: 'true',
      ...options.environment,
    },
    ...(hasOffset(clock) ? { clock } : {}),
    ...(options.onBotLine ? { onLine: options.onBotLine } : {}),
  });
  return {
    ...{ discord, service, bot, serviceKey: SERVICE_KEY },
    close: async () => {
      await bot.stop();
      await Promise.all([discord.stop(), service.close()]);
    },
  };
}

const hasOffset = (clock: Clock): clock is Clock & { readonly offsetMs: number } => 'offsetMs' in clock;
