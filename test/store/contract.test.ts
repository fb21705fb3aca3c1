import { join } from 'node:path';
import { describe, onTestFinished } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';
import { hasPostgres, newPostgres } from '../support/postgres.ts';
import { storeContract } from './contract.ts';
import { tempFolder } from './temp-folder.ts';

const closing = (store: Store): Store => {
  onTestFinished(() => store.close());
  return store;
};

describe('a store in a SQLite file', () => {
  storeContract(async () => closing(await openStore(`sqlite://${join(await tempFolder(), 'easel.sqlite')}`)));
});

describe.runIf(hasPostgres)('a store in PostgreSQL', () => {
  storeContract(async () => closing(await openStore(await newPostgres())));
});

describe('the tests’ store in memory', () => {
  storeContract(async () => closing(await storeOver(new MemoryDatabase())));
});
