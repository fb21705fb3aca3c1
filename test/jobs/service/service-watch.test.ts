import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createServiceWatch, type ServiceWatch } from '../../../src/jobs/service/service-watch.ts';
import { createLog } from '../../../src/log.ts';
import {
  BadKeyError,
  MalformedError,
  NotServedError,
  NotTheServiceError,
  RateLimitedError,
  RefusedError,
  UnavailableError,
  UnconfirmedError,
  UnreachableError,
} from '../../../src/task-api/errors.ts';
import { Activity } from '../../support/activity.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { passes } from '../../support/job-service.ts';

let clock: FakeClock;
let watch: ServiceWatch;
let probes: number;
let probeError: Error | undefined;
let logLines: string[];

const { signal } = new AbortController();
const pass = (durationMs: number): Promise<void> => passes({ clock, activity: new Activity() }, durationMs);

/** What came of a create. */
const create = (error?: unknown, asked: { memberId?: string; prompt?: string; underWay?: number } = {}): unknown =>
  watch.heardCreate({ memberId: 'ada', prompt: 'a quiet harbour', underWay: 1, ...asked }, error);
/** Creates of several members are lost, until no more are sent. */
const loseAll = (): void => {
  for (const memberId of ['ada', 'ben', 'cleo']) create(new UnconfirmedError(), { memberId });
};
const admit = (memberId = 'ada') => watch.admitCreate(memberId, signal);

beforeEach(() => {
  clock = new FakeClock();
  probes = 0;
  probeError = undefined;
  logLines = [];
  watch = createServiceWatch({
    clock,
    log: createLog('info', { write: (line) => void logLines.push(line) }),
  });
  const stopping = new AbortController();
  const probe = async (): Promise<void> => {
    probes += 1;
    if (probeError) throw probeError;
  };
  const running = watch.run(stopping.signal, probe).catch(() => undefined);
  onTestFinished(async () => {
    stopping.abort(new Error('the test stops'));
    await running;
  });
});

