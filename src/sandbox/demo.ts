import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { visit } from './visit.ts';

/** `npm run demo`: the bot on this machine's own Discord and service, in a page or, with --once, without one. */

const USAGE = `npm run demo                a page to try Easel in, until Ctrl+C
npm run demo -- --port N    where the page is served; 4870 when not given, and any free port when that is taken
npm run demo -- --data DIR  keeps everything in that folder, for the next time
npm run demo -- --host H    listens elsewhere than on 127.0.0.1
npm run demo -- --month     begins with a month of work: things to find again, to go on with and to show
npm run demo -- --processes N  with 2 to 6 processes of the bot, on a PostgreSQL that comes with the packages
npm run demo -- --once      plays a visit without a page, and says what happens
                --output DIR  where the visit's files go; demo-output when not given`;

/** Fewer have nothing to take over, and more are too much for most machines. */
const PROCESSES = { least: 2, most: 6 };

const DEFAULT_PORT = 4870;

const { values } = parseArgs({
  options: {
    once: { type: 'boolean', default: false },
    output: { type: 'string', default: 'demo-output' },
    port: { type: 'string' },
    host: { type: 'string' },
    data: { type: 'string' },
    processes: { type: 'string' },
    month: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const say = (line: string): void => console.log(line);

/** A folder for as long as the work takes. */
async function inTemporaryFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'easel-demo-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @throws where it is no number of processes */
function processesAsked(): number | undefined {
  if (values.processes === undefined) return undefined;
  const { least, most } = PROCESSES;
  const processes = Number(values.processes);
  if (Number.isInteger(processes) && processes >= least && processes <= most) return processes;
  throw new Error(`--processes takes a whole number from ${least} to ${most}, not “${values.processes}”`);
}

async function playOnce(folder: string): Promise<number> {
  return (await visit({ folder, outputFolder: resolve(values.output), say, processes: processesAsked() })) ? 0 : 1;
}

async function servePage(folder: string): Promise<number> {
  const { openPlayground } = await import('./playground/open-playground.ts');
  const stopped = new Promise<void>((stop) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop());
  });
  const processes = processesAsked();
  say('Easel’s playground is getting ready …');
  const { host = '127.0.0.1', data } = values;
  // What one process has in its file, several would not find in their PostgreSQL.
  const own = processes === undefined ? folder : join(folder, 'processes');
  const postgresFolder = data === undefined ? undefined : join(own, 'postgres');
  const more = { processes, postgresFolder, withMonth: values.month };
  const open = (port: number) => openPlayground({ folder: own, port, host, warn: say, ...more });
  const wanted = values.port === undefined ? DEFAULT_PORT : Number(values.port);
  const playground = await open(wanted).catch((error: unknown) => {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken || values.port !== undefined) throw error;
    return open(0);
  });
  say(`\n  Open ${playground.url} in a browser. Ctrl+C ends it.\n`);
  say(data === undefined ? '  Nothing is kept.' : `  Everything is kept in ${folder}.`);
  await stopped;
  say('\nThe playground is stopping …');
  await playground.close();
  return 0;
}

async function main(): Promise<number> {
  if (values.help) {
    say(USAGE);
    return 0;
  }
  const work = values.once ? playOnce : servePage;
  if (values.data === undefined || values.once) return inTemporaryFolder(work);
  await mkdir(values.data, { recursive: true });
  return work(resolve(values.data));
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(`The demo cannot go on: ${error instanceof Error ? error.message : String(error)}`);
  return 1;
});
// The sandbox's drawing thread and open sockets must not keep it alive.
process.exit();
