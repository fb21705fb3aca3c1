import { describe, expect, it } from 'vitest';
import { createLog } from '../../src/log.ts';
import { closeInTime, endedInTime, STOP_WITHIN_MS } from '../../src/time/stopping.ts';
import { Activity } from '../support/activity.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { passes } from '../support/job-service.ts';

const CREATE_WITHIN_MS = 60_000;

/** A stop with everything that it depends on. */
function beginStop(creates: number) {
  const clock = new FakeClock();
  const closing = Promise.withResolvers<void>();
  const logLines: string[] = [];
  const stop = {
    creates,
    inTime: undefined as boolean | undefined,
    logLines,
    close: closing.resolve,
    passes: (durationMs: number) => passes({ clock, activity: new Activity() }, durationMs),
  };
  void endedInTime({
    clock,
    log: createLog('info', { write: (line) => void logLines.push(line) }),
    closing: closing.promise,
    creating: () => stop.creates,
    createWithinMs: CREATE_WITHIN_MS,
  }).then((inTime) => {
    stop.inTime = inTime;
  });
  return stop;
}

describe('a stop', () => {
  it('ends as soon as everything has stopped', async () => {
    const stop = beginStop(3);
    await stop.passes(1_000);
    expect(stop.inTime).toBeUndefined();
    stop.close();
    await stop.passes(0);
    expect(stop.inTime).toBe(true);
  });

  it('leaves work that takes longer to the next start', async () => {
    const stop = beginStop(0);
    await stop.passes(STOP_WITHIN_MS);
    expect(stop.inTime).toBe(false);
  });

  it('waits for creates that were sent, and then until their answers are written down', async () => {
    const stop = beginStop(2);
    await stop.passes(50_000);
    expect(stop.inTime).toBeUndefined();
    expect(stop.logLines.join()).toContain('waiting for them');
    stop.creates = 0;
    await stop.passes(STOP_WITHIN_MS - 1_000);
    expect(stop.inTime).toBeUndefined();
    stop.close();
    await stop.passes(0);
    expect(stop.inTime).toBe(true);
  });

  it('waits no longer for a create than it may take', async () => {
    const stop = beginStop(1);
    await stop.passes(CREATE_WITHIN_MS + STOP_WITHIN_MS - 1_000);
    expect(stop.inTime).toBeUndefined();
    await stop.passes(2_000);
    expect(stop.inTime).toBe(false);
  });

  it('closes the store even if something opened after it never ends, and says so', async () => {
    const [clock, closed, lines]: [FakeClock, string[], string[]] = [new FakeClock(), [], []];
    const close = (name: string) => async () => void closed.push(name);
    const closing = {
      opened: [close('store'), () => new Promise(() => undefined), close('Discord')],
      creating: () => 0,
    };
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const ended = closeInTime(
      { ...closing, closeStore: close('store') },
      { clock, log, createWithinMs: CREATE_WITHIN_MS },
    );
    await passes({ clock, activity: new Activity() }, STOP_WITHIN_MS);
    await ended;
    expect(closed).toEqual(['Discord', 'store']);
    expect(lines).toHaveLength(1);
  });
});
