import { describe, expect, it } from 'vitest';
import type { Job } from '../../src/jobs/job/job.ts';
import { AnswerLostError } from '../../src/jobs/ports/job-messages.ts';
import type { Database, Write } from '../../src/store/database/database.ts';
import { createJobService, GUILD, MEMBER, submissionOf } from '../support/job-service.ts';
import { collectionsOf } from '../support/memory-database.ts';
import { sampleJob } from './samples.ts';
import { openScene } from './scene.ts';

/** The reads and commits that a member waits for. */
async function usesUntilAnswered(allowanceCredits: number, jobIds: readonly string[]): Promise<string[]> {
  const scene = await openScene();
  const uses: string[] = [];
  const { database, discord } = scene;
  const noting: Database = {
    read: (key) => {
      uses.push(`read ${key}`);
      return database.read(key);
    },
    page: (range) => {
      uses.push(`read ${range.from}`);
      return database.page(range);
    },
    count: (range) => database.count(range),
    commit: (writes) => {
      uses.push(`write ${collectionsOf(writes)}`);
      return database.commit(writes);
    },
    disconnect: () => database.disconnect(),
  };
  const bot = await createJobService(scene, { allowanceCredits, database: noting });
  let answered: string[] | undefined;
  for (const jobId of jobIds) {
    uses.length = 0;
    answered = undefined;
    await bot.jobs.submit(submissionOf(scene.clock, { jobId }), (job) => {
      answered = [...uses];
      return discord.answer(job);
    });
  }
  await bot.stop();
  return answered ?? uses;
}

describe('a command, before its answer,', () => {
  it('writes the job, its hold and the account in one commit', async () => {
    const uses = await usesUntilAnswered(500, ['first']);
    expect(uses.filter((use) => use.startsWith('write'))).toEqual([
      expect.stringMatching(/accounts, holds, ledger, month_sums, works, running$/),
    ]);
  });

  it('renders it while the disk works, and sends it afterwards', async () => {
    const scene = await openScene();
    const { database } = scene;
    const events: string[] = [];
    const { promise: isPrepared, resolve: prepared } = Promise.withResolvers<void>();
    const slow: Database = Object.create(database, {
      commit: {
        value: async (writes: readonly Write[]) => {
          if (events.length === 0) {
            events.push('commit');
            await isPrepared;
            events.push('on disk');
          }
          return database.commit(writes);
        },
      },
    });
    const bot = await createJobService(scene, { database: slow });
    const prepare = (job: Job) => {
      events.push('rendered');
      prepared();
      return () => {
        events.push('sent');
        return scene.discord.answer(job);
      };
    };
    expect(await bot.jobs.submit(submissionOf(scene.clock), { prepare })).toMatchObject({ outcome: 'started' });
    expect(events).toEqual(['commit', 'rendered', 'on disk', 'sent']);
    const poor = submissionOf(scene.clock, { jobId: 'poor', count: 4, request: { modelId: 'omni-pro' } });
    await bot.accounts.apply(GUILD, { kind: 'pause', isPaused: true }, { byId: 'op', role: 'operator' });
    expect(await bot.jobs.submit(poor, { prepare })).toMatchObject({ outcome: 'not held' });
    expect(events).toHaveLength(4);
    await bot.stop();
  });

  it('is undone in one commit if Discord refuses the answer', async () => {
    const scene = await openScene();
    const commits: string[] = [];
    const { database } = scene;
    const watched = Object.create(database, {
      commit: {
        value: (writes: readonly Write[]) => {
          commits.push(collectionsOf(writes));
          return database.commit(writes);
        },
      },
    });
    const bot = await createJobService(scene, { database: watched });
    const outcome = await bot.jobs.submit(submissionOf(scene.clock, { jobId: 'refused' }), async () => undefined);
    expect(outcome).toEqual({ outcome: 'unanswered' });
    expect(
      commits.map((names) => names.split(', ').filter((name) => ['holds', 'running', 'works'].includes(name))),
    ).toEqual([
      ['holds', 'works', 'running'],
      ['holds', 'works', 'running'],
    ]);
    expect(await bot.jobs.find('refused')).toBeUndefined();
    await bot.stop();
  });

  it('writes nothing if the budget is used up', async () => {
    const uses = await usesUntilAnswered(3, ['first']);
    expect(uses.filter((use) => use.startsWith('write'))).toEqual([]);
  });
});

describe('a job of a request', () => {
  it('starts in the message that the request has, without an answer', async () => {
    const scene = await openScene();
    const location = { messageId: (await scene.discord.answer(sampleJob())) ?? '' };
    const outcome = await scene.bot.jobs.submit(submissionOf(scene.clock, { location }), { also: [] });
    expect(outcome).toMatchObject({ outcome: 'started', job: { location } });
    expect((await scene.ended()).location).toMatchObject(location);
    expect(scene.discord.messages.size).toBe(1);
  });
});

describe('a command whose answer was lost', () => {
  const IDS = Array.from({ length: 12 }, (_, index) => `lost${index}`);

  it('ends as soon as its answer can no longer appear, and never counts as running, not even after a restart', async () => {
    const scene = await openScene();
    const running = (): string[] => scene.bot.jobs.openJobIdsOf(GUILD, MEMBER);
    for (const jobId of IDS) {
      const submission = submissionOf(scene.clock, { jobId });
      const lost = async (): Promise<never> => {
        throw new AnswerLostError();
      };
      expect(await scene.bot.jobs.submit(submission, lost)).toEqual({ outcome: 'unanswered' });
    }
    await scene.passes(30_000);
    expect(running()).toEqual([]);
    expect(await scene.credits()).toEqual({ spent: 0, held: 0, left: 500 });
    await scene.restart();
    expect(running()).toEqual([]);
    await scene.passes(29_000);
    for (const jobId of IDS) expect(await scene.job(jobId)).toBeDefined();
    await scene.passes(2_000);
    for (const jobId of IDS) expect(await scene.job(jobId)).toBeUndefined();
  });

  it('shows its end within seconds if its message appears after all', async () => {
    const scene = await openScene();
    await scene.bot.jobs.submit(submissionOf(scene.clock), async () => {
      throw new AnswerLostError();
    });
    await scene.passes(20_000);
    const job = await scene.job();
    if (job) await scene.discord.answer(job);
    await scene.passes(5_000);
    expect((await scene.ended()).tasks).toMatchObject([{ failure: { reason: 'interrupted' } }]);
    expect(scene.message().edits).toBe(1);
  });
});
