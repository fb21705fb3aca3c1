import { spawn } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { upgradeBooks, upgradeTally } from '../../src/budget/books/upgrade.ts';
import { systemClock } from '../../src/clock.ts';
import { readConfig } from '../../src/config.ts';
import { type Job, jobSchema } from '../../src/jobs/job.ts';
import { upgradeHistory } from '../../src/jobs/records/upgrade.ts';
import { createLog } from '../../src/log.ts';
import { openResultFolder } from '../../src/media/result-folder.ts';
import { upgradeRequests } from '../../src/moderation/requests/upgrade.ts';
import { createParts, type Parts } from '../../src/parts/parts.ts';
import { createTopic } from '../../src/parts/topic.ts';
import { ids } from '../../src/sandbox/discord/world/world.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Vacant } from '../../src/store/shards.ts';
import { serverInKey } from '../../src/store/shards.ts';
import type { Collection, Store } from '../../src/store/store.ts';
import { VERSION } from '../../src/version.ts';
import { allOf } from '../support/all-records.ts';
import { GALLERY, people, startEasel, textOf } from '../support/easel.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { meddle, tempFolder } from './temp-folder.ts';

/** What `fixtures/README.md` describes, and what the Easel that wrote it said of it then. */
const FIXTURE = join(import.meta.dirname, 'fixtures/store-before-one-table.sqlite.gz');
const WRITTEN_AT_MS = Date.parse('2026-11-17T12:16:01.750Z');
const ROWS = {
  ...{ accounts: 3, alerts: 2, askings: 1, audit: 3, controls: 1, gallery: 2, history: 19, jobs: 5, ledger_pages: 8 },
  ...{ members: 19, models: 3, previews: 3, reports: 5, rounds: 3, service: 1, settings: 3, usage: 3, waiting: 4 },
};
const ENDED_JOBS = 530;
/** Its servers, by the ids that they had then. */
const SERVERS = { atelier: ids.atelier.guild, workshop: '1600000000000000000', annex: '1400000000000000000' };
const SUMS = { spentCredits: 3012, heldCredits: 56, unconfirmed: { holds: 3, credits: 12 } };
const ACCOUNTS = {
  [SERVERS.atelier]: {
    ...{ periodKey: '2026-11', budgetCredits: 1600, spentCredits: 612, heldCredits: 16, leftCredits: 972 },
    ...{ entries: 491, used: { credits: 1128, settled: 215, released: 22 } },
  },
  [SERVERS.workshop]: {
    ...{ periodKey: '2026-11', budgetCredits: 4250, spentCredits: 672, heldCredits: 36, leftCredits: 3542 },
    ...{ entries: 562, used: { credits: 1252, settled: 243, released: 25 } },
  },
  [SERVERS.annex]: {
    ...{ periodKey: 'w2026-11-16', budgetCredits: 900, spentCredits: 0, heldCredits: 4, leftCredits: 896 },
    ...{ entries: 269, used: { credits: 632, settled: 115, released: 14 } },
  },
};
/** A newer Easel may divide the records of money otherwise: their sums tell whether all are there. */
const BOOKS = ['accounts', 'ledger_pages', 'usage', 'service'];
/** What was asked for, and what moderators see first, became records of one kind. */
const REQUESTS = ['waiting', 'previews'];

/** What several processes write, each by a rule of its own. Everything else is one server's. */
const EVERYBODYS = [
  ...['answered_orders', 'asked_orders', 'charges', 'controls', 'models', 'month_sums', 'operator_alerts'],
  ...['picture_answers', 'registrations', 'spent', 'sweeps', 'tally', 'upgrades'],
];

/** Of a line of the log. */
const ERROR_LEVEL = 50;

async function unpack(): Promise<string> {
  const path = join(await tempFolder(), 'easel.sqlite');
  await writeFile(path, gunzipSync(await readFile(FIXTURE)));
  return path;
}

const namesSchema = z.array(z.object({ name: z.string() }));
const rowSchema = z.object({ key: z.string(), value: z.string() });
const rowsSchema = z.array(rowSchema.transform(({ key, value }): [string, string] => [key, value]));

