import { DiscordAPIError, HTTPError, RateLimitError } from 'discord.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRegistration } from '../../../src/discord/registration/registration.ts';
import { registrationCollection } from '../../../src/discord/registration/registration-records.ts';
import type { applicationCalls } from '../../../src/discord/rest/application-calls.ts';
import { withOutcomes } from '../../../src/discord/rest/outcome.ts';
import { finding } from '../../../src/findings/finding.ts';
import { createLog } from '../../../src/log.ts';
import type { Store } from '../../../src/store/store.ts';
import { keysOf } from '../../support/all-records.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { MemoryDatabase, storeOver } from '../../support/memory-database.ts';

const APPLICATION = '100000000000000001';
const TRIAL = '200000000000000001';
const OTHER_TRIAL = '200000000000000002';
const IMAGE = { type: 1 as const, name: 'image', description: 'makes pictures' };

const noBody = { body: undefined, files: undefined };
const refusal = (status: number, code: number) =>
  new DiscordAPIError({ code, message: 'no' }, code, status, 'GET', 'fake', noBody);
const missingAccess = refusal(403, 50001);
const serverError = new HTTPError(502, 'Bad Gateway', 'GET', 'fake', noBody);
const limited = (retryAfter: number) =>
  new RateLimitError({
    ...{ timeToReset: 0, limit: 0, method: 'PUT', hash: '', url: '', route: '', majorParameter: '', global: false },
    ...{ retryAfter, sublimitTimeout: 0, scope: 'user' as const },
  });

let clock: FakeClock;
let store: Store;
/** By scope: a server's id or "everywhere". */
let atDiscord: Map<string, { id: string; name: string }[]>;
/** Failures of the next calls by scope, one each. Further calls succeed. */
let troubles: Map<string, unknown[]>;
let calls: { place: string; atMs: number }[];
let lines: { level: number; msg: string; finding?: string; delayMs?: number }[];

beforeEach(async () => {
  clock = new FakeClock();
  store = await storeOver(new MemoryDatabase());
  atDiscord = new Map();
  troubles = new Map();
  calls = [];
  lines = [];
});

const meet = (guildId: string | undefined): string => {
  const place = guildId ?? 'everywhere';
  calls.push({ place, atMs: clock.now() });
  const trouble = troubles.get(place)?.shift();
  if (trouble !== undefined) throw trouble;
  return place;
};

const rest = withOutcomes<Pick<ReturnType<typeof applicationCalls>, 'commands' | 'setCommands'>>({
  commands: async (_, guildId) => atDiscord.get(meet(guildId)) ?? [],
  setCommands: async (_, guildId, commands) => {
    const place = meet(guildId);
    const stored = commands.map((command, index) => ({ name: command.name, id: `${place}-${index}` }));
    atDiscord.set(place, stored);
    return stored;
  },
});

