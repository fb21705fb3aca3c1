import { expect, it } from 'vitest';
import { createPreferences } from '../../src/studio/preferences.ts';
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
