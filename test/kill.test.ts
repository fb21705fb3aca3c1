import { EventEmitter } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BotProcess, createBotProcess } from '../src/sandbox/bot-process.ts';
import type { MessageView } from '../src/sandbox/discord/people/views.ts';
import type { DiscordSandbox } from '../src/sandbox/discord/sandbox.ts';
import { startDiscordSandbox } from '../src/sandbox/discord/server.ts';
import { ids } from '../src/sandbox/discord/world/world-ids.ts';
import { mediaOf, textOf } from '../src/sandbox/message-reading.ts';
import { reachControl } from '../src/sandbox/reach-control.ts';
import type { TaskApiSandbox } from '../src/sandbox/task-api/sandbox.ts';
import { startTaskApiSandbox } from '../src/sandbox/task-api/server.ts';
import { systemClock } from '../src/time/clock.ts';

/**
 * Kills the real process with SIGKILL. `test/jobs` shows the same for every single write, `main.test.ts` and
 * `processes/random-kills` with PostgreSQL. The tests share one bot, and each has a channel of its own.
 */

const CHANNEL = ids.atelier.channels.gallery;
let folder: string;
let discord: DiscordSandbox;
let service: TaskApiSandbox;
let bot: BotProcess;
let lines: string[];
const output = new EventEmitter<{ line: [string] }>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'easel-kill-'));
  discord = await startDiscordSandbox({ clock: systemClock, folder: join(folder, 'discord') });
  const durations = { queueMs: 0, runMs: 500 };
  service = await startTaskApiSandbox({
    clock: systemClock,
    random: Math.random,
    durations: { 'image-model-a': durations },
  });
  bot = createBotProcess({
    environment: {
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.apiUrl,
      TASK_API_URL: service.url,
      TASK_API_KEY: 'sk-sandbox',
      STORE_URL: `sqlite://${join(folder, 'easel.sqlite')}`,
      MEDIA_FOLDER: join(folder, 'results'),
      MEDIA_ALLOW_PRIVATE: 'true',
    },
    onLine: (line) => {
      lines.push(line);
      output.emit('line', line);
    },
  });
});

beforeEach(async () => {
  lines = [];
  output.removeAllListeners();
  // An earlier test left it running, unless it failed.
  await bot.start();
});

