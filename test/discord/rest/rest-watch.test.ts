import { expect, it } from 'vitest';
import { withOutcomes } from '../../../src/discord/rest/outcome.ts';
import { createRestWatch } from '../../../src/discord/rest/rest-watch.ts';
import { createLog } from '../../../src/log.ts';
import { FakeClock } from '../../support/fake-clock.ts';

it('says once that calls to Discord fail, with the cause, and once that they work again', async () => {
  const clock = new FakeClock();
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const watch = createRestWatch({ clock, log, stop: new AbortController().signal });
  let isCut = true;
  const reset = Object.assign(new Error('the line was cut'), { code: 'ECONNRESET' });
  const { call } = withOutcomes({ call: async () => (isCut ? Promise.reject(reset) : undefined) }, watch.record);
  for (let tries = 0; tries < 2; tries++) await call();
  expect(lines).toEqual([]);
  for (let tries = 0; tries < 8; tries++) await call();
  expect(watch.status()).toEqual({ ok: false, cause: 'the line was cut' });
  await clock.advance(30_000);
  expect(watch.failsForMs()).toBe(30_000);
  isCut = false;
  for (let tries = 0; tries < 2; tries++) await call();
  expect(watch.status()).toEqual({ ok: true });
  expect(watch.failsForMs()).toBeUndefined();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, msg: expect.stringMatching(/^Calls to Discord fail: the line was cut\. /), finding: 'discord.calls' },
    { level: 30, msg: 'calls to Discord work again' },
  ]);
});
