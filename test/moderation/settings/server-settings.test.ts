import { expect, it } from 'vitest';
import { createServerSettings, settingsCollection } from '../../../src/moderation/settings/server-settings.ts';
import { DAY_MS } from '../../../src/time/clock.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { MemoryDatabase, storeOver } from '../../support/memory-database.ts';

const BY = { byId: 'm', action: 'settings changed' } as const;

it('changes older than 400 days can’t be undone, and no one knows who made them', async () => {
  const [store, clock] = [await storeOver(new MemoryDatabase()), new FakeClock()];
  const collection = store.collection(settingsCollection);
  const decisions = { put: () => collection.drop('none'), deliver: () => undefined };
  const isChannelElsewhere = async () => false;
  const settings = createServerSettings({ clock, collection, commit: store.commit, decisions, isChannelElsewhere });
  await settings.change('1', BY, (before) => ({ ...before, reportsToHide: 5 }));
  await clock.leap(DAY_MS);
  await settings.change('1', BY, (before) => ({ ...before, reportsToHide: 4 }));
  await clock.leap(399 * DAY_MS);
  await settings.sweep(clock.now());
  const { undo } = await settings.of('1');
  expect(undo.steps).toBe(1);
  expect(await settings.undo('1', 'n', undo)).toBe('done');
  expect((await settings.of('1')).settings.reportsToHide).toBe(5);
  await settings.sweep(clock.now() + DAY_MS);
  await settings.forgetServer('1');
  expect(await collection.get('1')).toBeUndefined();
  expect((await settings.of('1')).settings.reportsToHide).not.toBe(5);
});
