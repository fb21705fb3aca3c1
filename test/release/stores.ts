import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { backUpStore } from '../../src/store/sqlite/backup.ts';
import { storeFileOf } from '../../src/store/store-url.ts';
import { startEasel } from '../support/easel.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { type Formats, formatsSchema, watchCollections } from './formats.ts';
import { play } from './play.ts';

/** For each version, a store that it wrote, and the formats of its collections. */

const FOLDER = join(import.meta.dirname, 'stores');
const FORMATS = join(FOLDER, 'formats.json');
const SUFFIX = '.sqlite.gz';

const pathOf = (version: string): string => join(FOLDER, `${version}${SUFFIX}`);

/** The versions with a frozen store. */
export const frozenVersions = (): string[] =>
  readdirSync(FOLDER).flatMap((name) => (name.endsWith(SUFFIX) ? [name.slice(0, -SUFFIX.length)] : []));

export const thaw = (version: string, path: string): void =>
  writeFileSync(path, gunzipSync(readFileSync(pathOf(version))), { mode: 0o600 });

export function keptFormats(): Record<string, Formats> {
  return z
    .record(z.string(), formatsSchema)
    .parse(existsSync(FORMATS) ? JSON.parse(readFileSync(FORMATS, 'utf8')) : {});
}

/** Opens the bot on an empty store, or on a store's file. */
export async function startOn(storeFile?: string, startMs?: number, more: Record<string, string> = {}) {
  const { wrapStore, ...watched } = watchCollections();
  const environment = storeFile === undefined ? more : { ...more, STORE_URL: `sqlite://${storeFile}` };
  const clock = startMs === undefined ? {} : { clock: new FakeClock(startMs) };
  // The service of a kept store gave other ids.
  const service = storeFile === undefined ? {} : { random: () => 0.7 };
  return { easel: await startEasel({ wrapStore, environment, service, ...clock }), ...watched };
}

/** Plays a few days. @returns the packed store, and the formats of all collections that were opened. */
export async function playStore(): Promise<{ packed: Buffer; formats: Formats }> {
  const folder = await mkdtemp(join(tmpdir(), 'easel-release-'));
  const { easel, formats } = await startOn();
  try {
    await play(easel);
    await easel.app.stop();
    const copy = join(folder, 'store.sqlite');
    await backUpStore(storeFileOf(easel.config.STORE_URL), copy);
    const sorted = Object.entries(formats).sort(([one], [other]) => (one < other ? -1 : 1));
    return { packed: gzipSync(readFileSync(copy), { level: 9 }), formats: Object.fromEntries(sorted) };
  } finally {
    await easel.close();
    await rm(folder, { recursive: true });
  }
}

/** Keeps a store and its formats for every later version to open. */
export function freeze(version: string, { packed, formats }: Awaited<ReturnType<typeof playStore>>): void {
  writeFileSync(pathOf(version), packed);
  writeFileSync(FORMATS, `${JSON.stringify({ ...keptFormats(), [version]: formats }, undefined, 2)}\n`);
}
