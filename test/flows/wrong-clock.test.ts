import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from '../../src/sandbox/postgres/postgres-server.ts';
import { type Easel, GALLERY, people, startEasel, textOf } from '../support/easel.ts';

const DAY_MS = 24 * 3_600_000;

/** How far the bot's clock is ahead of Discord and the service. */
let aheadMs: number;
let easel: Easel;
let healthPort: string;

beforeEach(async () => {
  aheadMs = 0;
  healthPort = await freePort();
  easel = await startEasel({
    environment: { HEALTH_PORT: healthPort },
    wrapClock: (clock) => ({
      now: () => clock.now() + aheadMs,
      monotonicMs: () => clock.monotonicMs(),
      sleep: (durationMs, signal) => clock.sleep(durationMs, signal),
    }),
  });
});
afterEach(() => easel.close());

const history = async () => textOf(await easel.command(people.member, { channelId: GALLERY, name: 'history' }));
const clockOf = async (): Promise<unknown> => {
  const answer = await fetch(`http://127.0.0.1:${healthPort}/healthz`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { clock: unknown }).clock;
};
const warnings = () => easel.log.filter(({ msg }) => msg.includes('clock differs from Discord’s'));
const pass = (durationMs: number) => {
  const untilMs = easel.clock.now() + durationMs;
  return easel.until(() => easel.clock.now() >= untilMs, { stepMs: 3_600_000, limitMs: 2 * durationMs });
};

it('a start with a clock 100 days ahead deletes nothing, gives up no task, and warns once', async () => {
  await easel.command(people.member, { channelId: GALLERY, name: 'image', options: { prompt: 'a hill' } });
  await easel.idle();
  await pass(DAY_MS);
  expect(await clockOf()).toEqual({ state: 'right', aheadMs: expect.any(Number) });
  expect(warnings()).toEqual([]);
  easel.service.configure({ durations: { 'image-model-a': { queueMs: 0, runMs: 3 * DAY_MS } } });
  await easel.command(people.member, { channelId: GALLERY, name: 'image', options: { prompt: 'a slow lake' } });
  await easel.until(() => easel.service.creates === 2);

  aheadMs = 100 * DAY_MS;
  await easel.restart();
  await pass(DAY_MS / 2);
  expect(warnings()).toMatchObject([{ aheadMs: expect.any(Number) }]);
  expect(await clockOf()).toEqual({ state: 'wrong', aheadMs: expect.any(Number) });
  // No interaction looks too old to answer.
  expect(await history()).toContain('a hill');
  expect(easel.log.filter(({ msg }) => msg.includes('unconfirmed'))).toEqual([]);

  aheadMs = 0;
  await easel.restart();
  const text = await history();
  expect(text).toContain('a hill');
  expect(text).toMatch(/On its way\na slow lake\nIn progress/);
  easel.service.finish(easel.service.tasks()[1]?.taskId ?? '');
  await easel.idle();
  expect(await history()).toMatch(/a slow lake\n-# <t:/);
});
