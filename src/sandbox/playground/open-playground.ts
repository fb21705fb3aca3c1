import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { systemClock } from '../../time/clock.ts';
import { openStage, type Stage, type StageOptions } from '../stage.ts';
import { BotKeeper } from './bot/bot-keeper.ts';
import { openServerAccounts, openShardOwners } from './bot/bot-records.ts';
import { buildPage } from './build-page.ts';
import type { PlaygroundParts } from './parts.ts';
import { MONTH_MS } from './preparation/make-month.ts';
import { createPreparation } from './preparation/preparation.ts';
import { startPlayground } from './server.ts';
import { SkewedClock } from './skewed-clock.ts';

export interface OpenPlaygroundOptions {
  /** Where all state is kept; what an earlier playground left there is taken up. */
  folder: string;
  port?: number;
  host?: string;
  warn?: (text: string) => void;
  /** Of the service's tasks. */
  durations?: StageOptions['durations'];
  /** Of pictures and clips. */
  longSidePx?: number;
  /** Begins with a month of work in The Atelier, in a folder where nothing is kept yet. */
  withMonth?: boolean | undefined;
  /** This many processes of the bot on a PostgreSQL; one on a file where it is left out. */
  processes?: number | undefined;
  /** Where PostgreSQL keeps its records, where it is one that keeps them. */
  postgresFolder?: string | undefined;
}

export interface OpenPlayground {
  /** Without a slash at its end. */
  readonly url: string;
  /** What is behind the page, for tests. */
  readonly parts: PlaygroundParts;
  /** Resolves when all is prepared, or was before, or could not be. */
  readonly prepared: Promise<void>;
  /** Stops the page, the bot and both sandboxes, and keeps their state in the folder. */
  close(): Promise<void>;
}

/** As the bot's configuration has it, so that the page and `/budget` say the same. */
const BUDGET_CREDITS = 500;
/** State is kept this often while something changes. */
const KEEP_INTERVAL_MS = 2000;
/** Of the pictures of a month that is made at once: as wide as a message shows them. */
const MONTH_LONG_SIDE_PX = 640;

/**
 * The page, the small Discord, the service and the real bot. The bot is still starting when it resolves.
 * @throws where a month of work is asked for and something is kept: it cannot come before that
 */
export const openPlayground = async (options: OpenPlaygroundOptions): Promise<OpenPlayground> => {
  const { folder, port, host, warn, durations, withMonth = false } = options;
  const pageFolder = await buildPage();
  const kept = await readKept(folder);
  if (kept && withMonth)
    throw new Error('a month of work has to come first, and something is kept in this folder already');
  const others = Array.from({ length: (options.processes ?? 1) - 1 }, () => new BotKeeper());
  const bots = [new BotKeeper(), ...others] as const;
  const tellTime = (): void => {
    for (const bot of bots) bot.tellTime();
  };
  // One that was ended in the middle of its month does not stay there.
  const startOffsetMs = withMonth ? -MONTH_MS : Math.max(0, kept?.clockOffsetMs ?? 0);
  const clock = new SkewedClock(systemClock, startOffsetMs, tellTime);
  const longSidePx = (): number | undefined =>
    preparation.month ? Math.min(MONTH_LONG_SIDE_PX, options.longSidePx ?? MONTH_LONG_SIDE_PX) : options.longSidePx;
  const stage = await openStage({
    folder,
    clock,
    longSidePx,
    processes: options.processes,
    postgresFolder: options.postgresFolder,
    environment: { BUDGET_DEFAULT_CREDITS: String(BUDGET_CREDITS) },
    onBotLine: (line, process) => bots[process]?.onLine(line),
    ...(durations ? { durations } : {}),
    ...(kept ? { snapshots: { discord: kept.discord, service: kept.service } } : {}),
  });
  for (const [number, bot] of stage.bots.entries()) bots[number]?.keep(bot);
  const accounts = openServerAccounts(stage.storeUrl, BUDGET_CREDITS, clock);
  const owners = options.processes === undefined ? undefined : openShardOwners(stage.storeUrl);
  const { discord, service: taskApi, serviceKey } = stage;
  const wanted = { isPrepared: kept?.isPrepared ?? false, withMonth, say: warn };
  const preparation = createPreparation({ discord, clock }, wanted);
  const parts: PlaygroundParts = {
    discord,
    taskApi,
    serviceKey,
    clock,
    bots,
    preparation,
    readAccount: accounts.read,
    ...(owners ? { readOwners: owners.read } : {}),
  };
  const more = () => ({ clockOffsetMs: clock.offsetMs, isPrepared: preparation.isPrepared });
  const stopKeeping = keepState(folder, stage, more);
  const server = await startPlayground({
    ...parts,
    pageFolder,
    ...(port === undefined ? {} : { port }),
    ...(host === undefined ? {} : { host }),
    ...(warn ? { warn } : {}),
  }).catch(async (error: unknown) => {
    await stopKeeping();
    await stage.close();
    throw error;
  });
  for (const bot of bots) await bot.start();
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

/** Writes the sandboxes' state now and then while it changes. @returns what writes it once more and ends that */
const keepState = (
  folder: string,
  { discord, service }: Stage,
  more: () => Pick<KeptState, 'clockOffsetMs' | 'isPrepared'>,
): (() => Promise<void>) => {
  let isChanged = false;
  const onChange = (): void => {
    isChanged = true;
  };
  const write = (): Promise<void> =>
    writeKept(folder, { ...more(), discord: discord.snapshot(), service: service.snapshot() });
  let writing = Promise.resolve();
  const timer = setInterval(() => {
    if (!isChanged) return;
    isChanged = false;
    // One after the other; a full disk must not end the playground, and the next one tries again.
    writing = writing.then(write).catch(() => undefined);
  }, KEEP_INTERVAL_MS);
  const stops = [discord.on('change', onChange), service.subscribe(onChange)];
  return async () => {
    clearInterval(timer);
    for (const stop of stops) stop();
    await writing;
    await write();
  };
};

const FILE = 'playground.json';
/** What the sandboxes check themselves when they take it up. */
const keptSchema = z.object({
  clockOffsetMs: z.number(),
  discord: z.unknown(),
  service: z.unknown(),
  /** Whether The Workshop has had its settings; nothing gives them a second time, whatever became of them. */
  isPrepared: z.boolean().default(true),
});
type KeptState = z.output<typeof keptSchema>;

/** What an earlier playground left in this folder. @throws ZodError or SyntaxError when the file is none of ours */
const readKept = async (folder: string): Promise<KeptState | undefined> => {
  const file = join(folder, FILE);
  return existsSync(file) ? keptSchema.parse(JSON.parse(await readFile(file, 'utf8'))) : undefined;
};

/** Whole or not at all: beside its place first, then moved there. */
export const writeKept = async (folder: string, state: KeptState): Promise<void> => {
  const file = join(folder, FILE);
  await writeFile(`${file}.new`, JSON.stringify(state));
  await rename(`${file}.new`, file);
};
