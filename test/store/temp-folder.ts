import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

/** A database of another program, as one finds it at a mistyped address. */
export async function strangersFile(): Promise<string> {
  const path = join(await tempFolder(), 'charts.db');
  await meddle(path, async (query) => {
    await query('DROP TABLE meddle');
    await query('CREATE TABLE charts (id INTEGER PRIMARY KEY, title TEXT)');
    await query("INSERT INTO charts (title) VALUES ('sales')");
  });
  await chmod(path, 0o664);
  return path;
}

/** All that the owner of a file could see changing: its folder, its mode and its bytes. */
export async function stateOfFile(path: string): Promise<unknown> {
  const [names, { mode }, bytes] = await Promise.all([readdir(dirname(path)), stat(path), readFile(path, 'base64')]);
  return { names: names.sort(), mode: mode & 0o777, bytes };
}
