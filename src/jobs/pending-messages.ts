import type { JobsContext } from './context.ts';
import { logFacts } from './context.ts';
import type { Job } from './job.ts';
import { type Expectation, expectationOf, isNearlyDone, notBehind } from './polling/expectation.ts';
import { medianMs, type RunLaw } from './polling/run-law.ts';
import type { NewFile, ShowOutcome } from './ports.ts';
import { modelOfTask } from './variants.ts';

/** Shows a job; `newFiles` are uploaded with it. */
export type Show = (job: Job, newFiles: readonly NewFile[]) => Promise<ShowOutcome>;

/** The pending messages of all jobs that go on; an edit is made only where it changes what a member sees. */
export interface PendingMessages {
  /** Of one job, one call at a time. Rejects when stopped, and with a fault of ours: the step is tried again. */
  show: Show;
  /** Whether its message shows just this. */
  isShown(job: Job): boolean;
  /** Whether showing it would change anything, and is no likely waste of a call. */
  isDue(job: Job): boolean;
  forget(jobId: string): void;
}

interface Shown {
  face: string;
  expectation: Expectation | undefined;
  outcome: ShowOutcome['outcome'];
  atMs: number;
}

/** In how many steps the progress bar moves; every step is one edit of the message. */
const PROGRESS_STEPS = 5;
/** A message that Discord did not take is left alone for so long, unless something happened to the job. */
const PAUSE_MS = 60_000;

export function createPendingMessages(context: JobsContext, stop: AbortSignal): PendingMessages {
  const { clock, log, messenger, models } = context;
  /** What each message showed last, or would have. Lost at a restart: then it is shown again. */
  const last = new Map<string, Shown>();
  const expectationNow = (job: Job): Expectation | undefined =>
    notBehind(last.get(job.id)?.expectation, expectationOf(job, slowestLaw(job, models), clock.now()));

  const isShown = (job: Job, expectation = expectationNow(job)): boolean => {
    const before = last.get(job.id);
    return before?.outcome === 'shown' && before.face === faceOf(job, expectation);
  };

  return {
    isShown,
    show: async (job, newFiles) => {
      const expectation = expectationNow(job);
      if (newFiles.length === 0 && isShown(job, expectation)) return { outcome: 'shown', place: job.place, files: [] };
      const shown = await messenger.show({ job, expectation, newFiles }, { signal: stop });
      if (shown.outcome === 'no place' && shown.refusal !== undefined)
        log.error({ ...logFacts(job), err: shown.refusal }, 'the message of a job was refused');
      if (shown.outcome !== 'too large' && shown.outcome !== 'file gone')
        last.set(job.id, {
          face: faceOf(job, expectation),
          expectation,
          outcome: shown.outcome,
          atMs: clock.monotonicMs(),
        });
      return shown;
    },
    isDue: (job) => {
      const before = last.get(job.id);
      if (!before) return true;
      const expectation = expectationNow(job);
      if (before.face !== faceOf(job, expectation)) return !isNearlyDone(expectation, clock.now());
      // Asked again for the same, Discord would say again that there is no place, and it counts such answers.
      return before.outcome === 'unavailable' && clock.monotonicMs() - before.atMs >= PAUSE_MS;
    },
    forget: (jobId) => {
      last.delete(jobId);
    },
  };
}

/** Of the models that are at work the one that takes longest: with it the job is done. */
function slowestLaw(job: Job, models: JobsContext['models']): RunLaw {
  const running = job.tasks.filter((task) => task.state === 'submitted' && task.serviceState === 'running');
  const modelIds = new Set(running.map(({ key }) => modelOfTask(job, key)));
  const laws = [...modelIds].map((modelId) => models.runTimes(modelId).law);
  const [slowest = models.runTimes(job.request.modelId).law] = laws.sort((a, b) => medianMs(b) - medianMs(a));
  return slowest;
}

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
