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
): void => watch.recordCreate({ ...from, prompt: 'a quiet harbour', underWay: 1, ...asked }, error);
const lose = (...from: ReturnType<typeof of>[]): void => {
  for (const one of from) create(new UnconfirmedError(), { from: one });
};
const claim = (memberId = 'eve') => watch.claimCreate(of(memberId));
/** The next probes, and a call that makes them at once. */
const probesSay = async (error?: Error, waitMs = 2_000): Promise<void> => {
  probeError = error;
  watch.check();
  await pass(waitMs);
};

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

describe('what answers at the address', () => {
  it('isn’t asked while calls are answered', async () => {
    watch.recordQuery();
    await pass(600_000);
    expect([probes, watch.status, watch.mayCreate()]).toEqual([0, 'well', 'now']);
  });

  it.each([
    ['bad key', new BadKeyError()],
    ['not the service', new NotTheServiceError('a page')],
    ['down', new UnreachableError()],
    ['down', new UnavailableError({ status: 502 })],
    ['down', new UnavailableError()],
  ])('is named by a probe alone, not by one call: %s', async (status, error) => {
    await probesSay();
    watch.recordQuery(error);
    create(error);
    await pass(2_000);
    expect([watch.status, watch.mayCreate()]).toEqual(['well', 'now']);
    watch.recordQuery(error);
    await probesSay(error);
    expect([watch.status, watch.mayCreate(), watch.isAnswering]).toEqual([status, 'no', false]);
    await probesSay(undefined, 10_000);
    expect([watch.status, watch.mayCreate(), watch.isAnswering]).toEqual(['well', 'now', true]);
  });

  it.each([500, 501, 502, 503, 504, 599])(
    'is down from the start if it answers %i, and loses one trial at most',
    async (status) => {
      const isGateway = [502, 503, 504].includes(status);
      await probesSay(new UnavailableError({ status }));
      expect([watch.status, watch.mayCreate()]).toEqual(['down', 'no']);
      await pass(15_000);
      let lost = 0;
      for (let second = 0; second < 300; second++) {
        if (claim(`member${second}`) === 'now') {
          lost += 1;
          lose(of(`member${second}`));
        }
        await pass(1_000);
      }
      expect([watch.status, lost]).toEqual(['down', isGateway ? 0 : 1]);
      expect(logLines.filter((line) => line.includes('"finding":"service.down"'))).toHaveLength(1);
    },
  );

  it('counts as the service if it answers creates, whatever it says about a task that it doesn’t know', async () => {
    await probesSay(new UnavailableError({ status: 500 }), 16_000);
    expect(claim()).toBe('now');
    create();
    expect([watch.status, claim()]).toEqual(['well', 'now']);
    // Without a failure since then, the same answer changes nothing.
    await probesSay(new UnavailableError({ status: 500 }));
    expect(watch.status).toBe('well');
    lose(of('ada'));
    await pass(2_000);
    expect(watch.status).toBe('down');
  });

  it('isn’t a stranger because one prompt provokes a 404, once it was recognised', async () => {
    const bare = new MalformedError('HTTP 404');
    await probesSay(bare);
    expect(watch.status).toBe('unrecognised');
    create();
    create(new NotTheServiceError('HTTP 404'));
    await probesSay(bare);
    expect([watch.status, watch.mayCreate()]).toEqual(['well', 'now']);
  });

  it('is a stranger if it answers a create and a probe with a bare 404, and never as the service', async () => {
    create(new NotTheServiceError('HTTP 404'));
    await probesSay(new MalformedError('HTTP 404'));
    expect([watch.status, watch.mayCreate()]).toEqual(['not the service', 'no']);
    expect(logLines.join()).toContain('TASK_API_URL');
  });

  it.each([undefined, new RefusedError('no')])(
    'is recognised by an answer that only the service gives: %s',
    (answer) => {
      expect(watch.status).toBe('unrecognised');
      watch.recordQuery(answer);
      expect([watch.status, watch.lastAnswerAtMs]).toEqual(['well', clock.monotonicMs()]);
    },
  );

  it.each([new MalformedError('odd'), new RefusedError('404', { status: 404 })])(
    'isn’t recognised by an answer that any server could give: %s',
    async (answer) => {
      watch.recordQuery(answer);
      create(answer);
      expect([watch.status, watch.mayCreate()]).toEqual(['unrecognised', 'now']);
    },
  );

  it('isn’t there because an old connection still answers', async () => {
    await probesSay(new UnreachableError());
    watch.recordQuery();
    expect(watch.status).toBe('down');
  });

  it('is asked every ten seconds while it isn’t there, and in doubt at most every two', async () => {
    await probesSay(new UnreachableError(), 60_000);
    expect(probes).toBe(7);
    await probesSay();
    probes = 0;
    for (let failures = 1; failures <= 100; failures++) {
      watch.recordQuery(new UnavailableError());
      await pass(100);
    }
    expect(probes).toBeLessThanOrEqual(6);
  });

  it('makes jobs wait, logs what to do once, and continues by itself, even if the time of day is set back', async () => {
    let isWell = false;
    await probesSay(new BadKeyError());
    void watch.untilAnswering(new AbortController().signal).then(() => {
      isWell = true;
    });
    await pass(3_600_000);
    expect([isWell, logLines.filter((line) => line.includes('TASK_API_KEY')).length]).toEqual([false, 1]);
    clock.step(-3_600_000);
    probeError = undefined;
    await pass(20_000);
    expect([isWell, watch.status]).toEqual([true, 'well']);
  });

  it('isn’t judged by a bug or a stop', async () => {
    await probesSay(new BadKeyError());
    watch.recordQuery(new Error('a bug'));
    watch.recordQuery(new DOMException('stopped', 'AbortError'));
    expect([watch.status, watch.lastAnswerAtMs]).toEqual(['bad key', undefined]);
  });

  it('lets held creates sit out a short outage, and gives them up in a longer one', async () => {
    await probesSay(new UnreachableError(), 10_000);
    expect([watch.mayCreate(of('eve')), claim()]).toEqual(['no', 'soon']);
    await pass(50_000);
    expect(claim()).toBeInstanceOf(UnreachableError);
    probeError = undefined;
    await pass(10_000);
    expect([claim(), claim()]).toEqual(['now', 'now']);
  });

  it.each([new BadKeyError(), new NotTheServiceError('a page')])(
    'gives up held creates at once if waiting is no use: %s',
    async (error) => {
      await probesSay(error);
      expect(claim()).toBe(error);
    },
  );

  it('stops waiting if the signal aborts', async () => {
    await probesSay(new NotTheServiceError('a page'));
    const stopping = new AbortController();
    const waiting = watch.untilAnswering(stopping.signal);
    stopping.abort(new Error('the end'));
    await expect(waiting).rejects.toThrow('the end');
  });
});