describe('the watch over the service', () => {
  it('asks nothing while the service is well', async () => {
    watch.heard();
    await pass(600_000);
    expect(probes).toBe(0);
    expect(watch.status).toBe('well');
    expect(watch.mayCreate()).toBe(true);
  });

  it('finds out in time that it is well again, also where the time of day is set back meanwhile', async () => {
    probeError = new UnreachableError();
    watch.heard(new UnreachableError());
    await pass(30_000);
    expect(watch.status).toBe('down');
    clock.step(-3_600_000);
    probeError = undefined;
    await pass(20_000);
    expect(watch.status).toBe('well');
  });

  it('makes jobs wait for a bad key, refuses commands, says what to do, and goes on by itself', async () => {
    probeError = new BadKeyError();
    watch.heard(new BadKeyError());
    expect(watch.status).toBe('bad key');
    expect(logLines.join()).toContain('TASK_API_KEY');
    let isWell = false;
    void watch.answering(new AbortController().signal).then(() => {
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

  it.each([new UnavailableError(), new UnreachableError()])(
    'finds out by a probe at once whether the service is down, and holds nothing up meanwhile: %s',
    async (error) => {
      watch.heard(error);
      expect(watch.mayCreate()).toBe(true);
      await pass(0);
      expect([probes, watch.status]).toEqual([1, 'well']);
      probeError = new UnreachableError();
      watch.heard(error);
      await pass(2_000);
      expect([probes, watch.status]).toEqual([2, 'down']);
      expect(watch.mayCreate()).toBe(false);
    },
  );

  it('does not burden an ill service with a probe for every failure', async () => {
    for (let failures = 1; failures <= 100; failures++) {
      watch.heard(new UnavailableError());
      await pass(100);
    }
    expect(probes).toBeLessThanOrEqual(6);
  });

  it('takes a service for down again only when probes that were answered are not', async () => {
    probeError = new UnavailableError({ status: 500 });
    watch.heard(new UnavailableError());
    await pass(0);
    // It may be how this service answers for a task that it does not know.
    expect(watch.status).toBe('unrecognised');
    probeError = undefined;
    watch.heard(new UnavailableError());
    await pass(2_000);
    expect(watch.status).toBe('well');
    probeError = new UnavailableError({ status: 500 });
    watch.heard(new UnavailableError());
    await pass(2_000);
    expect(watch.status).toBe('down');
  });

  it.each([undefined, new RefusedError('no')])('knows the service by what only it says: %s', (answer) => {
    expect(watch.status).toBe('unrecognised');
    watch.heard(answer);
    expect(watch.status).toBe('well');
    expect(watch.lastAnswerAtMs).toBe(clock.monotonicMs());
  });

  it.each([new RateLimitedError(undefined), new MalformedError('odd'), new RefusedError('404', { status: 404 })])(
    'does not know it by what anybody could say: %s',
    (answer) => {
      watch.heard(answer);
      create(answer);
      expect(watch.status).toBe('unrecognised');
      expect(watch.mayCreate()).toBe(true);
      watch.heard(new NotTheServiceError('a page'));
      watch.heard(answer);
      expect(watch.status).toBe('not the service');
    },
  );

  it('learns nothing of the service from a bug, or from being stopped', () => {
    watch.heard(new BadKeyError());
    watch.heard(new Error('a bug'));
    watch.heard(new DOMException('stopped', 'AbortError'));
    expect(watch.status).toBe('bad key');
    expect(watch.lastAnswerAtMs).toBeUndefined();
  });

  it('halves how many creates are sent at once with each loss, and widens it again with each answer', () => {
    const sizes: number[] = [];
    const outcomes = [undefined, 'lost', 'lost', undefined, 'lost', undefined, undefined, undefined] as const;
    for (const [index, outcome] of outcomes.entries()) {
      create(outcome && new UnconfirmedError(), { memberId: `m${index}` });
      sizes.push(watch.createsAtOnce);
    }
    expect(sizes).toEqual([4, 2, 1, 2, 1, 2, 3, 4]);
    expect([watch.status, watch.mayCreate()]).toEqual(['well', true]);
  });

  it('sends as many creates at once as are asked for, where they are answered', () => {
    for (let answers = 1; answers <= 60; answers++) create(undefined, { underWay: watch.createsAtOnce / 2 });
    expect(watch.createsAtOnce).toBe(64);
    // When little is asked for, little can be lost.
    create();
    expect(watch.createsAtOnce).toBe(4);
  });

  it('shuts when the creates of several members are lost, though queries are answered, and says so', async () => {
    create();
    loseAll();
    await pass(10_000);
    watch.heard();
    expect([watch.status, watch.mayCreate(), watch.isAnswering]).toEqual(['creates fail', false, true]);
    expect(logLines.join()).toContain('new requests are refused');
    create(new RefusedError('no'));
    expect([watch.status, watch.mayCreate(), watch.createsAtOnce]).toEqual(['well', true, 1]);
  });

  it('shuts to one member whose creates alone are lost, until one of theirs or of others is answered', async () => {
    create();
    for (let losses = 1; losses <= 3; losses++) create(new UnconfirmedError(), { memberId: 'troll' });
    expect([watch.status, watch.mayCreate(), watch.createsAtOnce]).toEqual(['well', true, 1]);
    expect([watch.mayCreate('troll'), watch.mayCreate('ben')]).toEqual([false, true]);
    expect(await admit('troll')).toBeInstanceOf(UnreachableError);
    expect(await admit('ben')).toBeUndefined();
    create(undefined, { memberId: 'ben' });
    expect(watch.mayCreate('troll')).toBe(true);
  });

  it('shuts to everyone when the next member loses a create as well', () => {
    for (let losses = 1; losses <= 3; losses++) create(new UnconfirmedError(), { memberId: 'ada' });
    create(new UnconfirmedError(), { memberId: 'ben' });
    expect([watch.status, watch.mayCreate('cleo')]).toEqual(['creates fail', false]);
  });

  it('is neither widened nor shut by a service that asks for fewer requests', () => {
    loseAll();
    create(new RateLimitedError(undefined));
    expect(watch.status).toBe('creates fail');
  });

  it('admits one create as a trial, and after each that is lost the next one later', async () => {
    loseAll();
    const trials: number[] = [];
    const startedMs = clock.now();
    for (let minute = 0; minute < 60; minute += 0.5) {
      await pass(30_000);
      expect([watch.mayCreate(), watch.mayCreate()]).toEqual([watch.mayCreate(), watch.mayCreate()]);
      if (!watch.mayCreate()) continue;
      expect(await admit()).toBeUndefined();
      expect([watch.mayCreate(), watch.createsAtOnce]).toEqual([false, 1]);
      create(new UnconfirmedError());
      trials.push((clock.now() - startedMs) / 60_000);
    }
    expect(trials).toEqual([0.5, 1.5, 3.5, 7.5, 15.5, 25.5, 35.5, 45.5, 55.5]);
  });

  it('forgets what was lost before an outage', async () => {
    loseAll();
    await pass(2_000);
    probeError = new UnreachableError();
    watch.heard(new UnreachableError());
    await pass(2_000);
    expect(watch.status).toBe('down');
    probeError = undefined;
    await pass(10_000);
    expect([watch.status, watch.mayCreate(), watch.createsAtOnce]).toEqual(['well', true, 1]);
  });

  it('leaves it to the probe where that tells, but for one create in ten minutes', async () => {
    await pass(0);
    watch.heard(new UnavailableError());
    await pass(0);
    probeError = new UnavailableError({ status: 500 });
    create(new UnconfirmedError());
    await pass(2_000);
    expect(watch.status).toBe('down');
    await pass(590_000);
    expect(watch.mayCreate()).toBe(false);
    await pass(10_000);
    expect(watch.mayCreate()).toBe(true);
    probeError = undefined;
    await pass(10_000);
    expect(watch.status).toBe('well');
  });

  it('lets what waits to be sent sit out a short outage', async () => {
    probeError = new UnreachableError();
    watch.heard(new UnreachableError());
    await pass(0);
    const admitted = Promise.all([admit(), admit()]);
    await pass(20_000);
    probeError = undefined;
    await pass(10_000);
    expect(await admitted).toEqual([undefined, undefined]);
  });

  it('gives up what waits to be sent in a longer one, all but its trial', async () => {
    loseAll();
    const outcomes = Promise.all([admit(), admit(), admit()]);
    await pass(30_000);
    create(new UnconfirmedError());
    await pass(30_000);
    expect(await outcomes).toEqual([undefined, expect.any(UnreachableError), expect.any(UnreachableError)]);
  });

  it.each([new BadKeyError(), new NotTheServiceError('a page')])(
    'gives up at once what waits to be sent where waiting is no use: %s',
    async (error) => {
      probeError = error;
      watch.heard(error);
      expect(await admit()).toBeInstanceOf(error.constructor);
    },
  );

  it('refuses requests while the service refuses everybody, tells the operator why, and finds out by a trial that it is over', async () => {
    create(new NotServedError('insufficient credits for a harbour, see https://pay.example/x'));
    expect([watch.status, watch.mayCreate(), watch.isAnswering]).toEqual(['refuses requests', false, true]);
    expect(watch.refusal).toBe('insufficient credits for a …, see [address]');
    expect(logLines.join()).toContain('insufficient credits for a …, see [address]');
    watch.heard();
    await pass(10_000);
    expect(watch.status).toBe('refuses requests');
    expect(await admit()).toBeInstanceOf(NotServedError);
    await pass(20_000);
    expect(watch.mayCreate()).toBe(true);
    expect(await admit()).toBeUndefined();
    expect(watch.mayCreate()).toBe(false);
    create();
    expect([watch.status, watch.mayCreate(), watch.refusal]).toEqual(['well', true, undefined]);
  });

  it('takes the same refusal for everybody in a row for one that is not about them', () => {
    const refuse = (index: number) =>
      create(new RefusedError('not today'), { memberId: `m${index % 2}`, prompt: `prompt ${index}` });
    for (let index = 1; index <= 4; index++) expect(refuse(index)).toBeInstanceOf(RefusedError);
    expect(watch.mayCreate()).toBe(true);
    expect(refuse(5)).toBeInstanceOf(NotServedError);
    expect([watch.status, watch.refusal, watch.mayCreate()]).toEqual(['refuses requests', 'not today', false]);
  });

  it('says once and loudly that somebody else answers, and goes on by itself when the service does', async () => {
    probeError = new NotTheServiceError('a redirect (HTTP 301)');
    watch.check();
    await pass(3_600_000);
    expect([watch.status, watch.mayCreate(), watch.isAnswering]).toEqual(['not the service', true, false]);
    const loud = logLines.filter((line) => line.includes('TASK_API_URL'));
    expect(loud).toHaveLength(1);
    expect(loud[0]).toContain('HTTP 301');
    probeError = undefined;
    await pass(10_000);
    expect(watch.status).toBe('well');
  });

  it('probes every ten seconds while it is not well, one at a time', async () => {
    probeError = new UnavailableError();
    watch.heard(new UnreachableError());
    await pass(60_000);
    expect(probes).toBe(7);
  });

  it('stops waiting when it is told to', async () => {
    watch.heard(new NotTheServiceError('a page'));
    loseAll();
    const stopping = new AbortController();
    const waiting = watch.answering(stopping.signal);
    stopping.abort(new Error('the end'));
    await expect(waiting).rejects.toThrow('the end');
    await expect(watch.admitCreate('ada', stopping.signal)).rejects.toThrow('the end');
  });
});
