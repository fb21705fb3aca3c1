import { AnswerLostError } from './answer-lost.ts';
import { type JobsContext, logFacts } from './context.ts';
import type { Job } from './job.ts';
import type { Polling } from './polling/polling.ts';
import { firstPoll, nextDueInMs } from './polling/task-poll.ts';
import type { Progress } from './progress.ts';
import type { MemberIndex } from './records/member-index.ts';
import { untilStored } from './records/records.ts';
import type { CreateQueue } from './service/create-queue.ts';
import { createTask } from './service/creating.ts';
import { type Answer, abandon, begin, type Submission, type SubmitOutcome } from './submit.ts';
import { modelOfTask } from './variants.ts';

/** From a command to tasks that wait for the service. */
export interface Submitting {
  submit(submission: Submission, answer: Answer): Promise<SubmitOutcome>;
  /** Whether this process began the job: what finds jobs beside it must not take it for an interrupted one. */
  isOurs(jobId: string): boolean;
  /** It has ended. */
  forget(jobId: string): void;
}

export interface SubmittingParts {
  creates: CreateQueue;
  progress: Progress;
  polling: Pick<Polling, 'add'>;
  members: MemberIndex;
  /** Nobody awaits it, but a stop. */
  inBackground: (work: Promise<void>, facts: object) => void;
  stop: AbortSignal;
}

export function createSubmitting(context: JobsContext, parts: SubmittingParts): Submitting {
  const { log } = context;
  const { creates, progress, polling, members, inBackground, stop } = parts;
  const ours = new Set<string>();

  const createOne = async (job: Job, taskKey: string): Promise<void> => {
    const onTurn = (): void => progress.refresh(job.id, job.place.guildId);
    const task = await createTask(context, job, taskKey, { creates, stop, onTurn }).finally(() =>
      creates.leave(job.place.guildId, 1),
    );
    if (!task) return;
    const entry = firstPoll(context, job, task);
    polling.add(entry, nextDueInMs(context, entry));
    context.models.learnPrice(modelOfTask(job, taskKey), task.chargedCredits);
  };

  const createAll = async (job: Job): Promise<void> => {
    const created = await Promise.allSettled(job.tasks.map(({ key }) => createOne(job, key)));
    for (const outcome of created) {
      if (outcome.status === 'rejected') log.error({ ...logFacts(job), err: outcome.reason }, 'a create stumbled');
    }
    if (!stop.aborted) progress.advance(job.id, job.place.guildId);
  };

  const abandonSurely = async (jobId: string, guildId: string): Promise<void> => {
    if (await untilStored(context, stop, () => abandon(context, jobId))) progress.advance(jobId, guildId);
    else ours.delete(jobId);
  };

  return {
    submit: async (submission, answer) => {
      const { jobId, count, place } = submission;
      const room = creates.enter(place.guildId, count);
      if (!room) return { outcome: 'busy', roomAtMs: creates.roomAtMs() };
      let isOurs = false;
      const onWriting = (): void => {
        isOurs = true;
        ours.add(jobId);
      };
      const isBegun = (): boolean => ours.has(jobId);
      let outcome: SubmitOutcome;
      try {
        outcome = await begin(context, submission, answer, { ...room, isBegun, onWriting });
      } catch (error) {
        creates.leave(place.guildId, count);
        if (isOurs) inBackground(abandonSurely(jobId, place.guildId), { job: jobId });
        // Should its message appear, it says that nothing was started.
        if (error instanceof AnswerLostError) return { outcome: 'unanswered' };
        throw error;
      }
      if (outcome.outcome === 'begun') {
        members.add(outcome.job);
        inBackground(createAll(outcome.job), { job: jobId });
        return outcome;
      }
      creates.leave(place.guildId, count);
      if (isOurs) ours.delete(jobId);
      return outcome;
    },
    isOurs: (jobId) => ours.has(jobId),
    forget: (jobId) => {
      ours.delete(jobId);
    },
  };
}
