import { beforeEach, describe, expect, it } from 'vitest';
import { BUILD_POLICIES_MAX, type BuildPolicies, createBuildPolicies } from '../../src/works/build-policies.ts';
import type { WorkRef } from '../../src/works/stars.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';

const GUILD = '200000000000000001';
const [OWNER, OTHER] = ['300000000000000001', '300000000000000002'] as const;
const KEPT_MS = 90 * 86_400_000;
const CREATED_AT_MS = 1_000;
const workOf = (jobId: string, memberId: string = OWNER) => ({
  ...{ guildId: GUILD, jobId, memberId },
  createdAtMs: CREATED_AT_MS,
});
const WORK = workOf('b');

let database: MemoryDatabase;
let kept: Set<string>;
let terms: BuildPolicies;
const open = async (): Promise<BuildPolicies> =>
  createBuildPolicies({
    ...{ store: await storeOver(database), keptMs: KEPT_MS },
    isKnown: async ({ jobId }: WorkRef) => kept.has(jobId),
  });
beforeEach(async () => {
  database = new MemoryDatabase();
  kept = new Set();
  terms = await open();
});

describe('who may build on a work', () => {
  it('is stored for that work in that server only, and survives a restart', async () => {
    await terms.set(WORK, false);
    terms = await open();
    expect(await terms.of(WORK)).toBe(false);
    for (const other of [workOf('c'), workOf('b', OTHER), { ...WORK, guildId: '200000000000000002' }]) {
      expect(await terms.of(other)).toBeUndefined();
    }
    await terms.set(WORK, 'ask');
    expect(await terms.of(WORK)).toBe('ask');
  });

  it('can be reset and leaves no record', async () => {
    await terms.set(WORK, true);
    expect(await terms.set(WORK, undefined)).toBe('set');
    expect(await terms.of(WORK)).toBeUndefined();
    expect(database.texts.size).toBe(0);
  });

  it('can be set for a limited number of works, and changed at any time', async () => {
    const works = Array.from({ length: BUILD_POLICIES_MAX + 1 }, (_, index) => workOf(`j${index.toString(36)}`));
    const said = await Promise.all(works.map((work) => terms.set(work, false)));
    expect(said.filter((one) => one === 'full')).toHaveLength(1);
    const [first = WORK] = works;
    const left = works.at(said.indexOf('full')) ?? WORK;
    expect(await terms.of(left)).toBeUndefined();
    expect(await terms.set(workOf('b', OTHER), false)).toBe('set');
    expect(await terms.set(first, true)).toBe('set');
    expect(await terms.of(first)).toBe(true);
    await terms.set(first, undefined);
    expect(await terms.set(left, false)).toBe('set');
  });

  it('is deleted when the work is old and no longer exists', async () => {
    kept.add('moved');
    for (const jobId of ['b', 'moved']) await terms.set(workOf(jobId), false);
    await terms.set({ ...workOf('young'), createdAtMs: CREATED_AT_MS + 1 }, false);
    await terms.sweep(CREATED_AT_MS + KEPT_MS);
    expect(await terms.of(workOf('b'))).toBeUndefined();
    expect([await terms.of(workOf('moved')), await terms.of(workOf('young'))]).toEqual([false, false]);
  });
});