afterAll(async () => {
  await bot.kill();
  await discord.stop();
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

function said(words: string): Promise<void> {
  if (lines.some((line) => line.includes(words))) return Promise.resolve();
  return new Promise((resolve) => {
    output.on('line', (line) => {
      if (line.includes(words)) resolve();
    });
  });
}

const MOMENTS = ['job held', 'interaction answered', 'task submitted', 'task delivered'] as const;

describe('a bot that is killed with SIGKILL', () => {
  it('again and again at a step of its job finishes each job after its restart, with balanced books and no second create', async () => {
    const channelId = ids.annex.channels.sketches;
    const person = discord.as(ids.people.member);
    let spentCredits = 0;
    let unconfirmed = 0;
    for (const moment of MOMENTS) {
      const { creates } = service;
      lines.length = 0;
      const killed = said(`"msg":"${moment}"`).then(() => bot.kill());
      const options = { prompt: `killed at ${moment}` };
      const handle = await person.command({ channelId, name: 'image', options });
      await killed;
      lines.length = 0;
      const ended = said('"msg":"job ended"');
      const nothingLeft = said('"jobs":0,');
      await bot.start();
      // Killed at the very end, there may be nothing left to do.
      await Promise.race([ended, nothingLeft]);
      await handle.answer;

      const shown = person.messages(channelId).filter(({ sandbox }) => !sandbox.ephemeral);
      const message = shown.find((one) => textOf(one).includes(options.prompt));
      if (message && mediaOf(message).length === 1) spentCredits += 4;
      else if (message && textOf(message).includes('Unconfirmed')) unconfirmed += 1;
      else expect(message ? textOf(message) : 'Not started', moment).toContain('Not started');
      const answer = await (await person.command({ channelId, name: 'budget' })).answer;
      const budget = answer.kind === 'message' ? textOf(answer.message) : answer.kind;
      expect(budget, moment).toMatch(new RegExp(`\\b${spentCredits} (credits )?spent`));
      expect(budget, moment).toMatch(unconfirmed === 0 ? /· 0 (credits )?held/ : `${unconfirmed} unconfirmed`);
      expect(service.creates - creates, moment).toBeLessThanOrEqual(1);
    }
  });
});

const { channels, roles } = ids.atelier;
const STAFF = channels.staff;
const { manager, member, moderator } = ids.people;

/** Resolves with what `look` finds once Discord has changed so that it finds something. */
function happened<Found>(look: () => Found | undefined | false): Promise<Found> {
  return new Promise((resolve) => {
    const tryIt = (): void => {
      const found = look();
      if (found === undefined || found === false) return;
      stopLooking();
      resolve(found);
    };
    const stopLooking = discord.listen(tryIt);
    tryIt();
  });
}

/** Resolves with what a person sees once `look` finds something. */
const seen = (userId: string, channelId: string, look: (message: MessageView) => boolean): Promise<MessageView> =>
  happened(() => discord.as(userId).messages(channelId).findLast(look));

const shows = (words: string) => (message: MessageView) => textOf(message).includes(words);

describe('a bot that is killed while Discord is slow to take the first answers', () => {
  const channelId = channels.clips;

  it('leaves no message that keeps saying that its job is being sent', async () => {
    const asking = [manager, member, moderator];
    const parameters = { delayMs: 2_000 };
    discord.faults.switchOn({ name: 'slow', parameters, route: '/interactions/*', times: asking.length });
    const allAreOnTheirWay = happened(() => discord.faults.list().length === 0);
    const asked = { channelId, name: 'image', options: { prompt: 'a moth' } };
    for (const userId of asking) await discord.as(userId).command(asked);
    await allAreOnTheirWay;
    await bot.kill();
    await bot.start();

    const shown = (): string[] => discord.as(member).messages(channelId).map(textOf);
    const isTold = (text: string): boolean => /Done|Not started|Unconfirmed/.test(text);
    await happened(() => shown().filter(isTold).length === asking.length);
    expect(shown()).toHaveLength(asking.length);
    expect(shown().join()).not.toContain('Sending to the service');
  });
});

describe('a bot that is killed after every step of its moderators', { timeout: 120_000 }, () => {
  /** Kills the bot as soon as it logs this line while someone acts, and starts it again. */
  async function killedAt(words: string, doing: () => Promise<unknown>): Promise<void> {
    lines.length = 0;
    const killed = said(words).then(() => bot.kill());
    await doing();
    await killed;
    await bot.start();
  }

  const press = async (userId: string, message: MessageView, label: string) => {
    const person = discord.as(userId);
    return person.press(await reachControl(person, message, label));
  };

  it('makes what they approved, hides what was reported, and removes what they removed', async () => {
    const settings = {
      ...{ modes: { [CHANNEL]: 'review' }, moderatorsChannelId: STAFF, moderatorRoleIds: [roles.moderator] },
    };
    const file = { option: 'file', name: 'settings.json', bytes: Buffer.from(JSON.stringify(settings)) };
    const input = { channelId: CHANNEL, name: 'settings', attachments: [file] };
    await discord.as(manager).command(input);
    await said('"what":"settings"');

    const { creates } = service;
    const asked = { channelId: CHANNEL, name: 'image', options: { prompt: 'a moth' } };
    await killedAt('"msg":"request waits"', () => discord.as(member).command(asked));
    const card = await seen(moderator, STAFF, shows('[Approve]'));
    await killedAt('"msg":"task submitted"', () => press(moderator, card, 'Approve'));
    const result = await seen(member, CHANNEL, (message) => mediaOf(message).length === 1);
    await said('"msg":"job ended"');
    expect(service.creates - creates).toBe(1);

    const form = await (await press(moderator, result, 'Report …')).answer;
    if (form.kind !== 'modal') throw new Error(`answered with ${form.kind}`);
    await killedAt('"kind":"modal"', () =>
      discord.as(moderator).submitModal({ modal: form.modal, values: { why: 'not here' } }),
    );
    const hidden = await seen(member, CHANNEL, shows('Hidden until the moderators review it'));
    expect(mediaOf(hidden)).toMatchObject([{ spoiler: true }]);
    const reported = await seen(moderator, STAFF, shows('[Remove …]'));
    const removing = await (await press(moderator, reported, 'Remove …')).answer;
    if (removing.kind !== 'modal') throw new Error(`answered with ${removing.kind}`);
    await killedAt('"kind":"modal"', () =>
      discord.as(moderator).submitModal({ modal: removing.modal, values: { why: 'not here' } }),
    );
    const isRemoved = shows('The moderators removed this.');
    await seen(member, CHANNEL, (message) => isRemoved(message) && mediaOf(message).length === 0);
    await seen(moderator, STAFF, shows('[Undo]'));

    const opened = await (
      await discord.as(moderator).command({ channelId: STAFF, name: 'moderation', subcommand: 'panel' })
    ).answer;
    const panel = 'message' in opened ? opened.message : undefined;
    const [customId = ''] = /queue:list[^"]*/.exec(JSON.stringify(panel?.components)) ?? [];
    const at = { channelId: STAFF, messageId: panel?.id ?? '', customId };
    const answer = await (await discord.as(moderator).select({ ...at, values: ['all'] })).answer;
    const log = answer.kind === 'message' ? textOf(answer.message) : answer.kind;
    const actions = ['approved a request', 'reported a picture', 'hid a picture', 'removed a picture'];
    expect(log.match(new RegExp(actions.join('|'), 'g'))?.sort()).toEqual(actions.sort());
  });
});
