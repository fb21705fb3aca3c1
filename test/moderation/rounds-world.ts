import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { type Accounts, createAccounts } from '../../src/budget/accounts.ts';
import type { Job } from '../../src/jobs/job/job.ts';
import type { Jobs } from '../../src/jobs/jobs.ts';
import type { History, HistoryEntry } from '../../src/jobs/records/history.ts';
import { createLog } from '../../src/log.ts';
import { auditRecordSchema, createAuditLog } from '../../src/moderation/records/audit-log.ts';
import { createMembers } from '../../src/moderation/records/members.ts';
import type { Brought } from '../../src/moderation/records/messages.ts';
import { requestRecords } from '../../src/moderation/requests/request.ts';
import type { RequestMessages } from '../../src/moderation/requests/request-messages.ts';
import { createRequests } from '../../src/moderation/requests/requests.ts';
import type { FindForbiddenEntries, RoundMessages } from '../../src/moderation/rounds/context.ts';
import { type Round, roundSchema } from '../../src/moderation/rounds/round.ts';
import { createRounds, type Rounds } from '../../src/moderation/rounds/rounds.ts';
import { createKeyedLocks } from '../../src/store/locks.ts';
import { settle } from '../budget/bookings.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';
import { memberParts } from './member-parts.ts';
import { NOW } from './rounds-samples.ts';

export const PRICE_CREDITS = 4;

/** What survives when a bot is killed: its records, the jobs, the service's bill, and the time. */
export async function openWorld() {
  const clock = new FakeClock(NOW);
  const database = new MemoryDatabase();
  const past = await storeOver(database);
  return {
    ...{ clock, database },
    /** The records, read without the bot. */
    rounds: past.collection('rounds', roundSchema),
    accounts: past.collection('accounts', z.unknown()),
    jobs: new Map<string, Job>(),
    history: new Map<string, HistoryEntry>(),
    /** The id of every start of a job. */
    started: [] as string[],
    failing: new Set<string>(),
    /** Jobs that the running bot is starting. */
    beginning: new Set<string>(),
    /** The pending messages, by job: repeated posts have the same nonce. */
    messages: new Map<string, string>(),
  };
}
export type World = Awaited<ReturnType<typeof openWorld>>;

export const messageThere = (id: string): Brought => ({
  outcome: 'there',
  message: { id, channelId: 'channel', files: [] },
});

