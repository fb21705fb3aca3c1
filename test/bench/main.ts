import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDatabases } from './rig/databases.ts';
import { type Figure, tableOf } from './rig/figures.ts';
import type { Yard } from './rig/yard.ts';

/** `npm run bench -- [--scale=0.1] [GROUP…]` prints this machine's figures. Compare the ratios. */

/** Loaded one by one, because some imports change the process that loads them. */
const GROUPS: Readonly<Record<string, () => Promise<(yard: Yard) => Promise<Figure[]>>>> = {
  answer: async () => (await import('./groups/answer.ts')).benchAnswer,
  burst: async () => (await import('./groups/burst.ts')).benchBurst,
  sustained: async () => (await import('./groups/sustained.ts')).benchSustained,
  job: async () => (await import('./groups/job.ts')).benchJob,
  waiting: async () => (await import('./groups/waiting.ts')).benchWaiting,
  polling: async () => (await import('./groups/polling.ts')).benchPolling,
  breaker: async () => (await import('./groups/breaker.ts')).benchBreaker,
  results: async () => (await import('./groups/results.ts')).benchResults,
  delivery: async () => (await import('./groups/delivery.ts')).benchDelivery,
  postgres: async () => (await import('./groups/postgres.ts')).benchPostgres,
  sharing: async () => (await import('./groups/sharing.ts')).benchSharing,
  takeover: async () => (await import('./groups/takeover.ts')).benchTakeover,
  servers: async () => (await import('./groups/servers.ts')).benchServers,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  // A fraction of everything, for a quick look.
  options: { scale: { type: 'string', default: '1' } },
});
const unknown = positionals.filter((name) => !Object.hasOwn(GROUPS, name));
if (unknown.length > 0)
  throw new Error(`there is no ${unknown.join(', ')}; choose from ${Object.keys(GROUPS).join(', ')}`);

const databases = createDatabases();
const yard: Yard = {
  folder: await mkdtemp(join(tmpdir(), 'easel-bench-')),
  scale: Number(values.scale),
  stallsMs: { easel: 0, floor: 0 },
  newDatabase: databases.make,
};
const figures: Figure[] = [];
const stalls: ({ name: string } & Yard['stallsMs'])[] = [];
try {
  for (const [name, load] of Object.entries(GROUPS)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const startedMs = performance.now();
    const bench = await load();
    figures.push(...(await bench(yard)));
    stalls.push({ name, ...yard.stallsMs });
    yard.stallsMs = { easel: 0, floor: 0 };
    console.error(`${name}: ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
  }
} finally {
  await databases.remove();
  await rm(yard.folder, { recursive: true, force: true });
}
const longest = stalls.toSorted((a, b) => b.easel - a.easel)[0];
if (longest && longest.easel > 0) {
  const floor = Math.max(...stalls.map((one) => one.floor));
  figures.push({
    ...{ what: 'longest stall of the event loop in all of this', value: longest.easel, unit: 'ms', note: longest.name },
    ...(floor > 0 ? { floor: { name: 'bare', value: floor } } : {}),
    goal: { of: 'value', most: 50 },
  });
}
console.log(tableOf(figures));
process.exit();
