import type { FairLimit } from '../../engine/fair-limit.ts';
import { createLane, type Next, RetryLater } from '../../engine/lane.ts';
import { createKeyedLocks } from '../../store/locks.ts';
import { askerOf, type Job, logFacts } from '../job/job.ts';
import { isOver, resultInMs } from '../job/life.ts';
import { modelOfTask } from '../job/variants.ts';
import { type Expectation, expectationOf, isNearlyDone, neverBackwards } from '../polling/expectation.ts';
import { medianMs, type RunLaw } from '../polling/run-law.ts';
import type { NewFile, ShowOutcome } from '../ports/job-messages.ts';
import type { StepParts } from '../ports/parts.ts';

interface PendingMessagesParts
  extends Pick<StepParts, 'clock' | 'log' | 'jobMessages' | 'models' | 'recorder' | 'stop'> {
  /** The limit for edits with these files. */
  limitFor: (newFiles: readonly NewFile[]) => FairLimit;
}

/** Progress edits over all servers. Results and endings don't wait for them. */
const PROGRESS_EDITS_PER_SECOND = 20;
const SECOND_MS = 1_000;
/** How long to keep trying to reach a message; then the history has to do. */
const SHOW_TRIES_MS = 6 * 3_600_000;
/** After this time, the message says that fetching takes long. */
const LATE_AFTER_MS = 60_000;

/** The pending messages of all running jobs. Edits only if a member would see a difference. */
export function createPendingMessages(parts: PendingMessagesParts) {
  const { clock, log, recorder, limitFor, stop } = parts;
  const { expectationNow, isShown, isDue, setShown, forget } = createShownStates(parts);
  const locks = createKeyedLocks();
  const tries = createTries(clock);

  /** Shows a job when it is its turn, and uploads `newFiles`. Call within `runExclusive`. */
  const show = (job: Job, newFiles: readonly NewFile[] = []): Promise<ShowOutcome> =>
    limitFor(newFiles).run(
      askerOf(job),
      async () => {
        const expectation = expectationNow(job);
        if (newFiles.length === 0 && isShown(job)) return { outcome: 'shown', location: job.location, files: [] };
        const shown = await tries.of(job.id, () =>
          parts.jobMessages.show({ job, expectation, newFiles }, { signal: stop }),
        );
        if (shown.outcome === 'unreachable' && shown.refusal !== undefined)
          log.error({ ...logFacts(job), err: shown.refusal }, 'the message of a job was refused');
        setShown(job, expectation, shown.outcome);
        return shown;
      },
      stop,
    );

  /** Marks late results in memory only, because time tells it again after a restart. */
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

  /** Decides when it is its turn whether the edit is still worth sending. */
  const showProgress = async (jobId: string): Promise<{ wasSent: boolean; next?: Next }> => {
    const found = await recorder.get(jobId);
    // Its ending will show more.
    if (!found || isOver(found)) return { wasSent: false };
    const inMs = resultInMs(found, clock.now());
    if (inMs > 0) return { wasSent: false, next: { dueInMs: inMs } };
    const job = await withLate(found);
    if (!isDue(job)) return { wasSent: false, next: nextLate(job) };
    await show(job);
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
      // Holds its slot for a second, which limits all progress edits together and each job to one a second.
      if (wasSent) await clock.sleep(startedMs + SECOND_MS - clock.monotonicMs(), signal);
      return next;
    },
  });

  return {
    show,
    /** Runs `work` while nothing else shows the job. */
    runExclusive: locks.run,
    /** Records what the first answer showed. */
    answered: (job: Job): void => setShown(job, undefined, 'shown'),
    isShown,
    /** Schedules a progress edit, which results overtake. Returns at once. */
    due: lane.due,
    /** The same now, for a member who looks at it. Never rejects: a failure is logged. */
    showNow: (jobId: string): Promise<void> =>
      locks
        .run(jobId, async () => {
          const job = await recorder.get(jobId);
          if (job && isDue(job)) await show(job);
        })
        .catch((error: unknown) => {
          // Unavailable is no fault: the next step shows it.
          if (!stop.aborted && !(error instanceof RetryLater))
            log.error({ job: jobId, err: error }, 'the message of a job could not be shown');
        }),
    forget: (jobId: string): void => {
      forget(jobId);
      tries.forget(jobId);
      lane.forget(jobId);
    },
    run: lane.run,
  };
}

export type PendingMessages = ReturnType<typeof createPendingMessages>;

/** Since when each message has been out of reach for now. */
function createTries(clock: Pick<StepParts['clock'], 'monotonicMs'>) {
  const failingSinceMs = new Map<string, number>();
  return {
    /** Gives the message up after too long. @throws RetryLater before that */
    of: async (jobId: string, show: () => Promise<ShowOutcome>): Promise<ShowOutcome> => {
      const startedMs = clock.monotonicMs();
      try {
        const shown = await show();
        failingSinceMs.delete(jobId);
        return shown;
      } catch (error) {
        if (!(error instanceof RetryLater)) throw error;
        const sinceMs = failingSinceMs.get(jobId) ?? startedMs;
        failingSinceMs.set(jobId, sinceMs);
        if (clock.monotonicMs() - sinceMs < SHOW_TRIES_MS) throw error;
        return { outcome: 'unreachable' };
      }
    },
    forget: (jobId: string): void => void failingSinceMs.delete(jobId),
  };
}

/** What each message showed last. Lost at a restart, which shows it again. */
function createShownStates({ clock, models }: Pick<PendingMessagesParts, 'clock' | 'models'>) {
  const last = new Map<string, { state: string; expectation: Expectation | undefined; isShown: boolean }>();
  const expectationNow = (job: Job): Expectation | undefined =>
    neverBackwards(last.get(job.id)?.expectation, expectationOf(job, slowestLaw(job, models), clock.now()));
  return {
    expectationNow,
    /** Whether its message already shows this. */
    isShown: (job: Job): boolean => {
      const before = last.get(job.id);
      return before?.isShown === true && before.state === stateOf(job, expectationNow(job));
    },
    /** Whether an edit would change anything and can succeed. */
    isDue: (job: Job): boolean => {
      const before = last.get(job.id);
      if (!before) return true;
      const expectation = expectationNow(job);
      return before.state !== stateOf(job, expectation) && !isNearlyDone(expectation, clock.now());
    },
    setShown: (job: Job, expectation: Expectation | undefined, outcome: ShowOutcome['outcome']): void => {
      // Discord would refuse the same edit again, and it counts refusals.
      if (outcome !== 'shown' && outcome !== 'unreachable') return;
      last.set(job.id, { state: stateOf(job, expectation), expectation, isShown: outcome === 'shown' });
    },
    forget: (jobId: string): void => {
      last.delete(jobId);
    },
  };
}

/** The slowest of the running models decides when the job is done. */
function slowestLaw(job: Job, models: PendingMessagesParts['models']): RunLaw {
  const running = job.tasks.filter((task) => task.state === 'submitted' && task.serviceState === 'running');
  const modelIds = new Set(running.map(({ key }) => modelOfTask(job, key)));
  const laws = [...modelIds].map((modelId) => models.runTimes(modelId).law);
  const [slowest = models.runTimes(job.request.modelId).law] = laws.sort((a, b) => medianMs(b) - medianMs(a));
  return slowest;
}

/** The steps of the progress bar; each step is one edit. */
const PROGRESS_STEPS = 5;

/** Everything a job's message depends on, except Discord's file ids. */
function stateOf(job: Job, expectation: Expectation | undefined): string {
  return JSON.stringify([
    job.cancelledAtMs,
    job.frame?.name,
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
