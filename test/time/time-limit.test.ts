import { stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { TimeoutError, withinLimit } from '../../src/time/time-limit.ts';

/** Keeps this thread busy. */
const block = (durationMs: number): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, durationMs);

it('an answer that came while the process was busy counts', async () => {
  // Node looks at its timers next, and then at what came.
  await nextTurn();
  const answer = withinLimit(20, undefined, () => stat('.'));
  block(200);
  expect((await answer).isDirectory()).toBe(true);
});

it('work without an answer is given up, and its signal aborts', async () => {
  let given: AbortSignal | undefined;
  const working = withinLimit(1, undefined, (signal) => {
    given = signal;
    return new Promise(() => undefined);
  });
  await expect(working).rejects.toThrow(TimeoutError);
  expect(given?.reason).toBeInstanceOf(TimeoutError);
});
