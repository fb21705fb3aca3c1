import { describe, expect, it } from 'vitest';
import type { Database, Write } from '../../src/store/database/database.ts';
import { createJobService, submissionOf } from '../support/job-service.ts';
import { collectionsOf } from '../support/memory-database.ts';
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
      expect.stringMatching(/accounts, holds, ledger, month_sums, jobs$/),
    ]);
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
    expect(commits.map((names) => names.split(', ').filter((name) => name === 'holds' || name === 'jobs'))).toEqual([
      ['holds', 'jobs'],
      ['holds', 'jobs'],
    ]);
    expect(await bot.jobs.find('refused')).toBeUndefined();
    await bot.stop();
  });

  it('writes nothing if the budget is used up', async () => {
    const uses = await usesUntilAnswered(3, ['first']);
    expect(uses.filter((use) => use.startsWith('write'))).toEqual([]);
  });
});
