import type { Clock } from '../../clock.ts';
import type { Asker, FairLimit } from '../../engine/fair-limit.ts';
import { createLane, type Next, RetryLater } from '../../engine/lane.ts';
import type { Log } from '../../log.ts';
import { createKeyedLocks } from '../../store/locks.ts';
import { askerOf, type Job, logFacts } from '../job.ts';
import { isOver, resultInMs } from '../life.ts';
import { type Expectation, expectationOf, isNearlyDone, notBehind } from '../polling/expectation.ts';
import { medianMs, type RunLaw } from '../polling/run-law.ts';
import type { Messenger, NewFile, ShowOutcome } from '../ports.ts';
import type { ModelRecords } from '../records/model-records.ts';
import type { JobRecorder } from '../records/recorder.ts';
import { modelOfTask } from '../variants.ts';

/** The pending messages of all jobs under way; an edit is made only where it changes what a member sees. */
export interface JobMessages {
  /** Shows a job, in its turn; `newFiles` are uploaded with it. To be called within `alone`. */
  show(job: Job, newFiles?: readonly NewFile[]): Promise<ShowOutcome>;
  /** Does something while nothing else shows the job. */
  alone<Result>(jobId: string, work: () => Promise<Result>): Promise<Result>;
  /** The first answer showed this. */
  answered(job: Job): void;
  /** Whether its message shows just this. */
  isShown(job: Job): boolean;
  /** Its message has to show how far it is, when nothing of more importance is shown. Returns at once. */
  due(jobId: string, asker: string | Asker, inMs?: number): void;
  /** The same now, for a member who looks at it. Never rejects: what fails is tried again by itself. */
  showNow(jobId: string): Promise<void>;
  forget(jobId: string): void;
  run(stop: AbortSignal): Promise<void>;
}

export interface JobMessagesParts {
  clock: Clock;
  log: Log;
  messenger: Pick<Messenger, 'show'>;
  models: Pick<ModelRecords, 'runTimes'>;
  recorder: Pick<JobRecorder, 'get' | 'record'>;
  /** Where edits that carry these files wait for their turn. */
  turnsFor: (newFiles: readonly NewFile[]) => FairLimit;
}

/** Edits of all servers that only show how far jobs are. Results and endings don't wait for them. */
const PROGRESS_EDITS_PER_SECOND = 20;
const SECOND_MS = 1_000;
/** A result that takes longer than this is said to take long. */
const LATE_AFTER_MS = 60_000;

export function createJobMessages(parts: JobMessagesParts, stop: AbortSignal): JobMessages {
  const { clock, log, recorder, turnsFor } = parts;
  const { expectationNow, isShown, isDue, note, forget } = createFaces(parts);
  const locks = createKeyedLocks();

  const show: JobMessages['show'] = (job, newFiles = []) =>
    turnsFor(newFiles).run(
      askerOf(job),
      async () => {
        const expectation = expectationNow(job);
        if (newFiles.length === 0 && isShown(job)) return { outcome: 'shown', place: job.place, files: [] };
        const shown = await parts.messenger.show({ job, expectation, newFiles }, { signal: stop });
        if (shown.outcome === 'no place' && shown.refusal !== undefined)
          log.error({ ...logFacts(job), err: shown.refusal }, 'the message of a job was refused');
        note(job, expectation, shown.outcome);
        return shown;
      },
      stop,
    );

  /** Results that take long are called late; that is worth no commit, for time tells it again. */
  const withLate = async (job: Job): Promise<Job> => {
    const isLate = (atMs: number): boolean => clock.now() - atMs >= LATE_AFTER_MS;
    const late = job.tasks.filter((task) => task.state === 'delivering' && !task.isLate && isLate(task.finishedAtMs));
    const events = late.map(({ key: taskKey }) => ({ kind: 'late' as const, taskKey }));
    if (events.length === 0) return job;
    return (await recorder.record(job.id, events, { how: 'remembered' }))?.job ?? job;
  };

  const nextLate = ({ tasks }: Job): Next => {
    const [first] = tasks
      .flatMap((task) => (task.state === 'delivering' && !task.isLate ? [task.finishedAtMs] : []))
      .sort((a, b) => a - b);
    return first === undefined ? undefined : { dueInMs: Math.max(0, first + LATE_AFTER_MS - clock.now()) };
  };

  /** Decides at its turn whether the edit is still worth sending. */
  const showProgress = async (jobId: string): Promise<{ wasSent: boolean; next?: Next }> => {
    const found = await recorder.get(jobId);
    // Its end shows more.
    if (!found || isOver(found)) return { wasSent: false };
    const inMs = resultInMs(found, clock.now());
    if (inMs > 0) return { wasSent: false, next: { dueInMs: inMs } };
    const job = await withLate(found);
    if (!isDue(job)) return { wasSent: false, next: nextLate(job) };
    const shown = await show(job);
    if (shown.outcome === 'unavailable') throw new RetryLater(shown.retryAfterMs);
    return { wasSent: true, next: nextLate(job) };
  };

  const lane = createLane({
    clock,
    log,
    name: 'job message',
    atOnce: PROGRESS_EDITS_PER_SECOND,
    step: async (jobId, { signal }) => {
      const startedMs = clock.monotonicMs();
      const { wasSent, next } = await locks.run(jobId, () => showProgress(jobId));
      // Holds its place for a second, which limits the edits of all jobs together, and those of each job to one a second.
      if (wasSent) await clock.sleep(startedMs + SECOND_MS - clock.monotonicMs(), signal);
      return next;
    },
  });

  return {
    show,
    alone: locks.run,
    answered: (job) => note(job, undefined, 'shown'),
    isShown,
    due: lane.due,
    showNow: (jobId) =>
      locks
        .run(jobId, async () => {
          const job = await recorder.get(jobId);
          if (job && isDue(job)) await show(job);
        })
        .catch((error: unknown) => {
          if (!stop.aborted) log.error({ job: jobId, err: error }, 'the message of a job could not be shown');
        }),
    forget: (jobId) => {
      forget(jobId);
      lane.forget(jobId);
    },
    run: lane.run,
  };
}

