import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openStore } from '../store/open-store.ts';
import { StoreError } from '../store/store.ts';
import { print, readWords, runTool, storeUrl } from './run-tool.ts';
import { readStory } from './story/story.ts';

/** `npm run job` prints what is known of a job, or of an interaction that started none. It changes nothing. */

const USAGE = `npm run job -- ID     prints what the store and the log know of a job, while Easel runs
ID is the id of a job, a task, an interaction or a message, a message's link, or the id in an error that a member read.
    --log FILE        also reads a log, and can be given more than once; - reads standard input
    --prompt          prints the prompt too`;

const EXIT_CODES = { told: 0, unknown: 1 } as const;

async function tell(id: string, logs: readonly string[], showsPrompt: boolean): Promise<number> {
  await using store = await openStore(storeUrl(), { exclusive: false });
  const story = await withLogFiles(logs, (paths) => readStory(store, id, paths));
  if (!story) {
    const looked = logs.length === 0 ? 'the store' : 'the store and the log';
    print(`Found nothing in ${looked} with the id ${id}.`);
    print('The store knows jobs that run, wait or have ended; it forgets a job when its history is deleted.');
    print(
      'Of each server, only the 2,000 jobs before a message are compared with its id, and no unreadable record is.',
    );
    print('Only the log knows refused commands and errors: give all of it with --log FILE.');
    return EXIT_CODES.unknown;
  }
  for (const line of story.lines) print(line);
  if (showsPrompt && story.prompt !== '') print(`Prompt: ${story.prompt}`);
  if (logs.length === 0) print('Give the log with --log FILE to see calls, errors and refusals too.');
  return EXIT_CODES.told;
}

/** Standard input goes through a file, because logs are read twice. */
async function withLogFiles<Result>(
  given: readonly string[],
  work: (paths: string[]) => Promise<Result>,
): Promise<Result> {
  const folder = given.includes('-') ? await mkdtemp(join(tmpdir(), 'easel-log-')) : undefined;
  try {
    const fromInput = folder === undefined ? undefined : join(folder, 'log');
    if (fromInput !== undefined) await pipeline(process.stdin, createWriteStream(fromInput));
    const paths = given.map((path) => (path === '-' && fromInput !== undefined ? fromInput : path));
    for (const path of paths) {
      const isFile = await stat(path).then(
        (found) => found.isFile(),
        () => false,
      );
      if (!isFile) throw new StoreError(`${path} is not a file that can be read`);
    }
    return await work(paths);
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

await runTool(USAGE, async (args) => {
  const words = readWords(args, {
    log: { type: 'string', multiple: true, default: [] },
    prompt: { type: 'boolean', default: false },
  });
  const [id, ...others] = words?.positionals ?? [];
  return words && id && others.length === 0 ? tell(id, words.values.log, words.values.prompt) : undefined;
});
