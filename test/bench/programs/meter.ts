import { subscribe } from 'node:diagnostics_channel';
import { createRequire } from 'node:module';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { MeterOrder, Reading } from '../rig/reading.ts';

/**
 * Loaded into a bot's process before the bot. Counts what happens there and reports it to the parent process. The bot
 * doesn't know about it.
 */

/** The resolution of measured delays. A finer one would itself cost much of what it measures. */
const RESOLUTION_MS = 20;

const stalls = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
const counts = { reads: 0, commits: 0, readsAtAnswer: 0, commitsAtAnswer: 0 };

/** The part of sqlite3 that Keyv's adapter uses for every statement. */
interface Sqlite {
  Database: { prototype: { all: (statement: string, ...rest: unknown[]) => unknown } };
}
const sqlite: Sqlite = createRequire(import.meta.url)('sqlite3');
const { prototype } = sqlite.Database;
const { all } = prototype;
prototype.all = function (statement, ...rest) {
  // Starts with the first work, because loading the program delays no one.
  stalls.enable();
  if (/^\s*SELECT/i.test(statement)) counts.reads += 1;
  else if (/^\s*(INSERT|UPDATE|DELETE)/i.test(statement)) counts.commits += 1;
  return all.call(this, statement, ...rest);
};

if (process.env['STORE_URL']?.startsWith('postgres')) countPostgres();

/** The statement of a commit has a name. All other statements read or keep the session alive. */
function countPostgres(): void {
  const postgres: { Client: { prototype: { query: (statement: unknown, ...rest: unknown[]) => unknown } } } =
    createRequire(import.meta.url)('pg');
  const { query } = postgres.Client.prototype;
  postgres.Client.prototype.query = function (statement, ...rest) {
    stalls.enable();
    const isNamed = typeof statement === 'object' && statement !== null && 'name' in statement;
    if (isNamed && statement.name === 'commit') counts.commits += 1;
    else if (/^\s*SELECT/i.test(String(statement))) counts.reads += 1;
    return query.call(this, statement, ...rest);
  };
}

subscribe('undici:request:create', (message) => {
  stalls.enable();
  const { path = '' } = (message as { request?: { path?: string } }).request ?? {};
  if (!path.endsWith('/callback') && !path.includes('/callback?')) return;
  counts.readsAtAnswer = counts.reads;
  counts.commitsAtAnswer = counts.commits;
});

function longestStallMs(): number {
  return Math.max(0, stalls.max / 1e6 - RESOLUTION_MS);
}

process.on('message', ({ measure }: MeterOrder) => {
  if (measure === undefined) return;
  const stallMs = longestStallMs();
  if (measure === 'heap') for (let round = 0; round < 3; round++) globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const reading: Reading = {
    ...counts,
    cpuMs: (user + system) / 1000,
    heapBytes: process.memoryUsage().heapUsed,
    longestStallMs: stallMs,
  };
  // The garbage collection above is not the bot's stall.
  if (measure === 'heap') stalls.reset();
  process.send?.({ reading });
});
