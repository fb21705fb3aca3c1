import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openResultFolder } from '../../../src/media/files/result-folder.ts';

let root: string;
/** The operator's folder. */
let given: string;
/** Easel's own folder in it. */
let path: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'easel-results-'));
  given = join(root, 'deep', 'results');
  path = join(given, 'easel-results');
});

afterEach(() => rm(root, { recursive: true }));

async function put(...files: string[]): Promise<void> {
  for (const file of files) await writeFile(join(path, file), 'bytes');
}

test('the folder is created for this user alone, and may exist already', async () => {
  expect((await openResultFolder(given)).path).toBe(path);
  await chmod(path, 0o755);
  await openResultFolder(given);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
});

test('other files in the operator’s folder stay', async () => {
  const others = ['README.md', 'easel.sqlite', 'easel.sqlite-lock', 'holiday-2024.jpg', 'id_rsa'];
  await mkdir(given, { recursive: true });
  for (const other of others) await writeFile(join(given, other), 'dear to somebody');
  const folder = await openResultFolder(given);
  await put('a.png');
  await folder.remove('id_rsa');
  await folder.clear();
  expect(await readdir(path)).toEqual([]);
  expect((await readdir(given)).sort()).toEqual([...others, 'easel-results'].sort());
});

test('removing a name removes all its files and no others, and may be repeated', async () => {
  const folder = await openResultFolder(given);
  await put('a.png', 'a.fitted.webp', 'ab.png', 'b.png');
  await folder.remove('a');
  await folder.remove('a');
  expect((await readdir(path)).sort()).toEqual(['ab.png', 'b.png']);
});

test('clearing removes results only', async () => {
  const folder = await openResultFolder(given);
  await put('a.png', 'b.png', 'b.1234.part', '.keep');
  await mkdir(join(path, 'folder'));
  await folder.clear();
  expect((await readdir(path)).sort()).toEqual(['.keep', 'folder']);
});
