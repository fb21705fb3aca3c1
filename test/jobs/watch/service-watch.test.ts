import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createServiceWatch, type ServiceWatch } from '../../../src/jobs/watch/service-watch.ts';
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

const pass = (durationMs: number): Promise<void> => passes({ clock, activity: new Activity() }, durationMs);

/** A member of a server of their own, if none is named. */
const of = (memberId: string, guildId = `server of ${memberId}`) => ({ guildId, memberId });
/** The outcome of a create. */
const create = (
  error?: unknown,
  { from = of('ada'), ...asked }: { from?: ReturnType<typeof of>; prompt?: string; underWay?: number } = {},
): unknown => watch.recordCreate({ ...from, prompt: 'a quiet harbour', underWay: 1, ...asked }, error);
const lose = (...from: ReturnType<typeof of>[]): void => {
  for (const one of from) create(new UnconfirmedError(), { from: one });
};
/** Loses creates of members of several servers until none are sent. */
const loseAll = (): void => lose(of('ada'), of('ben'), of('cleo'), of('dan'));
const claim = (memberId = 'eve') => watch.claimCreate(of(memberId));

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
  it('sends no probes while the service is well', async () => {
    watch.recordQuery();
    await pass(600_000);
    expect(probes).toBe(0);
    expect(watch.status).toBe('well');
    expect(watch.mayCreate()).toBe('now');
  });

  it('notices in time that the service is well again, even if the time of day is set back', async () => {
    probeError = new UnreachableError();
    watch.recordQuery(new UnreachableError());
    await pass(30_000);
    expect(watch.status).toBe('down');
    clock.step(-3_600_000);
    probeError = undefined;
    await pass(20_000);
    expect(watch.status).toBe('well');
  });

  it('with a bad key makes jobs wait, refuses commands, logs what to do, and continues by itself', async () => {
    probeError = new BadKeyError();
    watch.recordQuery(new BadKeyError());
    expect(watch.status).toBe('bad key');
    expect(logLines.join()).toContain('TASK_API_KEY');
    let isWell = false;
    void watch.untilAnswering(new AbortController().signal).then(() => {
      isWell = true;
    });
    await pass(3_600_000);
    expect(isWell).toBe(false);
    expect(watch.mayCreate()).toBe('no');
    probeError = undefined;
    await pass(10_000);
    expect(watch.status).toBe('well');
    expect(isWell).toBe(true);
    expect(watch.mayCreate()).toBe('now');
  });

  it.each([new UnavailableError(), new UnreachableError()])(
    'probes at once whether the service is down, and holds nothing up meanwhile: %s',
    async (error) => {
      watch.recordQuery(error);
      expect(watch.mayCreate()).toBe('now');
      await pass(0);
      expect([probes, watch.status]).toEqual([1, 'well']);
      probeError = new UnreachableError();
      watch.recordQuery(error);
      await pass(2_000);
      expect([probes, watch.status]).toEqual([2, 'down']);
      expect(watch.mayCreate()).toBe('no');
    },
  );

  it('doesn’t probe for every failure', async () => {
    for (let failures = 1; failures <= 100; failures++) {
      watch.recordQuery(new UnavailableError());
      await pass(100);
    }
    expect(probes).toBeLessThanOrEqual(6);
  });

  it('counts a service as down if probes that were answered before fail', async () => {
    probeError = new UnavailableError({ status: 500 });
    watch.recordQuery(new UnavailableError());
    await pass(0);
    // This may be the service's answer for an unknown task.
    expect(watch.status).toBe('unrecognised');
    probeError = undefined;
    watch.recordQuery(new UnavailableError());
    await pass(2_000);
    expect(watch.status).toBe('well');
    probeError = new UnavailableError({ status: 500 });
    watch.recordQuery(new UnavailableError());
    await pass(2_000);
    expect(watch.status).toBe('down');
  });

  it.each([undefined, new RefusedError('no')])(
    'recognises the service by an answer that only it gives: %s',
    (answer) => {
      expect(watch.status).toBe('unrecognised');
      watch.recordQuery(answer);
      expect(watch.status).toBe('well');
      expect(watch.lastAnswerAtMs).toBe(clock.monotonicMs());
    },
  );

  it.each([new RateLimitedError(undefined), new MalformedError('odd'), new RefusedError('404', { status: 404 })])(
    'doesn’t recognise it by an answer that any server could give: %s',
    (answer) => {
      watch.recordQuery(answer);
      create(answer);
      expect(watch.status).toBe('unrecognised');
      expect(watch.mayCreate()).toBe('now');
      watch.recordQuery(new NotTheServiceError('a page'));
      watch.recordQuery(answer);
      expect(watch.status).toBe('not the service');
    },
  );

  it('learns nothing about the service from a bug or a stop', () => {
    watch.recordQuery(new BadKeyError());
    watch.recordQuery(new Error('a bug'));
    watch.recordQuery(new DOMException('stopped', 'AbortError'));
    expect(watch.status).toBe('bad key');
    expect(watch.lastAnswerAtMs).toBeUndefined();
  });

  it('halves the number of creates at once with each loss, but not below one, and raises it with each answer', () => {
    const sizes: number[] = [];
    const outcomes = [undefined, 'lost', 'lost', 'lost', undefined, 'lost', undefined, undefined, undefined] as const;
    for (const [index, outcome] of outcomes.entries()) {
      create(outcome && new UnconfirmedError(), { from: of(`m${index}`) });
      sizes.push(watch.createsAtOnce);
    }
    expect(sizes).toEqual([4, 2, 1, 1, 2, 1, 2, 3, 4]);
    expect([watch.status, watch.mayCreate()]).toEqual(['well', 'now']);
  });

  it('sends as many creates at once as needed while they are answered', () => {
    for (let answers = 1; answers <= 60; answers++) create(undefined, { underWay: watch.createsAtOnce / 2 });
    expect(watch.createsAtOnce).toBe(64);
    // With few creates, few can be lost.
    create();
    expect(watch.createsAtOnce).toBe(4);
  });

  it('shuts if creates of several servers are lost in a row while queries are answered, and logs it', async () => {
    create();
    loseAll();
    expect(watch.status).toBe('well');
    lose(of('eli'));
    expect([watch.status, watch.mayCreate()]).toEqual(['creates fail', 'soon']);
    await pass(15_000);
    expect([claim(), watch.mayCreate()]).toEqual(['now', 'soon']);
    lose(of('eve'));
    watch.recordQuery();
    expect([watch.status, watch.mayCreate(), watch.isAnswering]).toEqual(['creates fail', 'no', true]);
    expect(logLines.join()).toContain('"finding":"service.creates"');
    create(new RefusedError('no'), { from: of('fay') });
    expect([watch.status, watch.mayCreate()]).toEqual(['well', 'now']);
  });

  it('sends creates of a member with losses one at a time, and after many hardly any', async () => {
    lose(of('troll'));
    for (let losses = 2; losses <= 4; losses++) {
      expect([claim('troll'), claim('troll')]).toEqual(['now', 'soon']);
      lose(of('troll'));
    }
    expect([claim('troll'), claim('ben'), claim('ben')]).toEqual(['soon', 'now', 'now']);
    create(undefined, { from: of('ben') });
    await pass(15_000);
    expect(claim('troll')).toBe('now');
    lose(of('troll'));
    expect([watch.mayCreate(of('troll')), claim('troll')]).toEqual(['no', expect.any(UnreachableError)]);
    expect([watch.status, claim('ben')]).toEqual(['well', 'now']);
    await pass(60_000);
    expect(claim('troll')).toBe('now');
    create(undefined, { from: of('troll') });
    expect([claim('troll'), claim('troll')]).toEqual(['now', 'now']);
  });

  it('isn’t shut by members of one server, except for that server', () => {
    const members = ['a', 'b', 'c', 'd', 'e'].map((name) => of(name, 'theirs'));
    for (let rounds = 1; rounds <= 4; rounds++) lose(...members);
    expect(watch.createsAtOnce).toBe(2);
    expect([watch.mayCreate(), watch.mayCreate(of('f', 'theirs'))]).toEqual(['now', 'soon']);
  });

  it('isn’t shut again by the losses of those who shut it', async () => {
    loseAll();
    await pass(15_000);
    expect([watch.mayCreate(of('ada')), claim()]).toEqual(['soon', 'now']);
    create(undefined, { from: of('eve') });
    for (let rounds = 1; rounds <= 4; rounds++) loseAll();
    expect([watch.status, watch.mayCreate()]).toEqual(['well', 'now']);
  });

  it('isn’t changed by a rate limit', () => {
    loseAll();
    create(new RateLimitedError(undefined));
    expect(watch.status).toBe('creates fail');
  });

  it('sends one create as a trial, and waits longer after each lost one', async () => {
    loseAll();
    const trials: number[] = [];
    const startedMs = clock.now();
    for (let number = 1; clock.now() < startedMs + 3_600_000; number++) {
      await pass(15_000);
      const member = `member${number}`;
      if (claim(member) !== 'now') continue;
      expect(claim('another')).not.toBe('now');
      lose(of(member));
      trials.push((clock.now() - startedMs) / 60_000);
    }
    expect(trials).toEqual([0.25, 1.25, 5.25, 15.25, 25.25, 35.25, 45.25, 55.25]);
  });

  it('lets a member with losses send the trial if no one else does', async () => {
    loseAll();
    await pass(15_000);
    expect(watch.mayCreate(of('ada'))).toBe('soon');
    await pass(15_000);
    expect(claim('ada')).toBe('now');
  });

  it('forgets losses from before an outage', async () => {
    loseAll();
    await pass(2_000);
    probeError = new UnreachableError();
    watch.recordQuery(new UnreachableError());
    await pass(2_000);
    expect(watch.status).toBe('down');
    probeError = undefined;
    await pass(10_000);
    expect([watch.status, watch.mayCreate(), watch.createsAtOnce]).toEqual(['well', 'now', 1]);
    expect([claim('ada'), claim('ada')]).toEqual(['now', 'now']);
  });
  it('relies on probes if they tell, except for one create in ten minutes', async () => {
    await pass(0);
    watch.recordQuery(new UnavailableError());
    await pass(0);
    probeError = new UnavailableError({ status: 500 });
    create(new UnconfirmedError());
    await pass(2_000);
    expect(watch.status).toBe('down');
    await pass(590_000);
    expect(watch.mayCreate()).toBe('no');
    await pass(10_000);
    expect(watch.mayCreate()).toBe('now');
    probeError = undefined;
    await pass(10_000);
    expect(watch.status).toBe('well');
  });

  it('lets held creates sit out a short outage, and gives them up in a longer one', async () => {
    probeError = new UnreachableError();
    watch.recordQuery(new UnreachableError());
    await pass(10_000);
    expect([watch.mayCreate(of('eve')), claim()]).toEqual(['no', 'soon']);
    await pass(50_000);
    // The trial of an outage that probes don't notice.
    expect([claim(), claim()]).toEqual(['now', expect.any(UnreachableError)]);
    probeError = undefined;
    await pass(10_000);
    expect([claim(), claim()]).toEqual(['now', 'now']);
  });

  it.each([new BadKeyError(), new NotTheServiceError('a page')])(
    'gives up held creates at once if waiting is no use: %s',
    (error) => {
      probeError = error;
      watch.recordQuery(error);
      expect(claim()).toBeInstanceOf(error.constructor);
    },
  );

  it('refuses requests while the service refuses everyone, tells the operator why, and notices the end by a trial', async () => {
    create(new NotServedError('insufficient credits for a harbour, see https://pay.example/x'));
    expect([watch.status, watch.mayCreate(), watch.isAnswering]).toEqual(['refuses requests', 'no', true]);
    expect(watch.refusal).toBe('insufficient credits for a …, see [address]');
    expect(logLines.join()).toContain('insufficient credits for a …, see [address]');
    watch.recordQuery();
    await pass(10_000);
    expect(watch.status).toBe('refuses requests');
    expect(claim()).toBeInstanceOf(NotServedError);
    await pass(5_000);
    expect(watch.mayCreate()).toBe('now');
    expect(claim()).toBe('now');
    expect(watch.mayCreate()).toBe('no');
    create();
    expect([watch.status, watch.mayCreate(), watch.refusal]).toEqual(['well', 'now', undefined]);
  });

  it('understands a refusal that everyone gets as the service’s own trouble', () => {
    const refuse = (index: number) =>
      create(new RefusedError('not today'), { from: of(`m${index % 2}`), prompt: `prompt ${index}` });
    for (let index = 1; index <= 4; index++) expect(refuse(index)).toBeInstanceOf(RefusedError);
    expect(watch.mayCreate()).toBe('now');
    expect(refuse(5)).toBeInstanceOf(NotServedError);
    expect([watch.status, watch.refusal, watch.mayCreate()]).toEqual(['refuses requests', 'not today', 'no']);
  });

  it('logs an error once if another server answers, and continues by itself once the service does', async () => {
    probeError = new NotTheServiceError('a redirect (HTTP 301)');
    watch.check();
    await pass(3_600_000);
    expect([watch.status, watch.mayCreate(), watch.isAnswering]).toEqual(['not the service', 'now', false]);
    const loud = logLines.filter((line) => line.includes('TASK_API_URL'));
    expect(loud).toHaveLength(1);
    expect(loud[0]).toContain('HTTP 301');
    probeError = undefined;
    await pass(10_000);
    expect(watch.status).toBe('well');
  });

  it('probes every ten seconds while the service isn’t well, one at a time', async () => {
    probeError = new UnavailableError();
    watch.recordQuery(new UnreachableError());
    await pass(60_000);
    expect(probes).toBe(7);
  });

  it('stops waiting if the signal aborts', async () => {
    watch.recordQuery(new NotTheServiceError('a page'));
    loseAll();
    const stopping = new AbortController();
    const waiting = watch.untilAnswering(stopping.signal);
    stopping.abort(new Error('the end'));
    await expect(waiting).rejects.toThrow('the end');
  });
});
