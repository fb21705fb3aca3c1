import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as realDelay } from 'node:timers/promises';
import { type App, createApp } from '../../src/app.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { createFinishFile } from '../../src/jobs/results/finish-file.ts';
import { createLog } from '../../src/log.ts';
import { createClipEditor } from '../../src/media/clips/clip-editor.ts';
import { createClipFitter } from '../../src/media/clips/clip-fitter.ts';
import type { ClipEditor } from '../../src/media/files/media.ts';
import { createFitter } from '../../src/media/files/media.ts';
import { createPictureFitter } from '../../src/media/pictures/picture-fitter.ts';
import { hashPicture } from '../../src/media/pictures/picture-hash.ts';
import type { AppPorts } from '../../src/parts/base.ts';
import type { CommandInput } from '../../src/sandbox/discord/people/inputs.ts';
import type { Answer, MessageView } from '../../src/sandbox/discord/people/views.ts';
import type { DiscordSandbox } from '../../src/sandbox/discord/sandbox.ts';
import { startDiscordSandbox } from '../../src/sandbox/discord/server.ts';
import { ids } from '../../src/sandbox/discord/world/world-ids.ts';
import { textOf } from '../../src/sandbox/message-reading.ts';
import { reachControl } from '../../src/sandbox/reach-control.ts';
import type { TaskApiSandbox } from '../../src/sandbox/task-api/sandbox.ts';
import { startTaskApiSandbox } from '../../src/sandbox/task-api/server.ts';
import { type OpenStoreOptions, openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import type { Clock } from '../../src/time/clock.ts';
import { Activity } from './activity.ts';
import { faultsOfBooks } from './books.ts';
import { AS_THEY_ARE } from './clip-editors.ts';
import { FakeClock } from './fake-clock.ts';
import { endTurns } from './turns.ts';

/**
 * The whole bot, as in production except for two addresses, on the sandbox's Discord and service. All three use one
 * fake clock.
 */
export interface Easel {
  clock: FakeClock;
  discord: DiscordSandbox;
  service: TaskApiSandbox;
  config: Config;
  app: App;
  /** The bot's log so far, parsed. */
  log: LogLine[];
  /** The bot's answer to this command. @throws if it wasn't a message. */
  command(userId: string, input: CommandInput): Promise<MessageView>;
  /** Presses a button, on the message or where a person finds it from there. Resolves with what Discord's client shows for it. */
  press(userId: string, message: MessageView, label: string): Promise<Answer>;
  /** Opens a work from its list by its position on the page. Resolves with its page. */
  open(userId: string, list: MessageView, number?: number): Promise<MessageView>;
  /** A message's current state. @throws if it doesn't exist. */
  now(message: MessageView): MessageView;
  /** Whether a message still exists. */
  isThere(message: MessageView): boolean;
  /** What `/budget` tells a member. */
  budget(): Promise<ShownBudget>;
  /** Waits until the bot has finished with everything that was pressed. An answer may show a moment before. */
  ended(): Promise<void>;
  /** Waits until no job is open. */
  idle(pace?: { limitMs?: number; stepMs?: number }): Promise<void>;
  /** Stops the bot and starts another on the same store. */
  restart(environment?: Record<string, string>): Promise<void>;
  /** Starts another process of the same bot on the same Discord, service and clock, with its own log. */
  beside(environment?: Record<string, string>): Beside;
  /**
   * Moves the clock step by step until `look` finds something; steps of an hour are leaps. Waits for the disk in between, unless it is stuck.
   * @throws if nothing is found within `limitMs` of the clock.
   */
  until<Found>(
    look: () => Found | Falsy | Promise<Found | Falsy>,
    pace?: { limitMs?: number; stepMs?: number; isDiskStuck?: boolean },
  ): Promise<Found>;
  /** Stops everything. @throws if the remaining books are not in order. */
  close(): Promise<void>;
}

export interface Beside {
  app: App;
  log: LogLine[];
  /** Resolves once it serves. */
  started: Promise<void>;
}

type Falsy = undefined | null | false | 0 | '';

export interface LogLine {
  level: number;
  msg: string;
  [field: string]: unknown;
}

export interface EaselOptions {
  environment?: Record<string, string>;
  clock?: FakeClock;
  service?: Partial<Parameters<typeof startTaskApiSandbox>[0]>;
  discord?: Partial<Parameters<typeof startDiscordSandbox>[0]>;
  wrapClock?: (clock: Clock) => Clock;
  wrapStore?: (store: Store) => Store;
  /** Takes the place of ffmpeg, which is slow. Clips are then sent as they are. */
  clips?: ClipEditor;
  /** Called with the callbacks that the store gets. */
  onOpening?: (options: OpenStoreOptions) => void;
}

export { buttonOf, mediaOf, textOf } from '../../src/sandbox/message-reading.ts';
export { ids };
export const { atelier, people } = ids;
export const GALLERY = atelier.channels.gallery;

/** Far fewer than bring a ban, and more than any test needs. */
const MOST_REFUSALS = 200;

export async function startEasel(options: EaselOptions = {}): Promise<Easel> {
  const clock = options.clock ?? new FakeClock();
  const folder = await mkdtemp(join(tmpdir(), 'easel-test-'));
  const discord = await startDiscordSandbox({ clock, folder: join(folder, 'discord'), ...options.discord });
  const service = await startTaskApiSandbox({
    clock,
    random: seededRandom(),
    spread: 0,
    accounts: { 'sk-sandbox': 1_000_000 },
    ...options.service,
  });
  const work = new Activity();
  const stopWatching = [work.watchThreads(), work.watchRequests()];
  const log: LogLine[] = [];
  const besides: Beside[] = [];
  const configOf = (environment: Record<string, string> = {}): Config =>
    readConfig({
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.apiUrl,
      TASK_API_URL: service.url,
      TASK_API_KEY: 'sk-sandbox',
      STORE_URL: `sqlite://${join(folder, 'easel.sqlite')}`,
      MEDIA_FOLDER: join(folder, 'results'),
      MEDIA_ALLOW_PRIVATE: 'true',
      POLLS_PER_SECOND: '1000',
      ...options.environment,
      ...environment,
    });
  const portsWith = (lines: LogLine[]): AppPorts => ({
    clock: options.wrapClock?.(clock) ?? clock,
    random: () => 0.5,
    log: createLog('debug', collecting(lines)),
    replaced: {
      // Waits in real time, so it would hold up flows that aren't about limits.
      ...(options.discord?.rateLimits ? {} : { callsPerSecond: 10_000 }),
      // Looking for ffmpeg starts a process with each bot.
      ...(options.environment?.['FFMPEG_PATH'] === undefined ? { media: withoutFfmpeg(options.clips) } : {}),
    },
    openStore: async (...parts) => {
      options.onOpening?.(parts[1] ?? {});
      // A spare waits until the owner ends.
      const store = work.watchStore(await work.trackRequest(() => openStore(...parts)));
      return options.wrapStore?.(store) ?? store;
    },
  });
  const ports = portsWith(log);

  /** Every sign of work: requests on either side, lines of the bot's log, and work of the disk. */
  const activity = (): number =>
    discord.requests.list().length +
    events +
    work.changes +
    [{ log }, ...besides].reduce((lines, one) => lines + one.log.length, 0);
  let events = 0;
  const count = (): void => {
    events += 1;
  };
  service.listen(count);
  discord.listen(count);
  /** Stores, files and sockets take real time. The fake clock stands still while they work, and until nothing moves. */
  const settle = async (isDiskStuck: boolean): Promise<void> => {
    for (let before = -1; before !== activity(); ) {
      before = activity();
      await (isDiskStuck ? realDelay(SLOW_STEP_MS) : work.quiet());
    }
  };
  const until: Easel['until'] = async (look, { limitMs = 3_600_000, stepMs = 250, isDiskStuck = false } = {}) => {
    const limit = clock.now() + limitMs;
    for (let step = 0; ; step += 1) {
      if (step > QUICK_STEPS) await realDelay(SLOW_STEP_MS);
      await settle(isDiskStuck);
      const found = await look();
      if (found) return found;
      if (clock.now() >= limit)
        throw new Error(`nothing was found within ${limitMs} ms of the fake clock:\n${tail(log)}`);
      await (stepMs < LEAP_MS ? clock.advance(stepMs) : clock.leap(stepMs));
    }
  };

  /** The ids of interactions that were presses. */
  const pressed: string[] = [];
  const find = (message: MessageView): MessageView | undefined =>
    discord.messages(message.channel_id, { as: people.owner }).find(({ id }) => id === message.id);

  const easel: Easel = {
    clock,
    discord,
    service,
    log,
    until,
    config: configOf(),
    app: createApp(configOf(), ports),
    command: async (userId, input) => {
      const handle = await discord.as(userId).command(input);
      const answer = await handle.answer;
      if (answer.kind !== 'message') throw new Error(`answered with ${answer.kind}:\n${tail(log)}`);
      return answer.message;
    },
    press: async (userId, message, label) => {
      const person = discord.as(userId);
      const handle = await person.press(await reachControl(person, message, label));
      pressed.push(handle.id);
      return handle.answer;
    },
    ended: async () => {
      const isEnded = (id: string) =>
        log.some((line) => line['interaction'] === id && INTERACTION_ENDED.test(line.msg));
      await until(() => pressed.every(isEnded));
    },
    open: async (userId, list, number = 1) => {
      const shown = await easel.press(userId, list, String(number));
      if (shown.kind !== 'update' && shown.kind !== 'message') throw new Error(`answered with ${shown.kind}`);
      return shown.message;
    },
    now: (message) => {
      const found = find(message);
      if (!found) throw new Error('the message is gone');
      return found;
    },
    isThere: (message) => find(message) !== undefined,
    budget: async () => readBudget(textOf(await easel.command(people.member, { channelId: GALLERY, name: 'budget' }))),
    idle: async (pace) => {
      await until(() => log.filter(({ msg }) => msg === 'job held').length <= log.filter(isEnd).length, pace);
    },
    restart: async (environment) => {
      await easel.app.stop();
      easel.config = configOf(environment);
      await endTurns(easel.config.STORE_URL);
      easel.app = createApp(easel.config, ports);
      await startApp();
    },
    beside: (environment) => {
      const lines: LogLine[] = [];
      const mediaFolder = join(folder, `results-${besides.length}`);
      const app = createApp(configOf({ MEDIA_FOLDER: mediaFolder, ...environment }), portsWith(lines));
      const started = app.start();
      // A bot that is stopped while it waits doesn't start.
      started.catch(() => undefined);
      const beside = { app, log: lines, started };
      besides.push(beside);
      return beside;
    },
    close: async () => {
      await Promise.all([easel, ...besides].map(({ app }) => app.stop()));
      await discord.stop();
      await service.close();
      for (const stop of stopWatching) stop();
      const faults = await faultsOfBooks(easel.config.STORE_URL);
      await rm(folder, { recursive: true, force: true });
      const { refusals } = discord.requests;
      if (refusals > MOST_REFUSALS) throw new Error(`Discord refused ${refusals} requests, and bans who goes on so`);
      if (faults.length > 0) throw new Error(`the books are not in order: ${faults.join('; ')}`);
    },
  };

  const startApp = async (): Promise<void> => {
    const before = log.length;
    await easel.app.start();
    // Buttons that need ffmpeg are on messages once the bot has found it.
    if (options.environment?.['FFMPEG_PATH'] === undefined) return;
    const isAbout = ({ ffmpeg, finding }: LogLine) =>
      ffmpeg !== undefined || String(finding).startsWith('media.ffmpeg');
    await until(() => log.slice(before).some(isAbout));
  };
  try {
    await startApp();
  } catch (error) {
    await easel.close();
    throw error;
  }
  return easel;
}

function withoutFfmpeg(clips?: ClipEditor) {
  const none = Promise.resolve(undefined);
  return {
    fitter: createFitter({ pictures: createPictureFitter(), clips: clips ? AS_THEY_ARE : createClipFitter(none) }),
    clips: clips ?? createClipEditor(none),
    finish: createFinishFile(undefined),
    hashPicture: ({ path }: { path: string }) => hashPicture(path),
  };
}

function collecting(lines: LogLine[]): Writable {
  return new Writable({
    write: (line, _, done) => {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
}

/** The generator of Numerical Recipes: the same numbers in every run. */
function seededRandom(seed = 1): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** What takes more steps may wait in real time, like discord.js for a rate limit. */
const QUICK_STEPS = 250;
const SLOW_STEP_MS = 4;

/** Steps from this length on are leaps, because the minutes of days that pass show nothing. */
const LEAP_MS = 3_600_000;

/** The account's numbers in the answer to `/budget`. */
export interface ShownBudget {
  left: number;
  spent: number;
  held: number;
  unconfirmed: number;
  over: number;
}

function readBudget(text: string): ShownBudget {
  const number = (pattern: RegExp): number => Number(pattern.exec(text)?.[1]?.replaceAll(',', '') ?? 0);
  return {
    left: number(/([\d,]+) credits? left/),
    spent: number(/([\d,]+)(?: credits?)? spent/),
    held: number(/([\d,]+)(?: credits?)? held/),
    unconfirmed: number(/([\d,]+) unconfirmed/),
    over: number(/([\d,]+) credits? over/),
  };
}

const INTERACTION_ENDED = /^interaction (answered|refused|late|failed)$/;
const isEnd = ({ msg }: LogLine): boolean => /^job (ended|dropped)/.test(msg);

function tail(log: readonly LogLine[]): string {
  return log
    .slice(-15)
    .map(({ msg, err }) => `${msg} ${err ? JSON.stringify(err).slice(0, 600) : ''}`)
    .join('\n');
}

/**
 * Lets time pass together with everything that happens meanwhile. Moving the clock alone wouldn't wait for sockets and
 * files.
 */
export async function passes(easel: Easel, durationMs: number): Promise<void> {
  const untilMs = easel.clock.now() + durationMs;
  await easel.until(() => easel.clock.now() >= untilMs, { stepMs: 5_000, limitMs: durationMs + 5_000 });
}
