import { beforeEach, describe, expect, it } from 'vitest';
import { createHistory, type History, historySchema } from '../../src/jobs/history.ts';
import type { JobTask } from '../../src/jobs/job.ts';
import { createLog } from '../../src/log.ts';
import { createKeyedLocks } from '../../src/store/locks.ts';
import { StoreError } from '../../src/store/store.ts';
import { MemoryCollection } from '../budget/memory-collection.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { GUILD, MEMBER } from '../support/job-service.ts';
import { SETTLING, sampleJob } from './samples.ts';

const DAY_MS = 86_400_000;

let clock: FakeClock;
let collection: MemoryCollection<typeof historySchema>;
let history: History;
let lines: Record<string, unknown>[];

beforeEach(() => {
  clock = new FakeClock();
  collection = new MemoryCollection(historySchema);
  lines = [];
  const log = createLog('debug', { write: (line: string) => void lines.push(JSON.parse(line)) });
  history = createHistory({ collection, locks: createKeyedLocks(), clock, log });
});

const idsOf = async (memberId = MEMBER): Promise<string[]> =>
  (await history.of(GUILD, memberId)).map(({ jobId }) => jobId);

describe('the history of a member', () => {
  it('has the newest job first', async () => {
    for (const id of ['a', 'b', 'c']) await history.add(sampleJob({ id }));
    expect(await idsOf()).toEqual(['c', 'b', 'a']);
  });

  it('keeps the last hundred', async () => {
    for (let number = 1; number <= 103; number++) await history.add(sampleJob({ id: `job${number}` }));
    const ids = await idsOf();
    expect(ids).toHaveLength(100);
    expect([ids[0], ids[99]]).toEqual(['job103', 'job4']);
  });

  it('has a job once, however often it is added', async () => {
    await history.add(sampleJob({ id: 'a' }));
    await history.add(sampleJob({ id: 'a', cancelledAtMs: 5 }));
    expect(await history.of(GUILD, MEMBER)).toMatchObject([{ jobId: 'a', cancelled: true }]);
  });

  it('keeps a hundred jobs also where the service’s addresses are as long as its answers may be', async () => {
    const { state: _, ...finished } = SETTLING;
    const address = `data:image/png;base64,${'A'.repeat(100_000)}`;
    const task: JobTask = {
      ...{ ...finished, resultUrl: address, audioUrl: address, state: 'delivered' },
      delivery: { how: 'linked', address },
    };
    for (let number = 1; number <= 100; number++) {
      await history.add(sampleJob({ id: `job${number}` }, task, task, task, task));
    }
    expect(await idsOf()).toHaveLength(100);
    expect([...collection.texts.values()].join('')).not.toContain('base64');
  });

  it('loses none of many jobs that end at once', async () => {
    const ids = Array.from({ length: 50 }, (_, number) => `job${number}`);
    await Promise.all(ids.map((id) => history.add(sampleJob({ id }))));
    expect((await idsOf()).sort()).toEqual(ids.sort());
  });

  it('is the member’s own, in one server', async () => {
    await history.add(sampleJob({ id: 'a' }));
    await history.add(sampleJob({ id: 'b', memberId: '300000000000000002' }));
    expect(await idsOf()).toEqual(['a']);
    expect(await history.of('200000000000000002', MEMBER)).toEqual([]);
    expect(await history.find(GUILD, MEMBER, 'b')).toBeUndefined();
    expect((await history.find(GUILD, MEMBER, 'a'))?.jobId).toBe('a');
  });

  it('shows nothing that ended 90 days ago, and a sweep deletes it', async () => {
    await history.add(sampleJob({ id: 'old' }));
    await clock.advance(89 * DAY_MS);
    await history.add(sampleJob({ id: 'new' }));
    expect(await idsOf()).toEqual(['new', 'old']);
    await clock.advance(DAY_MS);
    expect(await idsOf()).toEqual(['new']);
    await history.sweep(clock.now());
    expect(collection.texts.get(`${GUILD}-${MEMBER}`)).not.toContain('"old"');
    await clock.advance(90 * DAY_MS);
    await history.sweep(clock.now());
    expect(collection.texts.size).toBe(0);
  });

  it('loses nothing to a clock that is wrong while jobs end and messages go', async () => {
    for (const id of ['a', 'b']) await history.add(sampleJob({ id }));
    clock.step(100 * DAY_MS);
    await history.add(sampleJob({ id: 'c' }));
    await history.forgetMessage(GUILD, MEMBER, 'a');
    clock.step(-100 * DAY_MS);
    expect(await idsOf()).toEqual(['c', 'b', 'a']);
  });

  it('is swept past one that cannot be read, which is told at the end', async () => {
    collection.texts.set('broken', 'no history');
    await history.add(sampleJob({ id: 'old' }));
    await clock.advance(91 * DAY_MS);
    await expect(history.sweep(clock.now())).rejects.toThrow(StoreError);
    expect([...collection.texts.keys()]).toEqual(['broken']);
  });

  describe('in which an entry cannot be read', () => {
    const key = `${GUILD}-${MEMBER}`;
    const stored = (): Record<string, unknown>[] => JSON.parse(collection.texts.get(key) ?? '[]');
    beforeEach(async () => {
      for (const id of ['a', 'b', 'c']) await history.add(sampleJob({ id }));
      collection.texts.set(
        key,
        JSON.stringify(stored().map((one) => (one['jobId'] === 'b' ? { ...one, tasks: 'none' } : one))),
      );
    });

    it('has the others, keeps that one as it is, and tells it once', async () => {
      const [before] = stored().filter(({ jobId }) => jobId === 'b');
      expect(await idsOf()).toEqual(['c', 'a']);
      await history.add(sampleJob({ id: 'd' }));
      await history.forgetMessage(GUILD, MEMBER, 'a');
      expect(await idsOf()).toEqual(['d', 'c', 'a']);
      expect(stored()).toContainEqual(before);
      expect(lines).toMatchObject([{ level: 50, server: GUILD, entries: 1, job: 'b' }]);
    });

    it('forgets it with the others when the member asks', async () => {
      await history.forget(GUILD, MEMBER);
      expect(collection.texts.size).toBe(0);
    });

    it('drops it when it is old', async () => {
      await clock.advance(91 * DAY_MS);
      await history.sweep(clock.now());
      expect(collection.texts.size).toBe(0);
    });
  });

  it('has works of a model that is no longer offered', async () => {
    const { request } = sampleJob();
    await history.add(sampleJob({ id: 'a', request: { ...request, modelId: 'model-of-last-year' } }));
    expect(await history.of(GUILD, MEMBER)).toMatchObject([{ request: { modelId: 'model-of-last-year' } }]);
    expect(lines).toEqual([]);
  });

  it('is deleted when the member asks, and others’ stay', async () => {
    await history.add(sampleJob({ id: 'a' }));
    await history.add(sampleJob({ id: 'b', memberId: '300000000000000002' }));
    await history.forget(GUILD, MEMBER);
    await history.forget(GUILD, MEMBER);
    expect(await idsOf()).toEqual([]);
    expect(await idsOf('300000000000000002')).toEqual(['b']);
    expect(collection.texts.size).toBe(1);
  });

  it('forgets the message of one job, and nothing else', async () => {
    await history.add(sampleJob({ id: 'a' }));
    await history.add(sampleJob({ id: 'b' }));
    await history.forgetMessage(GUILD, MEMBER, 'a');
    const [b, a] = await history.of(GUILD, MEMBER);
    expect(a?.jobId).toBe('a');
    expect(a?.messageId).toBeUndefined();
    expect(b?.messageId).toBe('600000000000000001');
  });
});
