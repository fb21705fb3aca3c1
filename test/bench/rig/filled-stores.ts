import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, NEW_ACCOUNT } from '../../../src/budget/account/account.ts';
import { decideHold } from '../../../src/budget/account/decisions.ts';
import { type Books, changesOf, openBooks } from '../../../src/budget/books/books.ts';
import type { DayUsage } from '../../../src/budget/ledger/usage.ts';
import { chargeCollection, chargeKey } from '../../../src/budget/service-tally.ts';
import type { Job, JobRequest } from '../../../src/jobs/job/job.ts';
import { openWorks } from '../../../src/jobs/records/works.ts';
import { ids } from '../../../src/sandbox/discord/world/world-ids.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Change, Store } from '../../../src/store/store.ts';
import { countedDays, decideSettle } from '../../budget/samples.ts';
import { CROWD } from './town.ts';
import { scaled, type Yard } from './yard.ts';

/** Stores as after some years, and as after an hour without finished tasks, written by Easel's own decisions. */

export const ALLOWANCE_CREDITS = 1_000_000;
const MODEL_ID = 'image-model-a';
const SERVERS = 1_000;
const WORKS = 100_000;
const ENTRIES = 50_000;
const CHANGES_TOGETHER = 500;
/** Entries of a long ledger that are booked in one change of the account. */
const TASKS_TOGETHER = 200;
const DAY_MS = 86_400_000;
const EPOCH_MS = 1_420_070_400_000;

const serverId = (index: number): string => String(1_800_000_000_000_000_000n + BigInt(index));
const jobIdAt = (atMs: number, number: number): string =>
  ((BigInt(atMs - EPOCH_MS) << 22n) + BigInt(number % 2 ** 22)).toString(36);
const request: JobRequest = {
  ...{ modelId: MODEL_ID, sources: [], spoiler: false },
  prompt: 'a picture among many, with some words to it, as people like to write them',
};

async function fill(path: string, changes: (store: Store) => Iterable<readonly Change[]>): Promise<void> {
  const store = await openStore(`sqlite://${path}`);
  let together: Change[] = [];
  for (const some of changes(store)) {
    together.push(...some);
    if (together.length < CHANGES_TOGETHER) continue;
    await store.commit(together);
    together = [];
  }
  await store.commit(together);
  await store.close();
}

/**
 * A store with 100,000 works in its histories, 1,000 servers with accounts, and 50,000 ledger entries of the crowd's
 * server.
 */
export async function copyGrownStore(yard: Yard, path: string): Promise<void> {
  const grown = join(yard.folder, 'grown.sqlite');
  if (!existsSync(grown)) {
    await fill(grown, function* (store) {
      const books = openBooks(store);
      for (let index = 0; index < scaled(yard, SERVERS); index++) yield spend(books, serverId(index), 1).changes;
      yield* longLedger(books, scaled(yard, ENTRIES) / 2);
      yield* works(store, yard);
    });
  }
  await copyFile(grown, path);
}

interface Kept {
  account: Account;
  days: ReadonlyMap<string, DayUsage>;
}
const NEW: Kept = { account: NEW_ACCOUNT, days: new Map() };

/** Holds and settles this many tasks in one change. */
function spend(books: Books, guildId: string, tasks: number, before = NEW): { after: Kept; changes: Change[] } {
  const terms = { nowMs: Date.now(), defaultAllowanceCredits: ALLOWANCE_CREDITS };
  let { account } = before;
  for (let index = 0; index < tasks; index++) {
    const jobId = `ended${account.entries}`;
    const memberId = CROWD[index % CROWD.length]?.userId ?? '';
    const holding = { jobId, memberId, tasks: [{ taskKey: `${jobId}-1`, quoteCredits: 4, modelId: MODEL_ID }] };
    account = decideHold(account, holding, terms).account ?? account;
    account = decideSettle(account, `${jobId}-1`, 4, terms).account ?? account;
  }
  const days = countedDays(account.latest, 'UTC', before.days);
  const changes = [
    ...changesOf(books, guildId, before.account, account),
    ...[...days].map(([date, day]) => books.usage.put(`${guildId}:${date}`, day)),
  ];
  return { after: { account: { ...account, latest: [] }, days }, changes };
}

