import { describe, expect, it } from 'vitest';
import type { Collection } from '../../src/store/store.ts';
import { createJobService, submissionOf } from '../support/job-service.ts';
import { openScene } from './scene.ts';

/** The store's part in what a member waits for. */
async function usesUntilAnswered(allowanceCredits: number): Promise<string[]> {
  const scene = await openScene();
  const uses: string[] = [];
  const noting = <Value>(name: string, inner: Collection<Value>): Collection<Value> => ({
    get: (key) => {
      uses.push(`read the ${name}`);
      return inner.get(key);
    },
    set: (key, value) => {
      uses.push(`write the ${name}`);
      return inner.set(key, value);
    },
    delete: (key) => {
      uses.push(`delete the ${name}`);
      return inner.delete(key);
    },
    keys: () => inner.keys(),
    all: () => inner.all(),
    page: (request) => inner.page(request),
    put: (key, value) => inner.put(key, value),
    drop: (key) => inner.drop(key),
  });
  const { collections, discord } = scene;
  const jobs = noting('job', collections.jobs);
  const accounts = noting('account', collections.accounts);
  const bot = await createJobService(scene, { allowanceCredits, collections: { ...collections, jobs, accounts } });
  let answered: string[] | undefined;
  await bot.jobs.submit(submissionOf(scene.clock, { jobId: 'counted' }), (job) => {
    answered = [...uses];
    return discord.answer(job);
  });
  await bot.stop();
  return answered ?? uses;
}

describe('a command, before it is answered,', () => {
  it('reads the account once, and writes the job before its hold', async () => {
    expect(await usesUntilAnswered(500)).toEqual([
      'read the job',
      'read the account',
      'write the job',
      'write the account',
    ]);
  });

  it('writes nothing where the budget is short', async () => {
    expect(await usesUntilAnswered(3)).toEqual(['read the job', 'read the account']);
  });
});