/** One life of the bot, which can be killed just before or after every effect outside the process. */
export async function live(
  world: World,
  dieAt = 0,
  changedMessages: Partial<RoundMessages> = {},
  forbiddenEntries: FindForbiddenEntries = async () => new Set(),
) {
  const { clock } = world;
  let moments = 0;
  let isDead = false;
  let die = (): void => undefined;
  const died = new Promise<void>((resolve) => {
    die = resolve;
  });
  const kill = (): void => {
    isDead = true;
    world.beginning.clear();
    die();
  };
  const moment = async (): Promise<void> => {
    if (!isDead && ++moments === dieAt) kill();
    if (isDead) await new Promise(() => undefined);
  };
  const effect = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await moment();
    const result = await work();
    await moment();
    return result;
  };
  const { database } = world;
  const store = await storeOver({
    read: (key) => database.read(key),
    page: (range) => database.page(range),
    count: (range) => database.count(range),
    commit: (writes) => effect(() => database.commit(writes)),
    disconnect: () => database.disconnect(),
  });
  const accounts: Accounts = createAccounts({
    ...{ store, locks: createKeyedLocks(), clock },
    defaultAllowanceCredits: 1_000,
  });
  const messages: RoundMessages = {
    findAnswer: async () => undefined,
    bring: ({ location: { messageId = 'message' } }) => effect(async () => messageThere(messageId)),
    announce: () => effect(async () => undefined),
    deleteOrphan: async () => undefined,
    postWinnerJob: ({ id }) =>
      effect(async () => {
        world.messages.set(id, `message of ${id}`);
        return messageThere(`message of ${id}`);
      }),
    deleteWinnerJob: ({ messageId }) =>
      effect(async () => {
        for (const [jobId, id] of world.messages) if (id === messageId) world.messages.delete(jobId);
      }),
    ...changedMessages,
  };
  const jobs: Pick<Jobs, 'find' | 'submit'> = {
    find: async (jobId) => world.jobs.get(jobId),
    submit: async ({ jobId, memberId, request, location }, answer) => {
      if (world.jobs.has(jobId)) return { outcome: 'already' };
      const tasks = [{ key: `${jobId}-1`, quoteCredits: 5, state: 'new' as const }];
      const job: Job = { id: jobId, createdAtMs: clock.now(), memberId, request, location, tasks };
      const { modelId } = request;
      const hold = { jobId, memberId, tasks: [{ taskKey: `${jobId}-1`, quoteCredits: 5, modelId }] };
      world.beginning.add(jobId);
      await effect(async () => world.jobs.set(jobId, job));
      const { outcome } = await accounts.hold(location.guildId, hold);
      if (outcome !== 'already') throw new Error(`the pot was not there: ${outcome}`);
      await answer(job);
      await effect(async () => world.started.push(jobId));
      world.beginning.delete(jobId);
      return { outcome: 'started', job };
    },
  };
  const history: Pick<History, 'find' | 'add'> = {
    find: async (_guildId, _memberId, jobId) => world.history.get(jobId),
    add: async () => undefined,
  };
  const locks = createKeyedLocks();
  const log = createLog('silent');
  const requests = createRequests({
    ...{ accounts, jobs, history, locks, clock, log, collection: requestRecords(store) },
    audit: createAuditLog({ collection: store.collection('audit', auditRecordSchema), locks, clock }),
    members: createMembers({ ...memberParts(), locks, clock }),
    messages: { bring: async () => ({ outcome: 'gone' }) } as Partial<RequestMessages> as RequestMessages,
    jobMessages: { show: async ({ job: { location } }) => ({ outcome: 'shown', location, files: [] }) },
    recheck: async () => undefined,
    isPaused: async () => false,
    mayCreate: () => true,
    moderatorsChannelId: async () => null,
    onModeratorsUnreachable: () => undefined,
  });
  const rounds: Rounds = createRounds({
    ...{ collection: store.collection('rounds', roundSchema), accounts, locks: createKeyedLocks(), clock },
    log,
    forbiddenEntries,
    ...{ messages, jobs, history, requests },
    mayStart: async () => true,
  });
  const stopping = new AbortController();
  return {
    accounts,
    rounds,
    kill,
    died,
    get moments() {
      return moments;
    },
    get isDead() {
      return isDead;
    },
    start: () => {
      rounds.run(stopping.signal).catch(() => undefined);
      requests
        .load()
        .then(() => requests.run(stopping.signal))
        .catch(() => undefined);
    },
    stop: () => stopping.abort(new Error('the test is over')),
    /** Work that ends early if the bot dies. */
    during: <Result>(work: Promise<Result>): Promise<Result | undefined> =>
      Promise.race([work, died.then(() => undefined)]),
  };
}
export type Life = Awaited<ReturnType<typeof live>>;

/** Ends all jobs: the service makes those that started, and the others release their credits, as after a restart. */
export async function finishJobs(world: World): Promise<void> {
  const { accounts } = await live(world);
  for (const [jobId, job] of world.jobs) {
    if (world.beginning.has(jobId)) continue;
    const isMade = world.started.includes(jobId) && !world.failing.has(jobId);
    if (isMade) await settle(accounts, job.location.guildId, `${jobId}-1`, PRICE_CREDITS);
    else await accounts.releaseJob(job.location.guildId, jobId, 'failed');
    world.history.set(jobId, historyOf(job, isMade, world.clock.now()));
    world.jobs.delete(jobId);
  }
}

function historyOf(job: Job, isMade: boolean, endedAtMs: number): HistoryEntry {
  const { id: jobId, memberId, request, createdAtMs, location } = job;
  const task = { key: `${jobId}-1`, quoteCredits: 5 };
  const accepted = {
    taskId: 'task',
    chargedCredits: PRICE_CREDITS,
    submittedAtMs: createdAtMs,
    finishedAtMs: endedAtMs,
  };
  const delivery = { how: 'attached' as const, files: [], madeSmaller: false };
  return {
    ...{ jobId, memberId, guildId: location.guildId, channelId: location.channelId, createdAtMs, endedAtMs, request },
    tasks: [
      isMade
        ? { ...task, ...accepted, state: 'delivered', resultUrl: 'https://example.com/a.png', delivery }
        : { ...task, state: 'failed', failure: { reason: 'failed by the service' }, returnedCredits: 5 },
    ],
    cancelled: false,
  };
}

export async function turns(count = 30): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn();
}

export function ended(round: Round | undefined): boolean {
  return round === undefined || round.ending?.isPotReleased === true;
}