/** What each message showed last, or would have. Lost at a restart: then it is shown again. */
function createFaces({ clock, models }: Pick<JobMessagesParts, 'clock' | 'models'>) {
  const last = new Map<string, { face: string; expectation: Expectation | undefined; isShown: boolean }>();
  const expectationNow = (job: Job): Expectation | undefined =>
    notBehind(last.get(job.id)?.expectation, expectationOf(job, slowestLaw(job, models), clock.now()));
  return {
    expectationNow,
    isShown: (job: Job): boolean => {
      const before = last.get(job.id);
      return before?.isShown === true && before.face === faceOf(job, expectationNow(job));
    },
    /** Whether showing it would change anything, and is no likely waste of a call. */
    isDue: (job: Job): boolean => {
      const before = last.get(job.id);
      if (!before) return true;
      const expectation = expectationNow(job);
      return before.face !== faceOf(job, expectation) && !isNearlyDone(expectation, clock.now());
    },
    note: (job: Job, expectation: Expectation | undefined, outcome: ShowOutcome['outcome']): void => {
      // Asked again for the same, Discord would say again that there is no place, and it counts such answers.
      if (outcome !== 'shown' && outcome !== 'no place') return;
      last.set(job.id, { face: faceOf(job, expectation), expectation, isShown: outcome === 'shown' });
    },
    forget: (jobId: string): void => {
      last.delete(jobId);
    },
  };
}

/** Of the models that are at work the one that takes longest: with it the job is done. */
function slowestLaw(job: Job, models: JobMessagesParts['models']): RunLaw {
  const running = job.tasks.filter((task) => task.state === 'submitted' && task.serviceState === 'running');
  const modelIds = new Set(running.map(({ key }) => modelOfTask(job, key)));
  const laws = [...modelIds].map((modelId) => models.runTimes(modelId).law);
  const [slowest = models.runTimes(job.request.modelId).law] = laws.sort((a, b) => medianMs(b) - medianMs(a));
  return slowest;
}

/** In how many steps the progress bar moves; every step is one edit of the message. */
const PROGRESS_STEPS = 5;

/** All that a job's message depends on, but for the ids that Discord gave its files. */
function faceOf(job: Job, expectation: Expectation | undefined): string {
  return JSON.stringify([
    job.cancelledAtMs,
    expectation && (expectation.isLate ? 'late' : Math.floor(expectation.progress * PROGRESS_STEPS)),
    job.tasks.map((task) => [
      task.state,
      'serviceState' in task ? task.serviceState : undefined,
      'isLate' in task ? task.isLate : undefined,
      'delivery' in task
        ? [task.delivery.how, 'reason' in task.delivery ? task.delivery.reason : undefined]
        : undefined,
      'failure' in task ? task.failure.reason : undefined,
      'resolved' in task ? task.resolved : undefined,
    ]),
  ]);
}
