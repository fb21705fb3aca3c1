import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const FILE = 'playground.json';
/** What the sandboxes check themselves when they take it up. */
const keptSchema = z.object({
  clockOffsetMs: z.number(),
  discord: z.unknown(),
  service: z.unknown(),
  /** Whether The Workshop has had its settings; nothing gives them a second time, whatever became of them. */
  isPrepared: z.boolean().default(true),
});
export type KeptState = z.output<typeof keptSchema>;

/** What an earlier playground left in this folder. @throws ZodError or SyntaxError when the file is none of ours */
export const readKept = async (folder: string): Promise<KeptState | undefined> => {
  const file = join(folder, FILE);
  return existsSync(file) ? keptSchema.parse(JSON.parse(await readFile(file, 'utf8'))) : undefined;
};

/** Whole or not at all: beside its place first, then moved there. */
export const writeKept = async (folder: string, state: KeptState): Promise<void> => {
  const file = join(folder, FILE);
  await writeFile(`${file}.new`, JSON.stringify(state));
  await rename(`${file}.new`, file);
};
