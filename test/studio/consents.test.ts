import { beforeEach, describe, expect, test } from 'vitest';
import { type Consents, createConsents, QUESTIONS_MAX } from '../../src/studio/consents.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';

const DAY_MS = 24 * 3_600_000;
const QUESTION = { guildId: '1', askerId: '2', ownerId: '3', jobId: 'a' };

let database: MemoryDatabase;
let clock: FakeClock;
let consents: Consents;
let posted: number;
const post = async (): Promise<boolean> => {
  posted += 1;
  return true;
};
beforeEach(async () => {
  database = new MemoryDatabase();
  clock = new FakeClock();
  posted = 0;
  consents = createConsents({ store: await storeOver(database), clock });
});

describe('asking whether one may build on a work', () => {
  test('posts one question at a time for each asker and owner, even when many arrive at once', async () => {
    const outcomes = await Promise.all([1, 2, 3].map(() => consents.ask(QUESTION, post)));
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['asked', 'waits', 'waits']);
    expect((await consents.ask({ ...QUESTION, jobId: 'b' }, post)).outcome).toBe('waits');
    expect((await consents.ask({ ...QUESTION, askerId: '9' }, post)).outcome).toBe('asked');
    expect(posted).toBe(2);
  });

  test('limits the open questions of one member', async () => {
    const ask = (ownerId: string) => consents.ask({ ...QUESTION, ownerId }, post);
    for (let index = 0; index < QUESTIONS_MAX; index++) expect((await ask(`1${index}`)).outcome).toBe('asked');
    expect((await ask('99')).outcome).toBe('too many');
    expect(posted).toBe(QUESTIONS_MAX);
    await consents.answer({ ...QUESTION, ownerId: '10' }, false);
    expect((await ask('99')).outcome).toBe('asked');
  });

  test('leaves no open question if it could not be posted', async () => {
    expect((await consents.ask(QUESTION, async () => false)).outcome).toBe('not posted');
    expect(await consents.answer(QUESTION, true)).toEqual({ wasOpen: false });
    expect((await consents.ask(QUESTION, post)).outcome).toBe('asked');
  });

  test('accepts one answer, for one work only', async () => {
    await consents.ask(QUESTION, post);
    expect(await consents.answer({ ...QUESTION, jobId: 'b' }, true)).toEqual({ wasOpen: false });
    expect(await consents.answer(QUESTION, true)).toEqual({ wasOpen: true });
    expect(await consents.answer(QUESTION, false)).toEqual({ wasOpen: false });
    expect((await consents.ask(QUESTION, post)).outcome).toBe('allowed');
  });

  test('keeps the waiting request and returns it only with the first answer', async () => {
    const request = { modelId: 'omni-pro', prompt: 'in winter', sourceUrls: [], spoiler: false };
    const wanted = { request, count: 1, roleIds: ['7'] };
    expect(await consents.check(QUESTION)).toBeUndefined();
    await consents.ask(QUESTION, post, wanted);
    expect(await consents.check(QUESTION)).toMatchObject({ outcome: 'waits' });
    const answers = await Promise.all([1, 2].map(() => consents.answer(QUESTION, true)));
    expect(answers).toEqual([{ wasOpen: true, wanted }, { wasOpen: false }]);
    expect(await consents.check(QUESTION)).toEqual({ outcome: 'allowed' });
  });

  test('expires after a day', async () => {
    await consents.ask(QUESTION, post);
    await consents.answer(QUESTION, true);
    await consents.sweep();
    expect((await consents.ask(QUESTION, post)).outcome).toBe('allowed');
    await clock.advance(DAY_MS);
    await consents.sweep();
    expect([...database.texts.keys()].filter((key) => key.startsWith('consents:'))).toEqual([]);
  });
});
