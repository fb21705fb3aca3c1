import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const FILE = 'playground.json';
/** How often changed state is saved. */
const KEEP_INTERVAL_MS = 2000;

/** The sandboxes validate their own state when they load it. */
const keptSchema = z.object({
  clockOffsetMs: z.number(),
  discord: z.unknown(),
  service: z.unknown(),
  /** Whether The Workshop has had its settings. They are imported only once, even if the manager changes them. */
  isPrepared: z.boolean().default(true),
});
type KeptState = z.output<typeof keptSchema>;

/** Loads an earlier playground's state. @throws ZodError or SyntaxError if the file is invalid */
export const readKept = async (folder: string): Promise<KeptState | undefined> => {
  const file = join(folder, FILE);
  return existsSync(file) ? keptSchema.parse(JSON.parse(await readFile(file, 'utf8'))) : undefined;
};

/** Writes the file as a whole: into a new file, which then replaces the old one. */
const writeKept = async (folder: string, state: KeptState): Promise<void> => {
  const file = join(folder, FILE);
  await writeFile(`${file}.new`, JSON.stringify(state));
  await rename(`${file}.new`, file);
};

interface Sandbox {
  listen(onChange: () => void): () => void;
  snapshot(): unknown;
}

/** Saves the sandboxes' state at intervals while it changes. @returns a function that saves once more and stops */
export const keepState = (
  folder: string,
  { discord, service }: Record<'discord' | 'service', Sandbox>,
  more: () => Pick<KeptState, 'clockOffsetMs' | 'isPrepared'>,
): (() => Promise<void>) => {
  let isChanged = false;
  const onChange = (): void => {
    isChanged = true;
  };
  const write = (): Promise<void> =>
    writeKept(folder, { ...more(), discord: discord.snapshot(), service: service.snapshot() });
  let writing = Promise.resolve();
  const timer = setInterval(() => {
    if (!isChanged) return;
    isChanged = false;
    // One save at a time. A full disk must not end the playground; the next save tries again.
    writing = writing.then(write).catch(onChange);
  }, KEEP_INTERVAL_MS);
  const stops = [discord.listen(onChange), service.listen(onChange)];
  return async () => {
    clearInterval(timer);
    for (const stop of stops) stop();
    await writing;
    await write();
  };
};
