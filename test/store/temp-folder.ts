import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeyvSqlite } from '@keyv/sqlite';
import { onTestFinished } from 'vitest';

/** A folder that is removed when the test ends. */
export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'easel-store-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Another connection to a store's file, for damage that Easel would never do. */
export async function meddle(
  path: string,
  work: (query: (sql: string, ...values: unknown[]) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const file = new KeyvSqlite({ uri: `sqlite://${path}`, table: 'meddle', busyTimeout: 2000 });
  file.on('error', () => undefined);
  try {
    await work(async (sql, ...values) => file.query(sql, values));
  } finally {
    await file.disconnect();
  }
}
