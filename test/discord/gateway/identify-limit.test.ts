import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createIdentifyLimit } from '../../../src/discord/gateway/identify-limit.ts';
import { createLog } from '../../../src/log.ts';
import { startEasel } from '../../support/easel.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const DAY_MS = 24 * 3_600_000;
const never = new AbortController().signal;

type Manager = Parameters<ReturnType<typeof createIdentifyLimit>['buildIdentifyThrottler']>[0];

/** Discord with a limit of a day, and a limit of identifies that asks it. */
async function open({ remaining = 1_000, atOnce = 1 } = {}) {
  const clock = new FakeClock();
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const discord = { remaining, asked: 0, isAway: false, limit: {} };
  const manager = {
    fetchGatewayInformation: async () => {
      discord.asked += 1;
      if (discord.isAway) throw new Error('Discord is away');
      const known = { total: 1_000, remaining: discord.remaining, reset_after: DAY_MS, max_concurrency: atOnce };
      const limit = { ...known, ...discord.limit };
      return { url: '', shards: 1, session_start_limit: limit };
    },
  } as Partial<Manager> as Manager;
  const limit = createIdentifyLimit({ clock, log, apiUrl: 'https://discord.com/api' });
  const throttler = await limit.buildIdentifyThrottler(manager);
  const sentAtMs: number[] = [];
  const startedMs = clock.monotonicMs();
  const identify = async (shard = 0): Promise<void> => {
    await throttler.waitForIdentify(shard, never);
    discord.remaining -= 1;
    sentAtMs.push(clock.monotonicMs() - startedMs);
  };
  /** Identifies again and again, as discord.js does while it gets no session. */
  const identifyForEver = async (): Promise<never> => {
    for (;;) await identify();
  };
  const pass = async (durationMs: number, stepMs = 1_000): Promise<void> => {
    await nextTurn();
    for (let passedMs = 0; passedMs < durationMs; passedMs += stepMs) await clock.advance(stepMs);
  };
  return { pass, lines, discord, limit, identify, identifyForEver, sentAtMs };
}

it('pauses between identifies double until there is a session', async () => {
  const { pass, identifyForEver, sentAtMs, lines } = await open();
  void identifyForEver();
  await pass(700_000);
  expect(sentAtMs.map((atMs) => atMs / 1_000)).toEqual([0, 6, 16, 36, 76, 156, 316, 616]);
  expect(lines.at(-1)).toContain('"identifies":8');
});

it('a session ends the pauses', async () => {
  const { pass, identify, limit, sentAtMs } = await open();
  for (let times = 1; times <= 3; times++) {
    const identified = identify();
    await pass(60_000);
    await identified;
    limit.onReady(0);
  }
  expect(sentAtMs).toEqual([0, 60_000, 120_000]);
});

it('asks Discord anew before each identify after the first, and leaves a reserve for starts', async () => {
  const { pass, discord, identifyForEver, lines } = await open({ remaining: 55 });
  void identifyForEver();
  await pass(DAY_MS / 2, 60_000);
  expect(discord.remaining).toBe(50);
  expect(discord.asked).toBeGreaterThanOrEqual(6);
  expect(lines.at(-1)).toContain('Hardly any sessions are left');
  discord.remaining = 1_000;
  await pass(DAY_MS, 60_000);
  expect(discord.remaining).toBeLessThan(1_000);
});

it('lets a start use the reserve', async () => {
  const { discord, identify } = await open({ remaining: 10 });
  await identify();
  expect(discord.remaining).toBe(9);
});

it('waits while Discord doesn’t say how many are left', async () => {
  const { pass, discord, identify, limit, sentAtMs } = await open();
  await identify();
  limit.onReady(0);
  discord.isAway = true;
  const identified = identify();
  await pass(600_000);
  expect(sentAtMs).toHaveLength(1);
  discord.isAway = false;
  await pass(60_000);
  await identified;
});

it.each([
  ['no number of them', { remaining: undefined }],
  ['another kind of answer', { remaining: '900', max_concurrency: null }],
  ['fewer than none', { remaining: -1 }],
])('waits and says so while Discord gives %s', async (_, limit) => {
  const { pass, discord, identify, sentAtMs, lines } = await open();
  discord.limit = limit;
  const identified = identify();
  await pass(120_000);
  expect(sentAtMs).toEqual([]);
  expect(discord.asked).toBeLessThanOrEqual(9);
  expect(lines.at(-1)).toContain('is not Discord');
  discord.limit = {};
  await pass(60_000);
  await identified;
});

it('asks at most once a minute if none are left and Discord names no wait', async () => {
  const { pass, discord, identify } = await open({ remaining: 10 });
  await identify();
  discord.limit = { reset_after: 0 };
  void identify();
  await pass(600_000);
  expect(discord.asked).toBeLessThanOrEqual(12);
});

it('shards take turns as far as Discord allows', async () => {
  const { pass, identify, sentAtMs } = await open({ atOnce: 2 });
  const all = [0, 1, 2, 3].map((shard) => identify(shard));
  await pass(6_000);
  await Promise.all(all);
  expect(sentAtMs).toEqual([0, 0, 6_000, 6_000]);
});

it('a bot whose sessions Discord refuses warns, and serves again once it gets one', async () => {
  const easel = await startEasel();
  onTestFinished(() => easel.close());
  const refusing = easel.discord.faults.switchOn({ name: 'gateway-no-sessions' });
  easel.discord.faults.switchOn({ name: 'gateway-invalid-session' });
  await easel.until(() => easel.log.some(({ msg }) => msg.startsWith('Discord gives no session')));
  easel.discord.faults.switchOff(refusing.id);
  await easel.until(() => easel.discord.connections > 0, { stepMs: 1_000 });
});
