import { join } from 'node:path';
import sqlite3, { type Database } from 'sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openBooks } from '../../src/budget/books/books.ts';
import { globalPauseCollection } from '../../src/budget/global-pause.ts';
import { workCollection } from '../../src/jobs/records/works.ts';
import { NEW_SETTINGS_RECORD, settingsCollection } from '../../src/moderation/settings/server-settings.ts';
import { openStore } from '../../src/store/open-store.ts';
import { differingRecords } from '../../src/store/sqlite/backup.ts';
import type { Store } from '../../src/store/store.ts';
import { stricterOfBoth } from '../../src/store-tool/restore-rules.ts';
import { consentCollection } from '../../src/studio/consents.ts';
import { memberPolicyCollection, preferenceCollection } from '../../src/studio/preferences.ts';
import { holding, keepAccount } from '../budget/samples.ts';
import { sampleJob } from '../jobs/samples.ts';
import { tempFolder } from './temp-folder.ts';

async function openIn(folder: string, name: string): Promise<Store> {
  const store = await openStore(`sqlite://${folder}/${name}`);
  onTestFinished(() => store.close());
  return store;
}

/** The changes that the restored store gets on top of what is carried over. */
async function strictChanges(setUp: (store: Store, from: 'backup' | 'replaced') => Promise<void>) {
  const folder = await tempFolder();
  const [backup, replaced] = [await openIn(folder, 'backup'), await openIn(folder, 'replaced')];
  await setUp(backup, 'backup');
  await setUp(replaced, 'replaced');
  const changes = await stricterOfBoth(backup, replaced);
  const named = changes.map(({ collection, key, value }) => ({ collection, key, value }));
  return named.sort((one, other) => one.collection.localeCompare(other.collection));
}

describe('of consent and pauses, the stricter of both stores', () => {
  const policies = [
    [false, true],
    [false, 'ask'],
    [false, undefined],
    ['ask', true],
    ['ask', undefined],
  ] as const;

  it.each(policies)('keeps a policy %s about building on pictures over a later %s', async (strict, lenient) => {
    const workThat = (buildPolicy: boolean | 'ask' | undefined) => sampleJob({ id: 'j', endedAtMs: 1, buildPolicy });
    const setUp = async (store: Store, policy: boolean | 'ask' | undefined) => {
      if (policy !== undefined) await store.collection(memberPolicyCollection).set('m', { policy, neededAtMs: 1 });
      await store.collection(workCollection).set('1:j', workThat(policy));
    };
    expect(await strictChanges((store, from) => setUp(store, from === 'backup' ? strict : lenient))).toEqual([
      { collection: 'member_build_policies', key: 'm', value: { policy: strict, neededAtMs: 1 } },
      { collection: 'works', key: '1:j', value: workThat(strict) },
    ]);
    expect(await strictChanges((store, from) => setUp(store, from === 'backup' ? lenient : strict))).toEqual([]);
  });

  it('keeps an owner’s refusal, and no permission of the backup’s', async () => {
    const changes = await strictChanges(async (store, from) => {
      const answers = store.collection(consentCollection);
      const answer = { ownerId: 'o', originId: 'j', atMs: 1 };
      await answers.set('1:m:refused', { ...answer, isAllowed: from === 'replaced' });
      if (from === 'backup') await answers.set('1:m:allowed', { ...answer, isAllowed: true });
    });
    expect(changes.map(({ key }) => key)).toEqual(['1:m:refused']);
  });

  const pause = { atMs: 1, byId: '5' };

  it('keeps the operator’s pause of all servers', async () => {
    const changes = await strictChanges((store, from) =>
      store.collection(globalPauseCollection).set('all', { pausedEverywhere: from === 'backup' ? pause : null }),
    );
    expect(changes).toEqual([{ collection: 'global_pause', key: 'all', value: { pausedEverywhere: pause } }]);
  });

  it('keeps a pause of a server’s spending, with the replaced store’s account', async () => {
    const changes = await strictChanges(async (store, from) => {
      await keepAccount(store, '1', holding('job', from === 'backup' ? 5 : 9));
      const { accounts } = openBooks(store);
      const account = await accounts.get('1');
      const pauses = { operator: null, manager: pause };
      if (account && from === 'backup') await accounts.set('1', { ...account, pauses });
    });
    const pauses = { operator: null, manager: pause };
    expect(changes).toMatchObject([
      { key: '1', value: { pauses, sums: { periods: { '2026-11': { heldCredits: 9 } } } } },
    ]);
  });

  it('keeps moderators’ pause and a member’s no to the gallery from the replaced store', async () => {
    const byModerators = { ...pause, why: 'raid' };
    const changes = await strictChanges(async (store, from) => {
      if (from === 'backup') return;
      const settings = store.collection(settingsCollection);
      await settings.set('1', { ...NEW_SETTINGS_RECORD, pause: byModerators });
      const preferences = store.collection(preferenceCollection);
      await preferences.set('1:m:', { starsMayShow: false, count: 4, changedAtMs: 5 });
    });
    expect(changes.map(({ value }) => value)).toEqual([
      { starsMayShow: false, changedAtMs: 5 },
      { ...NEW_SETTINGS_RECORD, pause: byModerators },
    ]);
  });
});

it('a comparison that takes too long fails, so that the restore asks for --forget', async () => {
  const folder = await tempFolder();
  for (const name of ['one', 'other']) await openIn(folder, name);
  const [one, other] = [join(folder, 'one'), join(folder, 'other')];
  expect(await differingRecords(one, other, 10_000)).toEqual(new Map());

  const { all } = sqlite3.Database.prototype;
  const driver = vi.spyOn(sqlite3.Database.prototype, 'all').mockImplementation(function (
    this: Database,
    sql,
    ...given
  ) {
    return sql.startsWith('ATTACH') ? this : all.call(this, sql, ...given);
  });
  onTestFinished(() => driver.mockRestore());
  await expect(differingRecords(one, other, 1)).rejects.toThrow('no answer within 1 ms');
});
