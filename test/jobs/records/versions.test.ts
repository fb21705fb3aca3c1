import { expect, test } from 'vitest';
import { z } from 'zod';
import { historyKey, historyRecords } from '../../../src/jobs/records/history.ts';
import { openJobRecords } from '../../../src/jobs/records/job-records.ts';
import { ONLY_ADDED } from '../../../src/store/only-added.ts';
import type { Migration } from '../../../src/store/store.ts';
import { MemoryDatabase, storeOver } from '../../support/memory-database.ts';
import { sampleJob } from '../samples.ts';

/** Writes a record as the Easel wrote it that knew so many migrations of its collection. */
async function written(name: string, migrations: readonly Migration[], key: string, record: unknown) {
  const database = new MemoryDatabase();
  const older = await storeOver(database);
  await older.collection(name, z.unknown(), { migrations }).set(key, record);
  return storeOver(database);
}

test('a job is read as it was written before it could name two models and the words of its style', async () => {
  const job = sampleJob();
  const store = await written('jobs', [ONLY_ADDED, ONLY_ADDED], job.id, job);
  expect(await openJobRecords(store).get(job.id)).toEqual(job);
});

test('so is a work of the history', async () => {
  const { id: jobId, memberId, request, tasks, place } = sampleJob();
  const work = { jobId, memberId, request, tasks, guildId: place.guildId, channelId: '1', cancelled: false };
  const key = historyKey(place.guildId, memberId, jobId);
  const store = await written('history', [ONLY_ADDED, ONLY_ADDED], key, work);
  expect(await historyRecords(store).get(key)).toEqual(work);
});