function start(guildId?: string, isRegistrar = true, command = IMAGE) {
  const stopping = new AbortController();
  const log = createLog('debug', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const registration = createRegistration({
    ...{ rest, store, commands: [command], guildId, isRegistrar, onIds: () => undefined },
    clock,
    log,
  });
  const ended = registration.run(APPLICATION, stopping.signal);
  ended.catch(() => undefined);
  return { registration, ended, stop: () => stopping.abort(new Error('stopping')) };
}

const waiting = (words: string) => ({ state: 'waiting', found: { text: expect.stringContaining(words) } });
const warnings = () => lines.filter(({ level }) => level >= 40);

describe('registration', () => {
  it('replaces other commands, and learns the ids', async () => {
    const { registration, ended } = start();
    await ended;
    expect(atDiscord.get('everywhere')?.map(({ name }) => name)).toEqual(['image']);
    expect(registration.status).toEqual({ state: 'registered' });
    expect(registration.idOf(IMAGE)).toBe('everywhere-0');
    expect(warnings()).toEqual([]);
  });

  it('repeats only if the commands changed or Discord lost one', async () => {
    const places = async (command = IMAGE): Promise<number> => {
      const before = calls.length;
      await start(undefined, true, command).ended;
      return calls.length - before;
    };
    expect(await places()).toBe(2);
    expect(await places()).toBe(1);
    expect(await places({ ...IMAGE, description: 'makes other pictures' })).toBe(2);
    expect(await places({ ...IMAGE, description: 'makes other pictures' })).toBe(1);
    atDiscord.set('everywhere', []);
    expect(await places({ ...IMAGE, description: 'makes other pictures' })).toBe(2);
    expect(atDiscord.get('everywhere')).toHaveLength(1);
  });

  it('is left to the process that registers for all, and learns the ids from it', async () => {
    atDiscord.set('everywhere', [{ id: 'old', name: 'paint' }]);
    const { registration } = start(undefined, false);
    await registration.tried;
    expect(registration.status).toMatchObject(waiting('the first shard'));
    expect([
      atDiscord.get('everywhere')?.map(({ name }) => name),
      await keysOf(store.collection(registrationCollection)),
    ]).toEqual([['paint'], []]);
    await start().ended;
    await clock.advanceUntil(() => registration.status.state === 'registered');
    expect(registration.idOf(IMAGE)).toBe('everywhere-0');
  });

  it('is retried with growing waits while Discord is unavailable, with one warning', async () => {
    troubles.set('everywhere', [
      serverError,
      refusal(500, 0),
      Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }),
      serverError,
    ]);
    const { registration, ended } = start();
    await registration.tried;
    expect(registration.status).toMatchObject(waiting('Discord is in trouble'));
    await clock.advanceUntil(() => registration.status.state === 'registered');
    await ended;
    const waits = calls.slice(1, 5).map(({ atMs }, index) => atMs - (calls[index]?.atMs ?? 0));
    expect(waits).toEqual([5_000, 10_000, 20_000, 40_000]);
    expect(warnings()).toHaveLength(1);
  });

  it.each([
    ['as long as Discord asks', 90_000, 90_000, 'slow down'],
    ['for the limit of a day', 6 * 3_600_000, 6 * 3_600_000, 'only 200 a day'],
    ['a day at most', 30 * 86_400_000, 86_400_000, 'only 200 a day'],
  ])('waits %s and says so', async (_, retryAfterMs, waitedMs, words) => {
    troubles.set('everywhere', [limited(retryAfterMs)]);
    const { registration } = start();
    await registration.tried;
    expect(warnings()).toMatchObject([{ delayMs: waitedMs, msg: expect.stringContaining(words) }]);
    expect(clock.nextDueInMs).toBe(waitedMs);
  });

  it.each([
    ['no access', missingAccess],
    ['no such server', refusal(404, 10004)],
  ])('names the variable if Easel may have no commands in that server: %s', async (_, error) => {
    troubles.set(TRIAL, [error]);
    const { registration, ended } = start(TRIAL);
    await registration.tried;
    expect(registration.status).toEqual({ state: 'waiting', found: finding('discord.guild', { id: TRIAL }) });
    expect(warnings()).toMatchObject([{ finding: 'discord.guild', level: 50 }]);
    await clock.advanceUntil(() => registration.status.state === 'registered');
    await ended;
    expect(atDiscord.get(TRIAL)).toHaveLength(1);
  });

  it('stops waiting when the bot stops', async () => {
    troubles.set('everywhere', [serverError]);
    const { registration, ended, stop } = start();
    await registration.tried;
    stop();
    await expect(ended).rejects.toThrow('stopping');
    expect(clock.sleeping).toBe(0);
  });

  it('uses the ids of an earlier run while Discord can’t be reached', async () => {
    await start().ended;
    troubles.set('everywhere', [serverError]);
    const { registration } = start();
    await registration.tried;
    expect(registration.idOf(IMAGE)).toBe('everywhere-0');
  });

  it('removes the commands of test servers after registering elsewhere', async () => {
    await start(TRIAL).ended;
    await start(OTHER_TRIAL).ended;
    expect(atDiscord.get(TRIAL)).toEqual([]);
    troubles.set(OTHER_TRIAL, [serverError]);
    const { ended } = start();
    await clock.advanceUntil(() => atDiscord.get(OTHER_TRIAL)?.length === 0);
    await ended;
    expect(atDiscord.get('everywhere')).toHaveLength(1);
    expect(await keysOf(store.collection(registrationCollection))).toEqual(['everywhere']);
  });

  it('forgets a test server that Easel has left', async () => {
    await start(TRIAL).ended;
    troubles.set(TRIAL, [missingAccess]);
    await start().ended;
    expect(await keysOf(store.collection(registrationCollection))).toEqual(['everywhere']);
  });
});