/** The texts of all tables of a file, read from a copy of it: looking must not change it. */
async function tablesOf(path: string): Promise<Map<string, [key: string, text: string][]>> {
  const copy = `${path}.copy`;
  await copyFile(path, copy);
  const tables = new Map<string, [string, string][]>();
  await meddle(copy, async (query) => {
    const names = namesSchema.parse(await query("SELECT name FROM sqlite_master WHERE type = 'table'"));
    for (const { name } of names.filter((one) => one.name !== 'meddle')) {
      const rows = rowsSchema.parse(await query(`SELECT key, value FROM ${name} ORDER BY key`));
      tables.set(name, rows);
    }
  });
  return tables;
}

const open = (path: string): Promise<Store> => openStore(`sqlite://${path}`);

/** All of today's parts over the store, and every collection that they have opened. */
async function wire(path: string): Promise<{
  parts: Parts;
  collections: Map<string, Collection<unknown>>;
  /** How each of them tells a record's server; undefined where its records are everybody's. */
  servers: Map<string, ((key: string, record: unknown) => string | undefined) | undefined>;
}> {
  const store = await open(path);
  for (const upgrade of [upgradeBooks, upgradeHistory, upgradeRequests])
    expect(await upgrade(store)).toEqual({ unreadable: [] });
  await upgradeTally(store, systemClock);
  const collections = new Map<string, Collection<unknown>>();
  const servers: Awaited<ReturnType<typeof wire>>['servers'] = new Map();
  const recording: Store = {
    ...store,
    collection: (name, schema, options) => {
      const collection = store.collection(name, schema, options);
      collections.set(name, collection);
      const { serverOf } = options ?? {};
      const inRecord = (record: unknown) => (serverOf instanceof Function ? serverOf(schema.parse(record)) : undefined);
      servers.set(name, serverOf && ((key, record) => (serverOf === 'key' ? serverInKey(key) : inRecord(record))));
      return collection;
    },
  };
  const config = readConfig({
    DISCORD_TOKEN: 'not-a-token.of.anybody',
    TASK_API_URL: 'http://127.0.0.1:1',
    TASK_API_KEY: 'sk-none',
  });
  const ports = { clock: new FakeClock(WRITTEN_AT_MS), random: () => 0.5, log: createLog('silent') };
  const results = await openResultFolder(await tempFolder());
  const stopping = new AbortController();
  const vacancies = createTopic<Vacant>();
  const parts = await createParts(config, ports, { store: recording, results, vacancies }, stopping.signal);
  onTestFinished(async () => {
    stopping.abort();
    for (const close of parts.closing.toReversed()) await close();
    await store.close();
  });
  return { parts, collections, servers };
}

