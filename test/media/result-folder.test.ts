import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openResultFolder } from '../../src/media/result-folder.ts';

let root: string;
/** What the operator gives. */
let given: string;
/** What Easel has of it. */
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

test('the folder is made, for this user alone, and may be there already', async () => {
  expect((await openResultFolder(given)).path).toBe(path);
  await chmod(path, 0o755);
  await openResultFolder(given);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
});

test('what else stands in the folder that the operator gives is not listed, and stays', async () => {
  const others = ['README.md', 'easel.sqlite', 'easel.sqlite-lock', 'holiday-2024.jpg', 'id_rsa'];
  await mkdir(given, { recursive: true });
  for (const other of others) await writeFile(join(given, other), 'dear to somebody');
  const folder = await openResultFolder(given);
  await put('a.png');
  await folder.remove('id_rsa');
  expect(await folder.list()).toEqual(['a']);
  expect(await folder.clearExcept([])).toBe(1);
  expect((await readdir(given)).sort()).toEqual([...others, 'easel-results'].sort());
});

test('a name is listed once, however many files it has', async () => {
  const folder = await openResultFolder(given);
  await put('a.png', 'a.fitted.webp', 'b.1234.part');
  expect((await folder.list()).sort()).toEqual(['a', 'b']);
});

test('the size is that of all files', async () => {
  const folder = await openResultFolder(given);
  expect(await folder.sizeBytes()).toBe(0);
  await put('a.png', 'b.mp4');
  expect(await folder.sizeBytes()).toBe(10);
});

test('removing a name takes all its files and no other, and may be repeated', async () => {
  const folder = await openResultFolder(given);
  await put('a.png', 'a.fitted.webp', 'ab.png', 'b.png');
  await folder.remove('a');
  await folder.remove('a');
  expect((await readdir(path)).sort()).toEqual(['ab.png', 'b.png']);
});

test('clearing keeps the names given and what no fetch put there', async () => {
  const folder = await openResultFolder(given);
  await put('a.png', 'b.png', 'b.1234.part', 'c.mp4', '.keep');
  await mkdir(join(path, 'folder'));
  expect(await folder.clearExcept(['c', 'unknown'])).toBe(3);
  expect((await readdir(path)).sort()).toEqual(['.keep', 'c.mp4', 'folder']);
});
