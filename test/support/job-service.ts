import { join } from 'node:path';
import type { Job } from '../../src/jobs/job/job.ts';
import type { JobMessages } from '../../src/jobs/ports/job-messages.ts';
import type { FinishFile, JobLimits } from '../../src/jobs/ports/parts.ts';
import { type ModelRecord, modelCollection } from '../../src/jobs/records/learned-models.ts';
import { openWorks, runningCollection, type Works } from '../../src/jobs/records/works.ts';
import { createFinishFile, type Sign } from '../../src/jobs/results/finish-file.ts';
import type { Submission } from '../../src/jobs/submit.ts';
import { createLog } from '../../src/log.ts';
import type { ResultFetcher } from '../../src/media/fetching/fetch-result.ts';
import { type ClipEditor, createFitter, type Fitter } from '../../src/media/files/media.ts';
import { openResultFolder, type ResultFolder } from '../../src/media/files/result-folder.ts';
import { createPictureFitter } from '../../src/media/pictures/picture-fitter.ts';
import type { Database } from '../../src/store/database/database.ts';
import type { Collection, Store } from '../../src/store/store.ts';
import type { TaskApi } from '../../src/task-api/task-api.ts';
import type { Clock } from '../../src/time/clock.ts';
import { Activity } from './activity.ts';
import { type Bot, clockCheckOf, createBot } from './bot.ts';
import { AS_THEY_ARE, NO_CLIP_EDITOR } from './clip-editors.ts';
import { FakeClock } from './fake-clock.ts';
import { FakeJobMessages } from './fake-job-messages.ts';
import { FakeResults } from './fake-results.ts';
import { FakeTaskApi } from './fake-task-api.ts';
import { MemoryDatabase, storeOver } from './memory-database.ts';
import { uncached } from './toy-collection.ts';

/** What remains when the bot ends: the service, Discord, the disk, and time. */
export interface Outside {
  clock: FakeClock;
  activity: Activity;
  service: FakeTaskApi;
  discord: FakeJobMessages;
  storage: FakeResults;
  results: ResultFolder;
  database: MemoryDatabase;
  /** The records, read past the bot. */
  collections: Collections;
  /** Everything logged so far. */
  logLines: string[];
  close(): Promise<void>;
}

export interface Collections {
  works: Works;
  /** The keys of jobs that have steps left. */
  running: Collection<{ guildId: string }>;
  models: Collection<ModelRecord>;
  /** Writes a job as if it runs. */
  place(job: Job): Promise<void>;
  /** Writes a job as if it has ended. */
  finish(job: Job): Promise<void>;
}

/** A run's store. Tests may replace collections. */
export interface Replaced {
  works?: Partial<Works['records']>;
  running?: Partial<Collections['running']>;
  models?: Partial<Collections['models']>;
}

export async function openOutside(folder: string): Promise<Outside> {
  const clock = new FakeClock();
  const activity = new Activity();
  const database = new MemoryDatabase();
  const reader = await storeOver(database);
  const results = await openResultFolder(join(folder, 'results'));
  return {
    clock,
    activity,
    database,
    results: { ...activity.watch(results), path: results.path },
    service: new FakeTaskApi(clock),
    discord: new FakeJobMessages(clock),
    storage: new FakeResults(results.path),
    collections: collectionsOver(reader),
    logLines: [],
    close: async () => {
      await activity.quiet();
      await reader.close();
    },
  };
}

/** The parts of one run. Tests may replace them. */
export interface Parts {
  clock: Clock;
  database: Database;
  replaced: Replaced;
  taskApi: TaskApi;
  jobMessages: JobMessages;
  fetcher: ResultFetcher;
  fitter: Fitter;
  clips: ClipEditor;
  allowanceCredits: number;
  limits: Partial<JobLimits>;
  isClockRight: () => boolean;
  prove: Store['prove'];
  sign: Sign | undefined;
}

