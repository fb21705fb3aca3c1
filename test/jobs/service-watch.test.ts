import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createServiceWatch, type ServiceWatch } from '../../src/jobs/service-watch.ts';
import { createLog } from '../../src/log.ts';
import {
  BadKeyError,
  MalformedError,
  RateLimitedError,
  RefusedError,
  UnavailableError,
  UnconfirmedError,
  UnreachableError,
} from '../../src/task-api/errors.ts';
import { Activity } from '../support/activity.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { passes } from '../support/job-service.ts';

let clock: FakeClock;
let watch: ServiceWatch;
let probes: number;
let probeError: Error | undefined;
let logLines: string[];

const pass = (durationMs: number): Promise<void> => passes({ clock, activity: new Activity() }, durationMs);

beforeEach(() => {
  clock = new FakeClock();
  probes = 0;
  probeError = undefined;
  logLines = [];
  watch = createServiceWatch({
    clock,
    log: createLog('info', { write: (line) => void logLines.push(line) }),
    probe: async () => {
      probes += 1;
      if (probeError) throw probeError;
    },
  });
  const stopping = new AbortController();
  const running = watch.run(stopping.signal).catch(() => undefined);
  onTestFinished(async () => {
    stopping.abort(new Error('the test stops'));
    await running;
  });
});

describe('the watch over the service', () => {
  it('asks nothing while the service is well', async () => {
    await pass(600_000);
    expect(probes).toBe(0);
    expect(watch.status).toBe('well');
    expect(watch.mayCreate()).toBe(true);
  });

  it('makes jobs wait for a bad key, refuses commands, says what to do, and goes on by itself', async () => {
    probeError = new BadKeyError();
    watch.heard(new BadKeyError());
    expect(watch.status).toBe('bad key');
    expect(logLines.join()).toContain('TASK_API_KEY');
    let isWell = false;
    void watch.well(new AbortController().signal).then(() => {
      isWell = true;
    });
    await pass(3_600_000);
    expect(isWell).toBe(false);
    expect(watch.mayCreate()).toBe(false);
    probeError = undefined;
    await pass(10_000);
    expect(watch.status).toBe('well');
    expect(isWell).toBe(true);
    expect(watch.mayCreate()).toBe(true);
  });

  it('is down as soon as no connection can be made', () => {
    watch.heard(new UnreachableError());
    expect(watch.status).toBe('down');
  });

  it.each([new UnavailableError(), new UnconfirmedError()])('is down after five in a row of: %s', (error) => {
    for (let failures = 1; failures <= 4; failures++) watch.heard(error);
    expect(watch.status).toBe('well');
    watch.heard(error);
    expect(watch.status).toBe('down');
  });

  it.each([undefined, new RefusedError('no'), new RateLimitedError(undefined), new MalformedError('odd')])(
    'counts from the beginning after anything that a service which is there says: %s',
    (answer) => {
      for (let failures = 1; failures <= 4; failures++) watch.heard(new UnavailableError());
      watch.heard(answer);
      expect(watch.lastAnswerAtMs).toBe(clock.now());
      for (let failures = 1; failures <= 4; failures++) watch.heard(new UnavailableError());
      expect(watch.status).toBe('well');
    },
  );

  it('learns nothing of the service from a bug, or from being stopped', () => {
    watch.heard(new BadKeyError());
    watch.heard(new Error('a bug'));
    watch.heard(new DOMException('stopped', 'AbortError'));
    expect(watch.status).toBe('bad key');
    expect(watch.lastAnswerAtMs).toBeUndefined();
  });

  it('lets one command a minute try while the service is down', async () => {
    probeError = new UnreachableError();
    watch.heard(new UnreachableError());
    expect(watch.mayCreate()).toBe(false);
    await pass(60_000);
    expect([watch.mayCreate(), watch.mayCreate()]).toEqual([true, false]);
    await pass(59_000);
    expect(watch.mayCreate()).toBe(false);
    await pass(1_000);
    expect(watch.mayCreate()).toBe(true);
  });

  it('probes every ten seconds while it is not well, one at a time', async () => {
    probeError = new UnavailableError();
    watch.heard(new UnreachableError());
    await pass(60_000);
    expect(probes).toBe(6);
  });

  it('stops waiting when it is told to', async () => {
    watch.heard(new UnreachableError());
    const stopping = new AbortController();
    const waiting = watch.well(stopping.signal);
    stopping.abort(new Error('the end'));
    await expect(waiting).rejects.toThrow('the end');
  });
});
