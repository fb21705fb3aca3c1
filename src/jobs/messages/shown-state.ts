import type { Job, Shown } from '../job/job.ts';
import { modelOfTask } from '../job/variants.ts';
import { type Expectation, expectationOf, isNearlyDone, neverBackwards } from '../polling/expectation.ts';
import { medianMs, type RunLaw } from '../polling/run-law.ts';
import type { StepParts } from '../ports/parts.ts';

/** What a job's message shows, as pure functions. The record keeps what it showed last, so comparing tells what is behind. */

/** The steps of the progress bar; each step is one edit. */
const PROGRESS_STEPS = 5;

type Models = Pick<StepParts['models'], 'runTimes'>;

/** What the message says about when the job will be done. */
export function expectedIn(job: Job, models: Models, nowMs: number): Expectation | undefined {
  return neverBackwards(job.shown?.expectation, expectationOf(job, slowestLaw(job, models), nowMs));
}

/** The slowest of the running models decides when the job is done. */
function slowestLaw(job: Job, models: Models): RunLaw {
  const running = job.tasks.filter((task) => task.state === 'submitted' && task.serviceState === 'running');
  const modelIds = new Set(running.map(({ key }) => modelOfTask(job, key)));
  const laws = [...modelIds].map((modelId) => models.runTimes(modelId).law);
  const [slowest = models.runTimes(job.request.modelId).law] = laws.sort((a, b) => medianMs(b) - medianMs(a));
  return slowest;
}

/** What a message shows that shows this job. */
export function shownBy(job: Job, expectation: Expectation | undefined): Shown {
  return { state: stateOf(job, expectation), expectation, isThere: true };
}

/** Whether its message already shows all of this. */
export function showsAll(job: Job, expectation: Expectation | undefined): boolean {
  return job.shown?.isThere === true && job.shown.state === stateOf(job, expectation);
}

/** Whether an edit would change anything and can succeed, and the result isn't about to show more. */
export function isEditDue(job: Job, expectation: Expectation | undefined, nowMs: number): boolean {
  if (!job.shown) return true;
  return job.shown.state !== stateOf(job, expectation) && !isNearlyDone(expectation, nowMs);
}

/** Everything a job's message depends on, except Discord's file ids. */
function stateOf(job: Job, expectation: Expectation | undefined): string {
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