/** A run of the bot that starts only the jobs. */
export interface JobService
  extends Pick<Bot, 'jobs' | 'accounts' | 'history' | 'models' | 'operatorCommands' | 'watch'> {
  /** Recovers and polls, like the app. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

function collectionsOver(store: Store): Collections {
  const works = openWorks({ collection: (definition) => store.collection(uncached(definition)) });
  return {
    works,
    running: store.collection(uncached(runningCollection)),
    models: store.collection(modelCollection),
    place: (job) => store.commit(works.start(job)),
    finish: (job) => store.commit(works.end(job, job.createdAtMs)),
  };
}

export async function createJobService(outside: Outside, changed: Partial<Parts> = {}): Promise<JobService> {
  const { activity, results, logLines } = outside;
  const parts: Parts = {
    clock: outside.clock,
    database: outside.database,
    replaced: {},
    taskApi: outside.service,
    jobMessages: activity.watch<JobMessages>(outside.discord),
    fetcher: activity.watch<ResultFetcher>(outside.storage),
    fitter: activity.watch(createFitter({ pictures: createPictureFitter(), clips: AS_THEY_ARE })),
    clips: NO_CLIP_EDITOR,
    allowanceCredits: 500,
    limits: {},
    isClockRight: () => true,
    prove: undefined,
    sign: undefined,
    ...changed,
  };
  const { clock, replaced, taskApi } = parts;
  const finishFile = createFinishFile(parts.sign);
  const finish: FinishFile = (...given) => activity.track(() => finishFile(...given));
  const own = await storeOver(parts.database);
  const collection: Store['collection'] = (definition) => {
    const { name } = definition;
    return Object.assign(
      own.collection(definition),
      name === 'works' || name === 'running' || name === 'models' ? replaced[name] : {},
    );
  };
  // Not a copy, because the store's counters keep changing.
  const store: Store = Object.assign(Object.create(own), { collection, prove: parts.prove });
  const stopping = new AbortController();
  const bot = await createBot({
    clock,
    store,
    results,
    config: { BUDGET_DEFAULT_CREDITS: parts.allowanceCredits },
    log: createLog('debug', { write: (line) => void logLines.push(line) }),
    stop: stopping.signal,
    replaced: {
      taskApi,
      fetcher: parts.fetcher,
      media: { fitter: parts.fitter, clips: parts.clips, finish, hashPicture: async () => undefined },
      jobMessages: spreadable(parts.jobMessages),
      clockCheck: clockCheckOf(() => parts.isClockRight()),
      limits: { pollsPerSecond: 50, createsAtOnce: 32, ...parts.limits },
    },
  });
  const { jobs, watch } = bot;
  const loops: Promise<unknown>[] = [];
  return {
    ...bot,
    start: async () => {
      loops.push(
        watch.run(stopping.signal, (signal) => taskApi.probe({ signal })).catch(() => undefined),
        jobs.run(),
      );
      await jobs.recover();
    },
    stop: async () => {
      stopping.abort(new Error('the test stops'));
      for (const close of bot.closing.toReversed()) await close();
      await Promise.all(loops);
    },
  };
}

/** The bot replaces `amend`, and a class instance can't be spread. */
const spreadable = (jobMessages: JobMessages): JobMessages => ({
  show: (...given) => jobMessages.show(...given),
  amend: (...given) => jobMessages.amend(...given),
  addressesOf: (...given) => jobMessages.addressesOf(...given),
  notify: (...given) => jobMessages.notify(...given),
  notifyMissed: (...given) => jobMessages.notifyMissed(...given),
});

/** Lets the bot and time continue until `condition` is true. */
export async function until(
  { activity, clock }: Pick<Outside, 'activity' | 'clock'>,
  condition: () => boolean | Promise<boolean>,
  { limitMs = 48 * 3_600_000 } = {},
): Promise<void> {
  const limit = clock.monotonicMs() + limitMs;
  for (;;) {
    await activity.quiet();
    if (await condition()) return;
    const waitMs = clock.nextDueInMs;
    if (waitMs === undefined || clock.monotonicMs() + waitMs > limit)
      throw new Error('the condition did not come true in time');
    await clock.advance(waitMs);
  }
}

/** Lets this much time pass. */
export async function passes(outside: Pick<Outside, 'activity' | 'clock'>, durationMs: number): Promise<void> {
  const end = outside.clock.monotonicMs() + durationMs;
  for (;;) {
    await outside.activity.quiet();
    const leftMs = end - outside.clock.monotonicMs();
    if (leftMs <= 0) return;
    await outside.clock.advance(Math.min(leftMs, outside.clock.nextDueInMs ?? leftMs));
  }
}

export const GUILD = '200000000000000001';
export const MEMBER = '300000000000000001';

/** A member's command. */
export function submissionOf(
  clock: Pick<Clock, 'now'>,
  changed: Partial<Omit<Submission, 'location' | 'request'>> & {
    request?: Partial<Submission['request']>;
    location?: Partial<Submission['location']>;
  } = {},
): Submission {
  const jobId = changed.jobId ?? 'job1';
  return {
    memberId: MEMBER,
    count: 1,
    roleIds: [],
    channelIds: ['400000000000000001'],
    ...changed,
    jobId,
    request: {
      modelId: 'image-model-a',
      prompt: 'a quiet harbour',
      sources: [],
      spoiler: false,
      ...changed.request,
    },
    location: {
      guildId: GUILD,
      channelId: '400000000000000001',
      applicationId: '500000000000000001',
      token: `token-of-${jobId}`,
      tokenIssuedAtMs: clock.now(),
      uploadLimitBytes: 10 * 1024 * 1024,
      ...changed.location,
    },
  };
}