function* longLedger(books: Books, tasks: number): Generator<Change[]> {
  let kept = NEW;
  for (let left = tasks; left > 0; left -= TASKS_TOGETHER) {
    const { after, changes } = spend(books, ids.atelier.guild, Math.min(left, TASKS_TOGETHER), kept);
    kept = after;
    yield changes;
  }
}

function* works(store: Store, yard: Yard): Generator<Change[]> {
  const records = openWorks(store);
  const servers = [ids.atelier.guild, ...Array.from({ length: SERVERS - 1 }, (_, index) => serverId(index))];
  for (let number = 0; number < scaled(yard, WORKS); number++) {
    const guildId = servers[number % servers.length] ?? '';
    const memberId = CROWD[Math.floor(number / servers.length) % CROWD.length]?.userId ?? '';
    const createdAtMs = Date.now() - DAY_MS - number * 60_000;
    const jobId = jobIdAt(createdAtMs, number);
    const times = { submittedAtMs: createdAtMs, deliveredAtMs: createdAtMs + 5_000 };
    const { gallery } = ids.atelier.channels;
    const location = {
      ...{ guildId, channelId: gallery, messageId: gallery, applicationId: '' },
      ...{ token: '', tokenIssuedAtMs: 0, uploadLimitBytes: 0 },
    };
    const job: Job = {
      ...{ id: jobId, memberId, createdAtMs, request, location },
      tasks: [
        {
          ...{ key: `${jobId}-1`, taskId: `task_${number}`, quoteCredits: 4, chargedCredits: 4, resultUrl: '' },
          ...times,
          state: 'delivered',
          delivery: { how: 'attached', files: [{ attachmentId: '1', name: 'picture.png' }], madeSmaller: false },
        },
      ],
    };
    yield records.end(job, createdAtMs + 6_000);
  }
}

/** A store with this many tasks that wait for the service, and all of Easel's records of each. */
export async function fillWaiting(path: string, tasks: number): Promise<void> {
  await fill(path, function* (store) {
    const books = openBooks(store);
    const charges = store.collection(chargeCollection);
    const records = openWorks(store);
    const each = Math.ceil(tasks / SERVERS);
    const nowMs = Date.now();
    for (let number = 0; number < tasks; ) {
      const guildId = serverId(number / each);
      let account = NEW_ACCOUNT;
      for (const end = Math.min(tasks, number + each); number < end; number++) {
        const job = waitingJob(guildId, jobIdAt(nowMs, number), `${WAITING}${number}`, nowMs);
        const { id: jobId, memberId } = job;
        const holding = { jobId, memberId, tasks: [{ taskKey: `${jobId}-1`, quoteCredits: 4, modelId: MODEL_ID }] };
        const terms = { nowMs, defaultAllowanceCredits: ALLOWANCE_CREDITS };
        account = decideHold(account, holding, terms).account ?? account;
        yield [
          ...records.start(job),
          charges.put(chargeKey(`${WAITING}${number}`), { credits: 4, atMs: nowMs, ending: null }),
        ];
      }
      yield changesOf(books, guildId, NEW_ACCOUNT, account);
    }
  });
}

/** How the ids of those tasks start. */
export const WAITING = 'task_waiting';

function waitingJob(guildId: string, id: string, taskId: string, nowMs: number): Job {
  return {
    ...{ id, request, createdAtMs: nowMs, memberId: ids.people.member },
    location: {
      ...{ guildId, channelId: ids.atelier.channels.gallery, messageId: ids.atelier.channels.gallery },
      ...{ applicationId: ids.application, token: 'x'.repeat(180), tokenIssuedAtMs: nowMs },
      uploadLimitBytes: 20_971_520,
    },
    tasks: [
      {
        ...{ key: `${id}-1`, quoteCredits: 4, taskId, chargedCredits: 4, submittedAtMs: nowMs },
        ...{ state: 'submitted', serviceState: 'queued' },
      },
    ],
  };
}
