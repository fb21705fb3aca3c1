import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { readVariable } from '../config.ts';
import { loadEnvironment } from '../environment.ts';
import { openStore } from '../store/open-store.ts';
import { StoreError } from '../store/store.ts';
import { NOT_DONE, print, runTool } from './run-tool.ts';
import { readStory } from './story/story.ts';

/** `npm run job` prints what is known of a job, or of an interaction that started none. It changes nothing. */

const USAGE = `npm run job -- ID     prints what the store and the log know of a job, while Easel runs
ID is the id of a job, a task, an interaction or a message, a message's link, or the id in an error that a member read.
    --log FILE        also reads a log, and can be given more than once; - reads standard input
    --prompt          prints the prompt too`;

const EXIT_CODES = { told: 0, unknown: 1, notDone: NOT_DONE } as const;

interface Given {
  id: string;
  logs: string[];
  showsPrompt: boolean;
}

/** @returns undefined if the words aren't a command; see `USAGE` */
function readArguments(args: string[]): Given | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        log: { type: 'string', multiple: true, default: [] },
        prompt: { type: 'boolean', default: false },
      },
    });
    const [id, ...others] = positionals;
    if (!id || others.length > 0) return undefined;
    return { id, logs: values.log, showsPrompt: values.prompt };
  } catch {
    return undefined;
  }
}

async function tell({ id, logs, showsPrompt }: Given): Promise<number> {
  const url = readVariable('STORE_URL', loadEnvironment({ own: process.env }));
  await using store = await openStore(url, { exclusive: false });
  const story = await withLogFiles(logs, (paths) => readStory(store, id, paths));
  if (!story) {
    const looked = logs.length === 0 ? 'the store' : 'the store and the log';
    print(`Nothing in ${looked} has the id ${id}.`);
    print('The store knows jobs that run, wait or have ended; it forgets a job when its history is deleted.');
    print('Only the log knows refused commands and errors: give all of it with --log FILE.');
    return EXIT_CODES.unknown;
  }
  for (const line of story.lines) print(line);
  if (showsPrompt && story.prompt !== undefined) print(`Prompt: ${story.prompt}`);
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

async function main(args: string[]): Promise<number> {
  const given = readArguments(args);
  if (given) return tell(given);
  print(USAGE);
  return EXIT_CODES.notDone;
}

await runTool(main);