describe('creates that don’t come back', () => {
  it('halve the number at once with each loss, but not below one, and each answer raises it', () => {
    for (let index = 0; index < 8; index++) create(undefined, { from: of(`m${index}`) });
    const sizes: number[] = [];
    const outcomes = [undefined, 'lost', 'lost', undefined, 'lost', undefined, undefined, undefined] as const;
    for (const [index, outcome] of outcomes.entries()) {
      create(outcome && new UnconfirmedError(), { from: of(`m${index}`) });
      sizes.push(watch.createsAtOnce);
    }
    expect(sizes).toEqual([4, 2, 1, 2, 1, 2, 3, 4]);
    for (let answers = 1; answers <= 60; answers++) create(undefined, { underWay: watch.createsAtOnce / 2 });
    expect(watch.createsAtOnce).toBe(64);
    // With few creates, few can be lost.
    create();
    expect(watch.createsAtOnce).toBe(4);
  });

  it('shut it at the third of several servers, and one trial opens it', async () => {
    create();
    const answered = ['ada', 'ben', 'cleo'].map((name) => of(name));
    for (const from of answered) create(undefined, { from });
    lose(...answered.slice(0, 2));
    expect(watch.status).toBe('well');
    lose(...answered.slice(2));
    expect([watch.status, watch.mayCreate(), watch.isAnswering]).toEqual(['creates fail', 'soon', true]);
    expect(logLines.join()).toContain('"finding":"service.creates"');
    await pass(15_000);
    expect([claim('eve'), claim('fay'), watch.mayCreate()]).toEqual(['now', 'soon', 'soon']);
    // A refusal is no loss, and no proof that creates come back.
    create(new RefusedError('no'), { from: of('eve') });
    expect([watch.status, claim('fay')]).toEqual(['creates fail', 'now']);
    create(undefined, { from: of('fay') });
    expect([watch.status, watch.mayCreate()]).toEqual(['well', 'now']);
  });

  it('count once for all servers that were never answered', () => {
    create();
    for (let number = 1; number <= 4; number++) lose(of(`new${number}`));
    expect([watch.mayCreate(of('ada')), watch.mayCreate(of('another new one'))]).toEqual(['now', 'soon']);
  });

  it('stop their member after the third, for longer each time, and nobody else', async () => {
    create(undefined, { from: of('ben') });
    lose(of('troll'));
    for (let losses = 2; losses <= 3; losses++) {
      create(undefined, { from: of('ben') });
      expect([claim('troll'), claim('troll')]).toEqual(['now', 'soon']);
      lose(of('troll'));
      // A refusal forgets no loss.
      create(new RefusedError('no'), { from: of('troll') });
    }
    create(undefined, { from: of('ben') });
    expect([claim('troll'), claim('ben'), watch.status]).toEqual(['soon', 'now', 'well']);
    await pass(15_000);
    expect(claim('troll')).toBe('now');
    lose(of('troll'));
    expect([watch.mayCreate(of('troll')), claim('troll')]).toEqual(['no', expect.any(UnreachableError)]);
    await pass(60_000);
    expect(claim('troll')).toBe('now');
    create(undefined, { from: of('troll') });
    expect([claim('troll'), claim('troll')]).toEqual(['now', 'now']);
  });

  it('may be explained by an outage, so after it a trial follows at once', async () => {
    lose(of('ada'), of('ben'), of('cleo'));
    for (let outages = 1; outages <= 3; outages++) {
      await pass(2_000);
      await probesSay(new UnreachableError());
      await probesSay(undefined, 10_000);
      expect([watch.status, watch.mayCreate(), watch.createsAtOnce]).toEqual(['well', 'now', 1]);
      // However often it happens, creates that are lost all the same cost one for each outage.
      expect([claim(`dan${outages}`), claim('eve')]).toEqual(['now', 'soon']);
      lose(of(`dan${outages}`));
      expect([watch.status, claim('eve')]).toEqual(['creates fail', 'soon']);
    }
  });

  it('before a restart count after it: the next create is a trial, and no trouble of today', async () => {
    watch.recall(['ada', 'ben', 'cleo', 'ada', 'dan', 'eve'].map((name) => of(name)));
    expect([watch.status, claim('fay'), claim('gus')]).toEqual(['unrecognised', 'now', 'soon']);
    lose(of('fay'));
    expect([watch.status, watch.mayCreate()]).toEqual(['creates fail', 'soon']);
    await pass(60_000);
    expect(claim('gus')).toBe('now');
    create(undefined, { from: of('gus') });
    expect([watch.status, claim('ada'), claim('fay')]).toEqual(['well', 'now', 'now']);
  });

  it('before a restart change nothing if they were few', () => {
    watch.recall([of('ada'), of('ben')]);
    expect([claim('cleo'), claim('dan'), claim('ada')]).toEqual(['now', 'now', 'now']);
  });

  it('leave trials to members who ask for little', async () => {
    lose(of('ada'), of('ben'), of('cleo'));
    await pass(15_000);
    expect([watch.claimCreate(of('dan'), 30), watch.claimCreate(of('eve'), 1)]).toEqual(['soon', 'now']);
  });
});

