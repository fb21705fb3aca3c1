import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { finishedKey, workKey } from '../../src/jobs/records/works.ts';
import { RecordError, StoreError } from '../../src/store/store.ts';
import { keysOf } from '../support/all-records.ts';
import { STORE_MOMENT } from '../support/crash-harness.ts';
import { createJobService, MEMBER, type Outside, passes, submissionOf, until } from '../support/job-service.ts';
import { withReads } from '../support/memory-database.ts';
import { expectInOrder, openVisits, play, VISITS, type Visit } from './visits.ts';

let outside: Outside;
let close: () => Promise<void>;

beforeEach(async () => {
  ({ outside, close } = await openVisits());
});
afterEach(() => close());

describe.each([1, 3])('a store that fails for %i calls in a row at any moment of', (storeFailures) => {
  it.each(Object.entries<Visit>(VISITS))(
    '%s loses nothing, without a restart',
    async (_, visit) => {
      const whole = await play(outside, visit, [{}]);
      const moments = whole.lives[0]?.moments ?? [];
      let failed = 0;
      for (let storeFailsAt = 1; storeFailsAt <= moments.length; storeFailsAt += storeFailures) {
        // From moments without a write, it is the next write that fails.
        const failing = moments.findIndex((name, index) => index + 1 >= storeFailsAt && STORE_MOMENT.test(name));
        if (failed > failing) continue;
        failed = failing + 1;
        const played = await play(outside, visit, [{ storeFailsAt, storeFailures }]);
        try {
          expectInOrder(played);
          // Jobs that weren't sent are refused; sent ones are finished. Without a plan, Easel makes it without the service.
          if (played.refusal !== undefined) {
            expect(played.refusal).toBeInstanceOf(StoreError);
            expect(played.creates).toBe(0);
          } else expect(played.creates).toBe(visit.plans.length === 0 ? 0 : (visit.count ?? 1));
          expect(played.holds).toEqual([]);
        } catch (cause) {
          throw new Error(`failed at ${storeFailsAt}: ${moments[storeFailsAt - 1]}`, { cause });
        }
      }
    },
    120_000,
  );
});

describe('a store that fails after the answer to a create', () => {
  it('leaves the service’s id of the task in the log for the operator', async () => {
    const { clock, database, discord, logLines, service } = outside;
    const { create } = service;
    service.create = async (...parts) => {
      database.commit = async () => {
        throw new StoreError('the connection is lost');
      };
      return create.apply(service, parts);
    };
    const bot = await createJobService(outside);
    await bot.start();
    await bot.jobs.submit(submissionOf(clock, { request: { prompt: 'a secret harbour' } }), discord.answer);
    await passes(outside, 10_000);
    const line = logLines.find((one) => one.includes('"serviceTask":"task-1"'));
    expect(line).toContain('"task":"job1-1"');
    expect(line).not.toContain('harbour');
    await bot.stop();
  });
});

describe('an unreadable store', () => {
  it('refuses a command, and doesn’t count as empty', async () => {
    const { clock, collections, discord, service } = outside;
    const creates = service.createCalls;
    const get = () => Promise.reject(new StoreError('damaged'));
    const broken = {
      works: { replaced: { works: { get } } },
      accounts: { database: withReads(outside.database, (key) => (key.startsWith('accounts:') ? get() : undefined)) },
    };
    for (const [part, changed] of Object.entries(broken)) {
      const bot = await createJobService(outside, changed);
      const submitted = bot.jobs.submit(submissionOf(clock, { jobId: `unread-${part}` }), discord.answer);
      await expect(submitted).rejects.toThrow(StoreError);
      await bot.stop();
    }
    expect(service.createCalls).toBe(creates);
    expect(await keysOf(collections.running)).toEqual([]);
    expect(discord.of('unread-works') ?? discord.of('unread-accounts')).toBeUndefined();
  });

  it('doesn’t harm a running job when its interaction arrives again', async () => {
    const { clock, collections, discord, service } = outside;
    const creating = Promise.withResolvers<void>();
    const { create } = service;
    let mayRead = true;
    const works = {
      get: async (key: string) => {
        if (!mayRead) throw new StoreError('locked');
        return collections.works.records.get(key);
      },
    };
    const taskApi = {
      ...{ query: service.query.bind(service), probe: service.probe.bind(service), close: service.close.bind(service) },
      create: async (...parts: Parameters<typeof create>) => {
        await creating.promise;
        return create.apply(service, parts);
      },
    };
    const bot = await createJobService(outside, { taskApi, replaced: { works } });
    void bot.start();
    const submission = submissionOf(clock, { jobId: 'twice', location: { guildId: 'twice' } });
    await bot.jobs.submit(submission, discord.answer);
    mayRead = false;
    expect(await bot.jobs.submit(submission, discord.answer)).toEqual({ outcome: 'already' });
    mayRead = true;
    await passes(outside, 5_000);
    expect((await bot.accounts.view('twice')).heldCredits).toBe(4);
    creating.resolve();
    await until(outside, async () => (await bot.jobs.find('twice')) === undefined);
    expect(await bot.accounts.view('twice')).toMatchObject({ spentCredits: 4, heldCredits: 0 });
    await bot.stop();
  });
});

