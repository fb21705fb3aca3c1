import { type EndedJob, findTask, type Job, type JobTask } from './job.ts';
import { distinctOrigins, madeOf, type Origin, originOf, sourceWorksOf } from './sources.ts';

/** What stays of a job after its last step, as pure functions. */

/** The longest address that is linked. */
const ADDRESS_MAX_CHARACTERS = 2_000;

/** The job as its author finds it again: without what only its steps need, and the token of its command. */
export function endJob(job: Job, endedAtMs: number): EndedJob {
  const { id, createdAtMs, memberId, request, tasks, cancelledAtMs, deletedById, buildPolicy } = job;
  return {
    ...{ id, createdAtMs, memberId, request, endedAtMs },
    location: endedLocation(job),
    tasks: tasks.map(withoutAddresses),
    ...(cancelledAtMs !== undefined && { cancelledAtMs }),
    ...(deletedById !== undefined && { deletedById }),
    ...(buildPolicy !== undefined && { buildPolicy }),
  };
}

/** An ended job that a message shows anew. What the operator resolved meanwhile stays so. */
export function shownAnew({ deletedById: _, ...job }: EndedJob, { request, location, tasks }: Job): EndedJob {
  const taskNow = (task: JobTask): JobTask => (task.state === 'unconfirmed' ? (findTask(job, task.key) ?? task) : task);
  return { ...job, request, location, tasks: tasks.map(taskNow) };
}

/** What stays after its history: whose it is, who may build on it, where its message is, and what it was made from. */
export function forgetJob(job: EndedJob): EndedJob {
  const { id, createdAtMs, memberId, endedAtMs, buildPolicy } = job;
  const { modelId, isDraft } = job.request;
  const sources = originsIn(job).map((origin) => ({ ...origin, use: 'inherited' as const }));
  return {
    ...{ id, createdAtMs, memberId, endedAtMs },
    location: endedLocation(job),
    request: { modelId, prompt: '', sources, spoiler: false, ...(isDraft && { isDraft }) },
    tasks: [],
    isForgotten: true,
    ...(buildPolicy !== undefined && { buildPolicy }),
  };
}

/** The message of a draft can't be linked. */
function endedLocation({ location, request }: Job): Job['location'] {
  const { guildId, channelId, messageId } = location;
  return {
    ...{ guildId, channelId, ...(messageId !== undefined && !request.isDraft && { messageId }) },
    ...{ applicationId: '', token: '', tokenIssuedAtMs: 0, uploadLimitBytes: 0 },
  };
}

/**
 * Without addresses that are no longer needed. They can be of any length and they expire; fetching a result again asks the
 * service for a new one.
 */
function withoutAddresses(task: JobTask): JobTask {
  if (task.state !== 'delivered') return task;
  const { audioUrl: _, ...rest } = task;
  const { delivery } = task;
  const isLong = delivery.how === 'linked' && delivery.address.length > ADDRESS_MAX_CHARACTERS;
  return { ...rest, resultUrl: '', delivery: isLong ? { how: 'linked', address: '' } : delivery };
}

/** The pictures and clips that are in it, each once. */
const originsIn = ({ request }: Job): Origin[] => distinctOrigins(madeOf(request).map(originOf));

/** Whose a work is and what it was made from. Outlives the work's history, because its message does too. */
export interface Lineage {
  /** Its author. */
  memberId: string;
  /** Where its message is. A draft's message can't be linked. */
  channelId: string;
  messageId?: string;
  /** The pictures and clips that are in it, each once. */
  origins: Origin[];
  /** The works that it depends on: hiding or removing one of them affects it too. */
  sourceWorks: ReturnType<typeof sourceWorksOf>;
  isDraft?: boolean;
}

export function lineageOf(job: Job): Lineage {
  const { channelId, messageId } = job.location;
  const { isDraft } = job.request;
  return {
    ...{ memberId: job.memberId, channelId, origins: originsIn(job), sourceWorks: sourceWorksOf(job.request) },
    ...(messageId !== undefined && !isDraft && { messageId }),
    ...(isDraft && { isDraft }),
  };
}