/** What `npm run audit` says. */
async function audit(path: string): Promise<string> {
  const child = spawn(process.execPath, ['src/audit.ts'], {
    env: { ...process.env, STORE_URL: `sqlite://${path}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return text(child.stdout);
}

describe('a store of the time when each collection had a table', () => {
  it('has every row as a record of the one table, as it was; opening it again changes nothing', async () => {
    const path = await unpack();
    const old = await tablesOf(path);
    expect(old.get('self_test')).toEqual([]);
    old.delete('self_test');
    expect(Object.fromEntries([...old].map(([name, rows]) => [name, rows.length]))).toEqual(ROWS);
    const expected = new Map([...old].flatMap(([name, rows]) => rows.map(([key, text]) => [`${name}:${key}`, text])));

    for (let times = 0; times < 2; times++) {
      await (await open(path)).close();
      const now = await tablesOf(path);
      expect([...now.keys()]).toEqual(['records']);
      expect(new Map(now.get('records'))).toEqual(expected);
    }
  });

  it('is read whole by the collections of today', async () => {
    const { parts, collections } = await wire(await unpack());
    const counts: Record<string, number> = {};
    for (const [name, collection] of collections) {
      const { records, unreadable } = await allOf(collection);
      expect(unreadable, name).toEqual([]);
      counts[name] = records.length;
    }
    const rows = Object.entries({ ...ROWS, history: ENDED_JOBS, requests: ROWS.waiting + ROWS.previews }).filter(
      ([name]) => ![...BOOKS, ...REQUESTS].includes(name),
    );
    expect(counts).toMatchObject(Object.fromEntries(rows));

    const servers = Object.keys(ACCOUNTS);
    const histories = await Promise.all(
      servers.flatMap((guildId) =>
        Object.values(people).map((memberId) => parts.history.page(guildId, memberId, { most: 1_000 })),
      ),
    );
    expect(histories.flatMap(({ entries }) => entries)).toHaveLength(ENDED_JOBS);
  });

  it('tells of each record which server’s it is, but of those that are everybody’s', async () => {
    const { collections, servers } = await wire(await unpack());
    const known = new Set(Object.values(SERVERS));
    for (const [name, collection] of collections) {
      const serverOf = servers.get(name);
      for (const [key, record] of serverOf ? (await allOf(collection)).records : [])
        expect(known.has(serverOf?.(key, record) ?? ''), `${name}: ${key}`).toBe(true);
    }
    expect([...servers].flatMap(([name, serverOf]) => (serverOf ? [] : [name])).sort()).toEqual(EVERYBODYS);
  });

  it('keeps its books: sums, what every server has left, entries, and what was used on each day', async () => {
    const path = await unpack();
    const { parts } = await wire(path);
    expect(await parts.accounts.audit()).toMatchObject({ accounts: 3, unreadable: [], faults: [], ...SUMS });
    for (const [guildId, { entries, used, ...view }] of Object.entries(ACCOUNTS)) {
      expect(await parts.accounts.view(guildId)).toMatchObject({ ...view, unconfirmed: { holds: 1, credits: 4 } });
      expect((await parts.accounts.ledger(guildId)).entries.map(({ number }) => number)).toEqual(
        Array.from({ length: entries }, (_, index) => index + 1),
      );
      const days = Object.values(await parts.accounts.usage(guildId)).map(({ models }) => models);
      const sum = { credits: 0, settled: 0, released: 0 };
      for (const { credits, settled, released } of days.flatMap((day) => Object.values(day))) {
        sum.credits += credits;
        sum.settled += settled;
        sum.released += released;
      }
      expect(sum).toEqual(used);
    }
    expect(await audit(path)).toBe(
      `Easel ${VERSION}\n3 accounts: 3012 credits spent, 56 held, of which 12 unconfirmed\nThe books are in order.\n`,
    );
  });

  it('is what the whole bot of today goes on from: its jobs end, and nothing is an error', async () => {
    const path = await unpack();
    const store = await open(path);
    const { records: jobs } = await allOf(store.collection('jobs', jobSchema));
    await store.close();
    const easel = await startEasel({
      clock: new FakeClock(WRITTEN_AT_MS),
      environment: { STORE_URL: `sqlite://${path}` },
    });
    onTestFinished(() => easel.close());
    const before = easel.service.snapshot();
    easel.service.restore({
      ...before,
      service: { ...before.service, tasks: jobs.flatMap(([, job]) => tasksOf(job)) },
    });
    await easel.until(() =>
      easel.log.some(({ msg, ...of }) => msg === 'the books are in order' && of['accounts'] === 3),
    );
    const ended = (): string[] =>
      easel.log.filter(({ msg }) => msg === 'job ended').map((line) => z.string().parse(line['job']));
    await easel.until(() => ended().length === jobs.length, { stepMs: 1_000 });
    expect(ended().sort()).toEqual(jobs.map(([jobId]) => jobId).sort());

    // The hold of the job that waited is spent.
    expect(await easel.budget()).toEqual({ left: 972, spent: 616, held: 12, unconfirmed: 1, over: 0 });
    const history = textOf(await easel.command(people.artist, { channelId: GALLERY, name: 'history' }));
    expect(history).toMatch(/a long wait\n.* done · 4 credits/);
    expect(easel.log.filter(({ level }) => level >= ERROR_LEVEL)).toEqual([]);
  });
});

/** What the service still knows of a job's tasks: all of them have succeeded meanwhile. */
function tasksOf({ request: { modelId, prompt }, tasks }: Job) {
  return tasks.flatMap((task) => {
    if (task.state !== 'submitted' && task.state !== 'delivering') return [];
    const { taskId, chargedCredits, submittedAtMs } = task;
    const times = { createdAtMs: submittedAtMs, runsAtMs: submittedAtMs, endsAtMs: submittedAtMs };
    return [
      {
        ...{ taskId, requestId: `req_${taskId}`, key: 'sk-sandbox', chargedCredits, refundedCredits: 0, ...times },
        request: { modelId, prompt, imageUrls: [] },
        ...{ outcome: 'success', hasAudio: false, seed: 1, polls: 1 },
      },
    ];
  });
}
