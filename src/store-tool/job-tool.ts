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
import { LINES_MAX } from './story/log-lines.ts';
import { readStory, type Story } from './story/story.ts';

/** `npm run job` tells a job's whole story, or why an interaction started none, while Easel runs. It changes nothing. */

const USAGE = `npm run job -- ID     tells the story of a job, while Easel runs
ID is the id of a job, a task, an interaction or a message, a message's link, or the id in an error that a member read.
    --log FILE        also reads a log, and can be given more than once; - reads standard input
    --prompt          prints the prompt too
    --json            prints data`;

const EXIT_CODES = { told: 0, unknown: 1, notDone: NOT_DONE } as const;

interface Given {
  id: string;
  logs: string[];
  showsPrompt: boolean;
  isJson: boolean;
}

/** @returns undefined if the words aren't a command; see `USAGE` */
function readArguments(args: string[]): Given | undefined {
  const isSet = { type: 'boolean', default: false } as const;
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { log: { type: 'string', multiple: true, default: [] }, prompt: isSet, json: isSet },
    });
    const [id, ...others] = positionals;
    if (!id || others.length > 0) return undefined;
    return { id, logs: values.log, showsPrompt: values.prompt, isJson: values.json };
  } catch {
    return undefined;
  }
}

async function tell({ id, logs, showsPrompt, isJson }: Given): Promise<number> {
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
  const { prompt, ...told } = story;
  if (isJson) print(JSON.stringify({ id, ...told, ...(showsPrompt ? { prompt } : {}) }, undefined, 2));
  else for (const line of linesOf(story, showsPrompt, logs.length > 0)) print(line);
  return EXIT_CODES.told;
}

function linesOf(
  { job, memberId, prompt, events, state, isCut }: Story,
  showsPrompt: boolean,
  hasLog: boolean,
): string[] {
  const member = memberId === undefined ? '' : `, of member ${memberId}`;
  return [
    job ? `Job ${job.jobId} in server ${job.guildId}${member}` : 'No job',
    ...(showsPrompt && prompt !== undefined ? [`Prompt: ${prompt}`] : []),
    ...events.map(({ atMs, source, text }) => `${new Date(atMs).toISOString()}  ${source.padEnd(9)}  ${text}`),
    ...(isCut ? [`The log has more than ${LINES_MAX} lines about it; these are the first.`] : []),
    'Now:',
    ...state.map((line) => `  ${line}`),
    ...(hasLog ? [] : ['Give the log with --log FILE to see calls, errors and refusals too.']),
  ];
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
