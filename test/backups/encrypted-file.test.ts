import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decryptFile, encryptFile, isEncrypted } from '../../src/backups/encrypted-file.ts';
import { StoreError } from '../../src/store/store.ts';
import { tempFolder } from '../store/temp-folder.ts';

const KEY = Buffer.alloc(32, 7);
const OTHER_KEY = Buffer.alloc(32, 8);
const PLAIN = Buffer.from('a prompt about a fox '.repeat(9_000));

async function encrypted(): Promise<{ path: string; to: string; bytes: Buffer }> {
  const folder = await tempFolder();
  const [plain, path] = [join(folder, 'plain'), join(folder, 'encrypted')];
  await writeFile(plain, PLAIN);
  await encryptFile(plain, path, KEY);
  return { path, to: join(folder, 'decrypted'), bytes: await readFile(path) };
}

it('says nothing of what it holds, and gives it back whole', async () => {
  const { path, to, bytes } = await encrypted();
  expect(bytes.includes('fox')).toBe(false);
  expect(await isEncrypted(path)).toBe(true);
  await decryptFile(path, to, KEY);
  expect(PLAIN.equals(await readFile(to))).toBe(true);
  expect(await isEncrypted(to)).toBe(false);
});

it('is another file each time, so that two backups tell nothing of each other', async () => {
  const [one, other] = [await encrypted(), await encrypted()];
  expect(one.bytes.subarray(40).equals(other.bytes.subarray(40))).toBe(false);
});

it('names the key that it needs', async () => {
  const { path, to } = await encrypted();
  await expect(decryptFile(path, to, undefined)).rejects.toThrow(
    /is encrypted\. Set BACKUP_KEY_FILE .* key [\da-f]{8}$/,
  );
  await expect(decryptFile(path, to, OTHER_KEY)).rejects.toThrow(
    /needs key [\da-f]{8}\. BACKUP_KEY is key [\da-f]{8}$/,
  );
  expect(await readdir(dirname(path))).toEqual(['encrypted', 'plain']);
});

it('with any byte changed, or cut anywhere, is refused, and leaves nothing', async () => {
  const { path, to, bytes } = await encrypted();
  const mark = 'Easel backup 1\n'.length;
  const spoilt = fc.oneof(
    fc.integer({ min: mark, max: bytes.length - 1 }).map((at) => {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      return changed;
    }),
    fc.integer({ min: mark, max: bytes.length - 1 }).map((length) => bytes.subarray(0, length)),
  );
  await fc.assert(
    fc.asyncProperty(spoilt, async (changed) => {
      await writeFile(path, changed);
      await expect(decryptFile(path, to, KEY)).rejects.toThrow(StoreError);
      expect(await readdir(dirname(path))).toEqual(['encrypted', 'plain']);
    }),
    { numRuns: 40 },
  );
});

it('replaces no file', async () => {
  const { path, to } = await encrypted();
  await writeFile(to, 'mine');
  await expect(encryptFile(path, to, KEY)).rejects.toThrow(`the file exists already: ${to}`);
  await expect(decryptFile(path, to, KEY)).rejects.toThrow(`the file exists already: ${to}`);
  expect(await readFile(to, 'utf8')).toBe('mine');
});
