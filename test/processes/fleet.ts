import { EventEmitter } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBotProcess } from '../../src/sandbox/bot-process.ts';
import { discordRateLimits, generousRateLimits } from '../../src/sandbox/discord/limits.ts';
import type { DiscordSandbox } from '../../src/sandbox/discord/sandbox.ts';
import { type DiscordSandboxOptions, startDiscordSandbox } from '../../src/sandbox/discord/server.ts';
import type { TaskApiSandbox } from '../../src/sandbox/task-api/sandbox.ts';
import { startTaskApiSandbox } from '../../src/sandbox/task-api/server.ts';
import { systemClock } from '../../src/time/clock.ts';
import { townWorld } from '../bench/rig/town.ts';

/** One of several Easels, as its supervisor sees it: it may end and be started again. */
export interface Easel {
  readonly name: string;
  readonly isRunning: boolean;
  readonly pid: number | undefined;
  /** Its output since its last start. */
  readonly lines: readonly string[];
  /** How its last process ended; undefined before, null after a signal. */
  readonly exitCode: number | null | undefined;
  /** Starts it. It may wait as a spare for any time. */
  launch(): void;
  /** Whether it serves members. */
  readonly isReady: boolean;
  /** Whether it waits for another process's servers. */
  readonly isWaiting: boolean;
  readonly standsStill: boolean;
  /** Sends SIGSTOP. @returns whether it was running. */
  standStill(): boolean;
  /** Sends SIGCONT. Does nothing if it isn't stopped. */
  goOn(): void;
  /** Sends SIGKILL. Resolves when the process is gone. */
  kill(): Promise<void>;
  /** Sends SIGTERM. Resolves with its exit code when it is gone. */
  stop(): Promise<number | null>;
}

/** Real processes on one PostgreSQL, with their Discord and service. */
export interface Fleet {
  readonly discord: DiscordSandbox;
  readonly service: TaskApiSandbox;
  readonly storeUrl: string;
  readonly easels: readonly Easel[];
  /** Adds a process, not started yet, with additional variables. */
  add(environment?: Readonly<Record<string, string>>): Easel;
  /** Resolves with what `look` finds. Looks again whenever anything happens anywhere. */
  until<Found>(look: () => Found | false | undefined): Promise<Found>;
  /** Resolves after this many more events: log lines, requests to the service, changes on Discord. */
  happenings(count: number): Promise<void>;
  /** Reports an event that `until` may wait for. */
  happen(): void;
  /** Kills what still runs. */
  close(): Promise<void>;
}

export interface FleetOptions extends Pick<DiscordSandboxOptions, 'shards' | 'rateLimits'> {
  storeUrl: string;
  /** For every process. */
  environment?: Readonly<Record<string, string>>;
  /** How long a picture takes. */
  runMs?: number;
}

/** The output of one process, to show why it ended. */
const LINES_KEPT = 2_000;

export async function openFleet({ storeUrl, environment = {}, runMs = 300, ...options }: FleetOptions): Promise<Fleet> {
  const folder = await mkdtemp(join(tmpdir(), 'easel-fleet-'));
  const clock = systemClock;
  const discord = await startDiscordSandbox({
    ...{ clock, folder: join(folder, 'discord'), world: townWorld() },
    // Processes take turns to identify, however busy the machine is.
    rateLimits: { ...generousRateLimits, identifies: discordRateLimits.identifies },
    ...options,
  });
  const service = await startTaskApiSandbox({
    ...{ clock, random: Math.random, accounts: { 'sk-sandbox': 100_000_000 } },
    durations: { 'image-model-a': { queueMs: 0, runMs } },
  });
  const happened = new EventEmitter<{ it: [] }>().setMaxListeners(0);
  const happen = (): void => void happened.emit('it');
  discord.listen(happen);
  service.listen(happen);
  const easels: Easel[] = [];

  const add = (more: Readonly<Record<string, string>> = {}): Easel => {
    const name = `easel-${easels.length + 1}`;
    const easel = createEasel(name, happen, {
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.apiUrl,
      TASK_API_URL: service.url,
      TASK_API_KEY: 'sk-sandbox',
      STORE_URL: storeUrl,
      MEDIA_FOLDER: join(folder, name),
      MEDIA_ALLOW_PRIVATE: 'true',
      BUDGET_DEFAULT_CREDITS: '1000000',
      ...environment,
      ...more,
    });
    easels.push(easel);
    return easel;
  };

  return {
    ...{ discord, service, storeUrl, easels, add },
    happen,
    until: async (look) => {
      for (;;) {
        const found = look();
        if (found !== undefined && found !== false) return found;
        await new Promise<void>((resolve) => happened.once('it', resolve));
      }
    },
    happenings: (count) =>
      new Promise((resolve) => {
        let left = count;
        const see = (): void => {
          left -= 1;
          if (left > 0) return;
          happened.off('it', see);
          resolve();
        };
        happened.on('it', see);
      }),
    close: async () => {
      await Promise.all(easels.map((easel) => easel.kill()));
      await discord.stop();
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function createEasel(name: string, happen: () => void, environment: Readonly<Record<string, string>>): Easel {
  let lines: string[] = [];
  let exitCode: number | null | undefined;
  let stands: number | undefined;
  const bot = createBotProcess({
    environment,
    onLine: (line) => {
      lines.push(line);
      if (lines.length > LINES_KEPT) lines.shift();
      happen();
    },
    onExit: (code) => {
      exitCode = code;
      happen();
    },
  });
  return {
    name,
    get isRunning() {
      return bot.state !== 'stopped';
    },
    get isReady() {
      return bot.state === 'running';
    },
    get isWaiting() {
      return bot.state === 'waiting';
    },
    get pid() {
      return bot.pid;
    },
    get lines() {
      return lines;
    },
    get exitCode() {
      return exitCode;
    },
    launch: () => {
      if (bot.state !== 'stopped') throw new Error(`${name} runs already`);
      lines = [];
      exitCode = undefined;
      // A process that ends before it is ready has said why. Its waiters check that.
      bot.start().catch(() => undefined);
    },
    get standsStill() {
      return stands !== undefined && stands === bot.pid;
    },
    standStill: () => {
      stands = bot.pid !== undefined && process.kill(bot.pid, 'SIGSTOP') ? bot.pid : undefined;
      return stands !== undefined;
    },
    goOn: () => {
      // Only the process that was stopped, and only while it exists, because process numbers are reused.
      if (stands !== undefined && stands === bot.pid) process.kill(stands, 'SIGCONT');
      stands = undefined;
    },
    kill: () => bot.kill(),
    stop: () => bot.stop(),
  };
}