describe('an unreadable record', () => {
  const atFault = () => Promise.reject(new RecordError('cannot be read'));
  const logged = (text: string): number => outside.logLines.filter((line) => line.includes(text)).length;

  it('of a model doesn’t keep a job from ending, and nothing is retried forever', async () => {
    const { clock, discord, service } = outside;
    service.planNext({ chargedCredits: 9 });
    const bot = await createJobService(outside, { replaced: { models: { set: atFault } } });
    await bot.start();
    const submission = submissionOf(clock, { jobId: 'unlearned', location: { guildId: 'unlearned' } });
    await bot.jobs.submit(submission, discord.answer);
    await until(outside, async () => (await bot.jobs.find('unlearned')) === undefined);
    expect(await bot.accounts.view('unlearned')).toMatchObject({ spentCredits: 9, heldCredits: 0 });
    await passes(outside, 3_600_000);
    expect(logged('the store failed')).toBe(0);
    await bot.stop();
    expect(logged('what was learned of a model could not be written')).toBeGreaterThan(0);
  });

  it('of a job doesn’t keep an operator from ending its hold', async () => {
    const bot = await createJobService(outside, { replaced: { works: { get: atFault } } });
    const at = { guildId: 'unreadable', memberId: 'member', jobId: 'unreadable' };
    expect(await bot.jobs.findAny(at)).toBeUndefined();
    const resolved = { decision: 'released', credits: 4 } as const;
    const changes = bot.jobs.resolve({ ...at, taskKey: 'unreadable-1' }, async (changesOf) => changesOf(resolved));
    expect(await changes).toEqual([]);
    await bot.stop();
  });

  it('of a history entry doesn’t keep the member’s jobs from ending', async () => {
    const { clock, database, discord } = outside;
    await database.commit([
      [`finished:${finishedKey('unremembered', MEMBER, 'another')}`, '{"endedAtMs":0}'],
      [`works:${workKey('unremembered', 'another')}`, '{"id":'],
    ]);
    const bot = await createJobService(outside);
    await bot.start();
    const submission = submissionOf(clock, { jobId: 'unremembered', location: { guildId: 'unremembered' } });
    await bot.jobs.submit(submission, discord.answer);
    await until(outside, async () => (await bot.jobs.find('unremembered')) === undefined);
    expect(bot.jobs.openJobIdsOf('unremembered', MEMBER)).toEqual([]);
    expect(await bot.accounts.view('unremembered')).toMatchObject({ spentCredits: 4, heldCredits: 0 });
    await bot.stop();
  });

  it('of an account isn’t retried, unlike a failing store', async () => {
    const { clock, discord, service } = outside;
    service.planNext({ chargedCredits: 9 });
    let isAtFault = false;
    const database = withReads(outside.database, (key) =>
      isAtFault && key.startsWith('accounts:') ? atFault() : undefined,
    );
    const bot = await createJobService(outside, { database });
    await bot.start();
    const submission = submissionOf(clock, { jobId: 'unbooked', location: { guildId: 'unbooked' } });
    await bot.jobs.submit(submission, discord.answer);
    isAtFault = true;
    await passes(outside, 600_000);
    expect(logged('the store failed; trying again, for the service was already asked')).toBe(0);
    isAtFault = false;
    await until(outside, async () => (await bot.jobs.find('unbooked')) === undefined);
    expect(await bot.accounts.view('unbooked')).toMatchObject({ spentCredits: 9, heldCredits: 0 });
    await bot.stop();
  });
});
