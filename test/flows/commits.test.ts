import { expect, it, onTestFinished, vi } from 'vitest';
import type { openSqlite, SqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { type Easel, GALLERY, mediaOf, people, startEasel } from '../support/easel.ts';
import { collectionsOf } from '../support/memory-database.ts';

/** Every request of the whole bot to its database, in order. */
const asked: string[] = [];

vi.mock(import('../../src/store/sqlite/sqlite-database.ts'), async (original) => {
  const module = await original();
  const watched: typeof openSqlite = async (...parts) => {
    const inner = await module.openSqlite(...parts);
    const database: SqliteDatabase = {
      ...inner,
      read: (key) => noted(`read ${key}`, inner.read(key)),
      page: (range) => noted(`page ${range.from}`, inner.page(range)),
      count: (range) => noted(`count ${range.from}`, inner.count(range)),
      commit: (writes) => noted(`commit ${collectionsOf(writes)}`, inner.commit(writes)),
    };
    return database;
  };
  return { ...module, openSqlite: watched };
});

function noted<Result>(what: string, result: Promise<Result>): Promise<Result> {
  asked.push(what);
  return result;
}

const isCommit = (what: string): boolean => what.startsWith('commit ');

/** A picture by a returning member, from the command to its result. */
async function makePicture(easel: Easel): Promise<{ beforeAnswer: string[]; all: string[] }> {
  asked.length = 0;
  const pending = await easel.command(people.member, {
    channelId: GALLERY,
    name: 'image',
    options: { prompt: 'a quiet harbour' },
  });
  const beforeAnswer = [...asked];
  await easel.until(() => mediaOf(easel.now(pending)).length > 0);
  await easel.idle();
  return { beforeAnswer, all: [...asked] };
}

it('a picture by a busy member takes one commit before the answer, five in all, and one read', async () => {
  const easel = await startEasel();
  onTestFinished(() => easel.close());
  await easel.until(() =>
    easel.log.some(({ msg }) => msg === 'the books are in order' || msg.startsWith('the store is')),
  );
  await easel.clock.advance(90_000);
  await makePicture(easel);
  const { beforeAnswer, all } = await makePicture(easel);
  expect(beforeAnswer).toHaveLength(1);
  // Each second, Easel also looks for credits that the operator granted from outside. It asks about the task's id, whether
  // the service gave it to another task before.
  const reads = all.filter((what) => !isCommit(what) && what !== 'page operator_commands:');
  expect(reads).toEqual([expect.stringMatching(/^read task_ids:task:/)]);
  // Models' learned durations are written every ten seconds, however many pictures are made.
  const commits = all.filter((what) => isCommit(what) && what !== 'commit models');
  expect(commits.length, commits.join('; ')).toBeLessThanOrEqual(5);
});
