import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readMediaType } from '../../../src/media/files/media-type.ts';
import { dropMetadata } from '../../../src/media/metadata/drop-metadata.ts';

/** What no file may say once it is without metadata. */
export const SECRET = 'a castle that no one may see';

/** The file's bytes without metadata; undefined if it can't be had. */
export async function dropped(folder: string, bytes: Uint8Array): Promise<Buffer | undefined> {
  const path = join(folder, 'job-0.file');
  await writeFile(path, bytes);
  const type = await readMediaType(path);
  if (typeof type === 'string') throw new Error(`the file for the test is ${type}`);
  const made = await dropMetadata({ path, sizeBytes: bytes.byteLength, ...type }, new AbortController().signal);
  if (!made) {
    expect((await readdir(folder)).filter((name) => name.includes('plain'))).toEqual([]);
    return undefined;
  }
  const written = await readFile(made.path);
  expect(made).toEqual({ ...type, path: join(folder, `job-0.plain.${type.extension}`), sizeBytes: written.byteLength });
  await rm(made.path);
  return written;
}
