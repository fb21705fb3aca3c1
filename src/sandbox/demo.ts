import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { visit } from './visit.ts';

/**
 * `npm run demo`: runs the bot on a Discord and a service on this machine, with a page or, with `--once`, without one.
 */

const USAGE = `npm run demo                   starts a page to try Easel in, until Ctrl+C
npm run demo -- --port N       serves the page on this port (default: 4870, or a free port if that is taken)
npm run demo -- --data DIR     keeps everything in this folder for the next time
npm run demo -- --host H       listens on this address (default: 127.0.0.1)
npm run demo -- --empty        starts without the month of pictures and clips
npm run demo -- --processes N  runs 2 to 6 processes of the bot on a PostgreSQL from the npm packages
npm run demo -- --once         plays a member's visit without a page and prints what happens
                --output DIR   writes the visit's files to this folder (default: demo-output)`;

/** Fewer processes have nothing to take over; more are too many for most machines. */
const PROCESSES = { least: 2, most: 6 };

const DEFAULT_PORT = 4870;

/** Half of the service's own, so that a visitor sees soon what comes. */
const DURATIONS = {
  'image-model-a': { queueMs: 500, runMs: 2_000 },
  'image-model-b': { queueMs: 750, runMs: 3_500 },
  'omni-flash': { queueMs: 1_000, runMs: 6_000 },
};

const { values } = parseArgs({
  options: {
    once: { type: 'boolean', default: false },
    output: { type: 'string', default: 'demo-output' },
    port: { type: 'string' },
    host: { type: 'string' },
    data: { type: 'string' },
    processes: { type: 'string' },
    empty: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const say = (line: string): void => console.log(line);

/** Creates a folder, and removes it when the work is done. */
async function inTemporaryFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'easel-demo-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @throws if the option isn't a number of processes */
function processesAsked(): number | undefined {
  if (values.processes === undefined) return undefined;
  const { least, most } = PROCESSES;
  const processes = Number(values.processes);
  if (Number.isInteger(processes) && processes >= least && processes <= most) return processes;
  throw new Error(`--processes needs a whole number from ${least} to ${most}, not “${values.processes}”`);
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
  say('Easel’s playground is starting …');
  const { host = '127.0.0.1', data } = values;
  // Several processes can't find in PostgreSQL what one process keeps in its file.
  const own = processes === undefined ? folder : join(folder, 'processes');
  const postgresFolder = data === undefined ? undefined : join(own, 'postgres');
  const more = { processes, postgresFolder, withMonth: !values.empty };
  const open = (port: number) => openPlayground({ folder: own, port, host, warn: say, durations: DURATIONS, ...more });
  const wanted = values.port === undefined ? DEFAULT_PORT : Number(values.port);
  const playground = await open(wanted).catch((error: unknown) => {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken || values.port !== undefined) throw error;
    return open(0);
  });
  // The month of work takes some seconds. With it, the first page has pictures.
  if (!values.empty) await Promise.race([playground.prepared, stopped]);
  say(`\n  Open ${playground.url} in a browser. Press Ctrl+C to stop.\n`);
  say(data === undefined ? '  Nothing is saved.' : `  Everything is saved in ${folder}.`);
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
  console.error(`The demo failed: ${error instanceof Error ? error.message : String(error)}`);
  return 1;
});
// The sandbox's render thread and open sockets would keep the process alive.
process.exit();
