import { spawnSync } from 'node:child_process';
import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { FindingError } from '../../src/findings/finding.ts';
import type { Store } from '../../src/store/store.ts';
import { VERSION } from '../../src/version.ts';
import { GALLERY, people, startEasel } from '../support/easel.ts';

/** What a program changes of the store that it opens. */
type Change = (store: Store) => Store;

/** A newer version of the program, which stores styles in another format. */
const newer: Change = (store) => {
  const collection: Store['collection'] = (definition) =>
    store.collection(definition.name === 'styles' ? { ...definition, migrations: [(record) => record] } : definition);
  return new Proxy(store, {
    get: (object, property) => (property === 'collection' ? collection : Reflect.get(object, property)),
  });
};

/** The bot, whose program can be exchanged before a restart. */
async function startUpgradable() {
  let change: Change = (store) => store;
  const easel = await startEasel({ wrapStore: (store) => change(store) });
  onTestFinished(() => easel.close());
  return {
    ...{ easel, path: resolve(easel.config.STORE_URL.replace('sqlite://', '')) },
    restartAs: async (next: Change) => {
      change = next;
      await easel.restart();
    },
  };
}

const same: Change = (store) => store;

it('a bot that changes the store keeps it as it was, and the older bot refuses it until that copy is restored', async () => {
  const { easel, path, restartAs } = await startUpgradable();
  await easel.command(people.member, { channelId: GALLERY, name: 'image', options: { prompt: 'a storm' } });
  await easel.idle();
  const copy = `${path}-before-${VERSION}`;
  const logged = () => easel.log.filter(({ finding }) => finding === 'store.upgraded');

  await restartAs(newer);
  await access(copy);
  expect(logged()).toMatchObject([{ path: copy, version: VERSION }]);
  await restartAs(newer);
  expect(logged()).toHaveLength(1);

  const refusal: unknown = await restartAs(same).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(FindingError);
  expect(String(refusal)).toMatch(/STORE_URL: .*written by a newer Easel: its styles have version 2/);
  await easel.app.stop();
  const restored = spawnSync(process.execPath, ['src/store-tool/store-tool.ts', 'restore', copy, '--forget'], {
    env: { ...process.env, STORE_URL: easel.config.STORE_URL },
    encoding: 'utf8',
  });
  expect(restored.stdout).toContain(`Restored from ${copy}.`);
  await restartAs(same);
  expect((await easel.budget()).spent).toBeGreaterThan(0);
});

it('all collections are known before the first record of a new version is written', async () => {
  const late: string[] = [];
  const noticeLate: Change = (store) => {
    const known = new Set<string>();
    let isUpgraded = false;
    const collection: Store['collection'] = (definition) => {
      const { name } = definition;
      if (isUpgraded && !known.has(name)) late.push(name);
      known.add(name);
      return store.collection(definition);
    };
    const copyBeforeUpgrade: Store['copyBeforeUpgrade'] = (version) => {
      isUpgraded = true;
      return store.copyBeforeUpgrade(version);
    };
    const noticed = { collection, copyBeforeUpgrade };
    return new Proxy(store, {
      get: (object, property) => Reflect.get(property in noticed ? noticed : object, property),
    });
  };
  const { easel, restartAs } = await startUpgradable();
  await restartAs(noticeLate);
  await easel.command(people.member, { channelId: GALLERY, name: 'image', options: { prompt: 'a storm' } });
  await easel.idle();
  expect(late).toEqual([]);
});
