import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';

const CLOCK = pathToFileURL(join(import.meta.dirname, '..', '..', 'src', 'sandbox', 'bot-clock.ts')).href;
const YEAR_MS = 365 * 24 * 3_600_000;
const HOUR_MS = 3_600_000;
const reported = z.tuple([z.number(), z.number(), z.boolean(), z.number()]);

/**
 * Keeps running and answers each message with its current time, in two ways, and with the time of a given day. Reports
 * timers of an hour: the first clears the second, and the third is later.
 */
const PROGRAM = `setInterval(() => {}, 1000);
  process.on('message', () =>
    process.send([Date.now(), +new Date(), new Date() instanceof Date, +new Date('2020-02-20')]));
  setTimeout((name) => { clearTimeout(second); process.send(name); }, ${HOUR_MS}, 'first');
  const second = setTimeout(() => process.send('second'), ${HOUR_MS} + 1);
  setTimeout(() => process.send('third'), 2 * ${HOUR_MS});`;

it('is ahead by the given offset at the start and later, and lets timers pass in leaps only', async () => {
  const child = spawn(process.execPath, ['--import', CLOCK, '-e', PROGRAM], {
    env: { ...process.env, SANDBOX_CLOCK_OFFSET_MS: String(YEAR_MS) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  for (const [message, offsetMs] of [
    ['ask', YEAR_MS],
    [{ clockOffsetMs: 2 * YEAR_MS }, 2 * YEAR_MS],
  ] as const) {
    const beforeMs = Date.now();
    const answer = once(child, 'message');
    child.send(message);
    const [now, made, isDate, day] = reported.parse((await answer)[0]);
    const afterMs = Date.now();
    for (const one of [now, made]) {
      expect(one).toBeGreaterThanOrEqual(beforeMs + offsetMs);
      expect(one).toBeLessThanOrEqual(afterMs + offsetMs);
    }
    expect([isDate, day]).toEqual([true, Date.UTC(2020, 1, 20)]);
  }

  const said: unknown[] = [];
  const leaped = Promise.withResolvers<void>();
  child.on('message', (message) => {
    if (!Array.isArray(message)) said.push(message);
    if (typeof message === 'object' && message !== null && 'leapedMs' in message) leaped.resolve();
  });
  // The program's own listener answers as well.
  child.send({ leapMs: 1.5 * HOUR_MS });
  await leaped.promise;
  expect(said).toEqual(['first', { leapedMs: 1.5 * HOUR_MS }]);
});
