import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Listeners } from '../../../src/sandbox/listeners.ts';
import { keepState, readKept } from '../../../src/sandbox/playground/kept-state.ts';

test('saves a changed state at the next interval, and once more after a save that failed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const folder = await mkdtemp(join(tmpdir(), 'easel-kept-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const changes = new Listeners<void>();
  const listen = (onChange: () => void): (() => void) => changes.listen(onChange);
  const snapshot = vi.fn(() => ({}));
  snapshot.mockImplementationOnce(() => {
    throw new Error('the disk is full');
  });
  const sandboxes = { discord: { listen, snapshot }, service: { listen, snapshot: () => ({}) } };
  const stop = keepState(folder, sandboxes, () => ({ clockOffsetMs: 5, isPrepared: true }));
  const nextInterval = async (): Promise<void> => {
    vi.advanceTimersByTime(2000);
    await nextTurn();
  };

  await nextInterval();
  expect(snapshot).toHaveBeenCalledTimes(0);
  changes.emit();
  await nextInterval();
  expect(snapshot).toHaveBeenCalledTimes(1);
  await nextInterval();
  expect(snapshot).toHaveBeenCalledTimes(2);
  await nextInterval();
  expect(snapshot).toHaveBeenCalledTimes(2);
  await stop();
  expect(await readKept(folder)).toMatchObject({ clockOffsetMs: 5 });
});
