import { openStage, type StageOptions } from '../stage.ts';
import { BotKeeper, type Bots } from './bot/bot-keeper.ts';
import { openServerAccounts, openShardOwners } from './bot/bot-records.ts';
import { buildPage } from './build-page.ts';
import { keepState, readKept } from './kept-state.ts';
import type { PlaygroundParts } from './parts.ts';
import { MONTH_MS } from './preparation/make-month.ts';
import { createPreparation } from './preparation/preparation.ts';
import { startPlayground } from './server.ts';
import { SkewedClock } from './skewed-clock.ts';

export interface OpenPlaygroundOptions {
  /** Holds all state. The state of an earlier playground is loaded. */
  folder: string;
  port?: number;
  host?: string;
  warn?: (text: string) => void;
  /** How long the service's tasks take. */
  durations?: StageOptions['durations'];
  /** The size of pictures and clips. */
  longSidePx?: number;
  /**
   * Starts with a month of pictures and clips in The Atelier, if the folder has no state. `prepared` resolves when it's
   * made, a few seconds later.
   */
  withMonth?: boolean | undefined;
  /** The number of processes, on PostgreSQL. By default, one process on a file. */
  processes?: number | undefined;
  /** Where PostgreSQL keeps its records, if it should keep them. */
  postgresFolder?: string | undefined;
  /** Makes each bot. By default, in a process of its own. */
  createBot?: StageOptions['createBot'];
}

export interface OpenPlayground {
  /** Without a slash at its end. */
  readonly url: string;
  /** What is behind the page, for tests. */
  readonly parts: PlaygroundParts;
  /** Resolves when the preparation has ended, whether it succeeded or not. */
  readonly prepared: Promise<void>;
  /** Stops the page, the bot and both sandboxes, and saves their state. */
  close(): Promise<void>;
}

/** Also the bot's default budget, so that the page and `/budget` agree. */
const BUDGET_CREDITS = 500;

/** Starts the page, Discord's sandbox, the service and the real bot. The bot is still starting when this resolves. */
export const openPlayground = async (options: OpenPlaygroundOptions): Promise<OpenPlayground> => {
  const { folder, port, host, warn, durations } = options;
  const pageFolder = await buildPage();
  const kept = await readKept(folder);
  const withMonth = options.withMonth === true && !kept;
  // After a stop in the middle of its month, a playground continues in the present.
  const startOffsetMs = withMonth ? -MONTH_MS : Math.max(0, kept?.clockOffsetMs ?? 0);
  const clock = new SkewedClock(startOffsetMs);
  const rendering = () => ({ longSidePx: options.longSidePx, isPaintedLater: preparation.isMakingMonth });
  const stage = await openStage({
    folder,
    clock,
    rendering,
    processes: options.processes,
    postgresFolder: options.postgresFolder,
    createBot: options.createBot,
    environment: { BUDGET_DEFAULT_CREDITS: String(BUDGET_CREDITS) },
    onBotLine: (line, process) => bots[process]?.onLine(line),
    durations,
    ...(kept ? { snapshots: { discord: kept.discord, service: kept.service } } : {}),
  });
  const [first, ...others] = stage.bots;
  const bots: Bots = [new BotKeeper(first), ...others.map((bot) => new BotKeeper(bot))];
  clock.onJump = () => {
    for (const bot of stage.bots) bot.sendTime();
  };
  clock.onLeap = (durationMs) => Promise.all(stage.bots.map((bot) => bot.leap(durationMs)));
  const accounts = openServerAccounts(stage.storeUrl, BUDGET_CREDITS, clock);
  const owners = options.processes === undefined ? undefined : openShardOwners(stage.storeUrl);
  const { discord, service, serviceKey } = stage;
  const wanted = { isPrepared: kept?.isPrepared ?? false, withMonth, say: warn };
  const preparation = createPreparation({ discord, clock }, wanted);
  const parts: PlaygroundParts = {
    discord,
    service,
    serviceKey,
    clock,
    bots,
    readAccount: accounts.read,
    readOwners: owners?.read,
  };
  const more = () => ({ clockOffsetMs: clock.offsetMs, isPrepared: preparation.isPrepared });
  const stopKeeping = keepState(folder, stage, more);
  const server = await startPlayground({ ...parts, pageFolder, port, host, warn }).catch(async (error: unknown) => {
    await stopKeeping();
    await stage.close();
    throw error;
  });
  for (const bot of bots) bot.start();
  const closing = new AbortController();
  const prepared = preparation.run(closing.signal);
  return {
    url: server.url,
    parts,
    prepared,
    close: async () => {
      closing.abort();
      await prepared;
      await server.close();
      await Promise.all(stage.bots.map((bot) => bot.stop()));
      await Promise.all([accounts.close(), owners?.close()]);
      await stopKeeping();
      await stage.close();
    },
  };
};
