import { cpSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { z } from 'zod';
import { pruneModules } from './prune-modules.ts';

const packageSchema = z.object({ dev: z.boolean().default(false) });
const lockSchema = z.object({ packages: z.record(z.string(), packageSchema) });

/** What the image's last stage takes from the checkout, by the Dockerfile. */
const COPIED: readonly string[] = (
  readFileSync('Dockerfile', 'utf8')
    .split(/^FROM /m)
    .at(-1) ?? ''
)
  .split('\n')
  .flatMap((line) => (/^COPY (?!--from)/.test(line) ? line.split(' ').slice(1, -1) : []));

/** Makes a folder like the image's: the same files, and the packages that the bot needs, pruned. */
export function makeImageTree(folder: string): { keptBytes: number } {
  const ignored = new Set(readFileSync('.dockerignore', 'utf8').split('\n'));
  for (const path of COPIED) {
    cpSync(path, join(folder, path), { recursive: true, filter: (from) => !ignored.has(relative('.', from)) });
  }
  const { packages } = lockSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const isForDevelopment = (path: string): boolean => packages[path]?.dev === true;
  cpSync('node_modules', join(folder, 'node_modules'), {
    recursive: true,
    filter: (from) => !isForDevelopment(from) && !basename(from).startsWith('.'),
  });
  return pruneModules(join(folder, 'node_modules'));
}
