import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE_FOLDER = fileURLToPath(new URL('../page', import.meta.url));
/** Files outside the page's folder that the page uses. */
const SHARED_FILES = ['protocol.ts', '../discord/world/world-ids.ts'].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
);
const ROOT_FOLDER = fileURLToPath(new URL('../../..', import.meta.url));
const KEPT_MS = 7 * 24 * 3_600_000;
/** Git ignores this folder, and an installation can write to it. */
const CACHE_FOLDER = path.join(ROOT_FOLDER, 'node_modules', '.cache', 'easel-page');

/**
 * Builds the page once for each state of its sources. The first build takes some seconds.
 * @returns the folder to serve
 */
export const buildPage = async (): Promise<string> => {
  const folder = path.join(CACHE_FOLDER, await fingerprint());
  if (existsSync(folder)) return folder;
  await mkdir(CACHE_FOLDER, { recursive: true });
  await dropOld();
  // Built in another folder and then moved, so that no process finds half a page.
  const making = await mkdtemp(path.join(CACHE_FOLDER, 'making-'));
  // Takes long to load, and most starts find a built page.
  const { build } = await import('vite');
  await build({
    root: SOURCE_FOLDER,
    configFile: false,
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: { outDir: making, emptyOutDir: true, assetsInlineLimit: 0 },
  });
  await rename(making, folder).catch(async (error: unknown) => {
    // Another process was faster.
    await rm(making, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  });
  return folder;
};

/** Removes old builds. */
const dropOld = async (): Promise<void> => {
  for (const name of await readdir(CACHE_FOLDER)) {
    const old = path.join(CACHE_FOLDER, name);
    const { mtimeMs } = await stat(old);
    if (mtimeMs < Date.now() - KEPT_MS) await rm(old, { recursive: true, force: true });
  }
};

/** A hash of everything that the page is built from. */
const fingerprint = async (): Promise<string> => {
  const hash = createHash('sha256');
  const names = (await readdir(SOURCE_FOLDER, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
  for (const name of [...names, ...SHARED_FILES, path.join(ROOT_FOLDER, 'package.json')]) {
    hash.update(path.relative(ROOT_FOLDER, name)).update('\0');
    hash.update(await readFile(name)).update('\0');
  }
  return hash.digest('hex').slice(0, 16);
};
