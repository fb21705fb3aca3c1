import type { FairLimit } from '../../engine/fair-limit.ts';
import { createLane, type Next, RetryLater } from '../../engine/lane.ts';
import { createKeyedLocks } from '../../store/locks.ts';
import { askerOf, type Job, logFacts, type Shown } from '../job/job.ts';
import { isOver, resultInMs } from '../job/life.ts';
import { isFilesRefusal, type NewFile, type ShowOutcome } from '../ports/job-messages.ts';
import type { StepParts } from '../ports/parts.ts';
import { expectedIn, isEditDue, shownBy, showsAll } from './shown-state.ts';

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
  const { clock, log, models, recorder, limitFor, stop } = parts;
  const expectationNow = (job: Job) => expectedIn(job, models, clock.now());
  const locks = createKeyedLocks();
  const tries = createTries(clock);

  /** Shows a job when it is its turn, and uploads `newFiles`. Call within `runExclusive`, and record what it shows. */
  const show = (job: Job, newFiles: readonly NewFile[] = []): Promise<Showing> =>
    limitFor(newFiles).run(
      askerOf(job),
      async () => {
        const expectation = expectationNow(job);
        if (newFiles.length === 0 && showsAll(job, expectation))
          return { outcome: 'shown', location: job.location, files: [], shown: job.shown };
        const outcome = await tries.of(job.id, () =>
          parts.jobMessages.show({ job, expectation, newFiles }, { signal: stop }),
        );
        if (outcome.outcome === 'unreachable' && outcome.refusal !== undefined)
          log.error({ ...logFacts(job), err: outcome.refusal }, 'the message of a job was refused');
        if (isFilesRefusal(outcome.outcome)) return { ...outcome, shown: undefined };
        return { ...outcome, shown: { ...shownBy(job, expectation), isThere: outcome.outcome === 'shown' } };
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

  /** @returns whether an edit was worth sending */
  const showIfDue = async (job: Job): Promise<boolean> => {
    if (!isEditDue(job, expectationNow(job), clock.now())) return false;
    const { shown } = await show(job);
    await recorder.recordShown(job.id, shown);
    return true;
  };

  /** Decides when it is its turn whether the edit is still worth sending. */
  const showProgress = async (jobId: string): Promise<{ wasSent: boolean; next?: Next }> => {
    const found = await recorder.get(jobId);
    // Its ending will show more.
    if (!found || isOver(found)) return { wasSent: false };
    const inMs = resultInMs(found, clock.now());
    if (inMs > 0) return { wasSent: false, next: { dueInMs: inMs } };
    const job = await withLate(found);
    return { wasSent: await showIfDue(job), next: nextLate(job) };
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
    /** Whether its message already shows all of this. */
    isShown: (job: Job): boolean => showsAll(job, expectationNow(job)),
    /** Schedules a progress edit, which results overtake. Returns at once. */
    due: lane.due,
    /** The same now, for a member who looks at it. Never rejects: a failure is logged. */
    showNow: (jobId: string): Promise<void> =>
      locks
        .run(jobId, async () => {
          const job = await recorder.get(jobId);
          if (job) await showIfDue(job);
        })
        .catch((error: unknown) => {
          // Unavailable is no fault: the next step shows it.
          if (!stop.aborted && !(error instanceof RetryLater))
            log.error({ job: jobId, err: error }, 'the message of a job could not be shown');
        }),
    forget: (jobId: string): void => {
      tries.forget(jobId);
      lane.forget(jobId);
    },
    run: lane.run,
  };
}

/** What came of an edit, and what the message shows now, if that is known. */
type Showing = ShowOutcome & { shown: Shown | undefined };

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
        return { outcome: 'unreachable', mayReturn: true };
      }
    },
    forget: (jobId: string): void => void failingSinceMs.delete(jobId),
  };
}
