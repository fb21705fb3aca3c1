import type { Booking } from '../../budget/accounts.ts';
import type { Change as StoreChange } from '../../store/store.ts';
import { type JobsContext, logFacts } from '../context.ts';
import type { Job, JobTask } from '../job.ts';

/** What a change of a task does to its server's account, and to the tally of the service. */
interface Effect {
  task: JobTask;
  bookings: Booking[];
  charges: StoreChange[];
}

/**
 * Writes a job that changed and, in the same commit, what the change does to the account and to the tally of the service: no
 * crash can part them, so that every hold ends exactly once. Under the job's lock.
 * Resolves with the job as it is then.
 * @throws StoreError when the store fails: then the change may or may not have been made, and reading the job tells.
 */
export async function commitJob(context: JobsContext, before: Job, after: Job): Promise<Job> {
  const { accounts, clock, log, records } = context;
  const earlier = new Map(before.tasks.map((task) => [task.key, task]));
  const effects = after.tasks.map((task) => effectOf(context, earlier.get(task.key), task));
  const bookings = effects.flatMap((effect) => effect.bookings);
  const job: Job = { ...after, tasks: effects.map(({ task }) => task) };
  const also = (): StoreChange[] => [records.put(job.id, job), ...effects.flatMap(({ charges }) => charges)];
  const outcomes = await accounts.book(job.place.guildId, bookings, also);
  bookings.forEach(({ taskKey, ...booking }, index) => {
    const facts = { ...logFacts(job, taskKey), durationMs: clock.now() - job.createdAtMs };
    log.info({ ...facts, ...booking, outcome: outcomes[index] }, `task ${WORDS[booking.kind]}`);
  });
  return job;
}

const WORDS = {
  settle: 'settled',
  release: 'released',
  correct: 'corrected to its charge',
  'mark unconfirmed': 'marked as unconfirmed',
} as const;

function effectOf({ tally }: JobsContext, before: JobTask | undefined, task: JobTask): Effect {
  const { key: taskKey } = task;
  switch (task.state) {
    case 'submitted': {
      if (before?.state === 'submitted') return none(task);
      const { chargedCredits, quoteCredits, taskId } = task;
      const bookings: Booking[] =
        chargedCredits === quoteCredits ? [] : [{ kind: 'correct', taskKey, credits: chargedCredits }];
      return { task, bookings, charges: tally.charged(taskId, chargedCredits) };
    }
    case 'settling':
      return {
        task: { ...task, state: 'delivering' },
        bookings: [{ kind: 'settle', taskKey, credits: task.chargedCredits }],
        charges: tally.ended(task.taskId, task.chargedCredits, 'kept'),
      };
    case 'releasing': {
      const { failure, returnedCredits, taskId } = task;
      // A success without an address costs its server nothing, but the operator.
      const ending = failure.reason === 'no result' ? 'written off' : 'refunded';
      return {
        task: { ...task, state: 'failed' },
        bookings: [{ kind: 'release', taskKey, why: failure.reason }],
        charges: taskId === undefined ? [] : tally.ended(taskId, returnedCredits, ending),
      };
    }
    case 'unconfirmed':
      if (before?.state === 'unconfirmed') return none(task);
      return { task, bookings: [{ kind: 'mark unconfirmed', taskKey }], charges: [] };
    default:
      return none(task);
  }
}

function none(task: JobTask): Effect {
  return { task, bookings: [], charges: [] };
}
