import { expect, it } from 'vitest';
import { createPreferences, memberPolicyCollection } from '../../src/studio/preferences.ts';
import { DAY_MS } from '../../src/time/clock.ts';
import { keysOf } from '../support/all-records.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';

const KEY = 'preferences:1:2:';

async function start(record: string) {
  const database = new MemoryDatabase();
  database.texts.set(KEY, record);
  return { database, preferences: createPreferences(await storeOver(database), new FakeClock()) };
}

it('are gone after a reset, also if they can’t be read', async () => {
  for (const record of ['{"drafts":true}', 'damaged']) {
    const { database, preferences } = await start(record);
    await preferences.reset('1', '2');
    expect(database.texts.has(KEY)).toBe(false);
    expect(await preferences.of('1', '2')).toEqual({});
  }
});

it('keep that the buttons were explained, so that a reset brings no second explanation', async () => {
  const { preferences } = await start('{"drafts":true,"knowsControls":true,"changedAtMs":0}');
  await preferences.reset('1', '2');
  expect(await preferences.of('1', '2')).toEqual({ knowsControls: true });
  expect(await preferences.learnControls('1', '2')).toBe(false);
});

it('who may build on a member’s pictures goes after their last picture, not before', async () => {
  const [store, clock] = [await storeOver(new MemoryDatabase()), new FakeClock()];
  const preferences = createPreferences(store, clock);
  for (const memberId of ['maker', 'gone']) await preferences.setBuildPolicy(memberId, false);
  const chosenAtMs = clock.now();
  await clock.leap(100 * DAY_MS);
  for (const memberId of ['maker', 'stranger']) await preferences.renewBuildPolicy(memberId);
  await preferences.sweepBuildPolicies(chosenAtMs);
  expect(await keysOf(store.collection(memberPolicyCollection))).toEqual(['gone', 'maker']);
  await preferences.sweepBuildPolicies(clock.now() - 1);
  expect(await keysOf(store.collection(memberPolicyCollection))).toEqual(['maker']);
  expect(await preferences.buildPolicy('maker')).toBe(false);
});