describe('a service that refuses', () => {
  it.each([
    ['in unknown words', new RefusedError('Request rejected.'), 'well'],
    ['for its account', new NotServedError('insufficient credits'), 'refuses requests'],
  ])('%s, from many members, shuts nothing for anyone', (_, error, status) => {
    create();
    for (let number = 1; number <= 50; number++) create(error, { from: of(`m${number}`), prompt: `prompt ${number}` });
    expect([watch.status, watch.mayCreate(), claim()]).toEqual([status, 'now', 'now']);
  });

  it('everyone tells the operator why, without prompts, until a task is created', () => {
    create(new NotServedError('insufficient credits for a harbour, see https://pay.example/x'));
    expect(watch.refusal).toBe('insufficient credits for a …, see [address]');
    expect(logLines.join()).toContain('"finding":"service.refuses"');
    expect(logLines.join()).toContain('insufficient credits for a …, see [address]');
    watch.recordQuery();
    expect(watch.status).toBe('refuses requests');
    create();
    expect([watch.status, watch.refusal]).toEqual(['well', undefined]);
  });
});

describe('a service that asks for fewer requests', () => {
  it('has its wait obeyed, by creates and polls apart, and counts as limiting for a minute more', async () => {
    create();
    create(new RateLimitedError(20_000));
    expect([watch.pauseMs('create'), watch.pauseMs('query')]).toEqual([20_000, 0]);
    expect([watch.status, watch.mayCreate(), claim()]).toEqual(['asks to wait', 'soon', 'soon']);
    expect(logLines.join()).toContain('"finding":"service.limit"');
    await pass(20_000);
    expect([watch.status, claim()]).toEqual(['asks to wait', 'now']);
    await pass(60_000);
    expect(watch.status).toBe('well');
    expect(logLines.at(-1)).toContain('well again');
  });

  it('and names a long wait makes creates fail at once, with the wait', () => {
    create(new RateLimitedError(31_000));
    expect([watch.mayCreate(), claim()]).toEqual(['no', expect.any(RateLimitedError)]);
  });

  it('and names no wait gets a long one that grows, once for calls under way together', async () => {
    const pauses: number[] = [];
    for (let number = 1; number <= 8; number++) {
      create(new RateLimitedError(undefined));
      create(new RateLimitedError(undefined));
      pauses.push(watch.pauseMs('create') / 1_000);
      await pass(watch.pauseMs('create'));
    }
    expect(pauses).toEqual([30, 60, 120, 240, 480, 600, 600, 600]);
    create();
    create(new RateLimitedError(undefined));
    expect(watch.pauseMs('create')).toBe(30_000);
  });

  it('for a day is asked again after ten minutes', () => {
    watch.recordQuery(new RateLimitedError(86_400_000));
    expect(watch.pauseMs('query')).toBe(600_000);
  });
});
