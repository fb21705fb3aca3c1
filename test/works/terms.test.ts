import { beforeEach, describe, expect, it } from 'vitest';
import { createKeyedLocks } from '../../src/store/locks.ts';
import type { WorkRef } from '../../src/works/stars.ts';
import { createTerms, TERMS_OF_MEMBER_MAX, type Terms } from '../../src/works/terms.ts';
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
let terms: Terms;
const open = async (): Promise<Terms> =>
  createTerms({
    ...{ store: await storeOver(database), locks: createKeyedLocks(), keptMs: KEPT_MS },
    isKept: async ({ jobId }: WorkRef) => kept.has(jobId),
  });
beforeEach(async () => {
  database = new MemoryDatabase();
  kept = new Set();
  terms = await open();
});

describe('what a member says of one work', () => {
  it('is of that work of theirs in that server alone, and outlives a restart', async () => {
    await terms.set(WORK, false);
    terms = await open();
    expect(await terms.of(WORK)).toBe(false);
    for (const other of [workOf('c'), workOf('b', OTHER), { ...WORK, guildId: '200000000000000002' }]) {
      expect(await terms.of(other)).toBeUndefined();
    }
    await terms.set(WORK, 'ask');
    expect(await terms.of(WORK)).toBe('ask');
  });

  it('can be taken back, and leaves nothing', async () => {
    await terms.set(WORK, true);
    expect(await terms.set(WORK, undefined)).toBe('set');
    expect(await terms.of(WORK)).toBeUndefined();
    expect(database.texts.size).toBe(0);
  });

  it('can be said of so many, of one more when another is taken back, and changed at any time', async () => {
    const works = Array.from({ length: TERMS_OF_MEMBER_MAX + 1 }, (_, index) => workOf(`j${index.toString(36)}`));
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

  it('is forgotten with all that its member said, and nobody else’s is', async () => {
    await Promise.all(Array.from({ length: 300 }, (_, index) => terms.set(workOf(`j${index.toString(36)}`), false)));
    await terms.set(workOf('a', OTHER), true);
    await terms.forget({ guildId: GUILD, memberId: OWNER });
    expect(database.texts.size).toBe(1);
    expect(await terms.of(workOf('a', OTHER))).toBe(true);
  });

  it('goes when its work is old and kept no more', async () => {
    kept.add('moved');
    for (const jobId of ['b', 'moved']) await terms.set(workOf(jobId), false);
    await terms.set({ ...workOf('young'), createdAtMs: CREATED_AT_MS + 1 }, false);
    await terms.sweep(CREATED_AT_MS + KEPT_MS);
    expect(await terms.of(workOf('b'))).toBeUndefined();
    expect([await terms.of(workOf('moved')), await terms.of(workOf('young'))]).toEqual([false, false]);
  });
});
