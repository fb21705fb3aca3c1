import { z } from 'zod';
import { ORIGINS_MAX, originSchema } from './origins.ts';

/**
 * The stored record of a job: one command of one member, with one to four tasks, and all that is needed to go on
 * after a restart. Which state leads where is said in `life.ts`.
 */

const credits = z.int().min(0).max(1_000_000_000);
const timeMs = z.int().min(0);

export const failureSchema = z.discriminatedUnion('reason', [
  /** The service took the task and could not do it. */
  z.object({ reason: z.literal('failed by the service') }),
  /** `serviceMessage` is the service's own text. */
  z.object({ reason: z.literal('refused'), serviceMessage: z.string() }),
  z.object({ reason: z.literal('bad key') }),
  /** The service refuses everybody. */
  z.object({ reason: z.literal('not served') }),
  /** Somebody else answers at the service's address. */
  z.object({ reason: z.literal('not the service') }),
  z.object({ reason: z.literal('too many requests') }),
  z.object({ reason: z.literal('unreachable') }),
  /** The service says success and names no result. */
  z.object({ reason: z.literal('no result') }),
  /** Easel stopped before anything was sent. */
  z.object({ reason: z.literal('interrupted') }),
  /** Before it was a job: `why` is what moderators wrote, if anything. */
  z.object({ reason: z.literal('not approved'), why: z.string() }),
  z.object({ reason: z.literal('not decided in time') }),
]);
export type Failure = z.output<typeof failureSchema>;

export const unconfirmedReasons = [
  ...['answer lost', 'interrupted', 'waited too long', 'task not found'],
  /** The service answered with the id of another task. */
  'id in use',
] as const;
export type UnconfirmedReason = (typeof unconfirmedReasons)[number];

/** A file that the pending message carries. */
export const shownFileSchema = z.object({ attachmentId: z.string(), name: z.string() });
export type ShownFile = z.output<typeof shownFileSchema>;

/** How a result reached the member. */
export const deliverySchema = z.discriminatedUnion('how', [
  z.object({
    how: z.literal('attached'),
    files: z.array(shownFileSchema),
    madeSmaller: z.boolean(),
    /** The service's own address of what was made smaller, for as long as it lasts. */
    originalAddress: z.string().optional(),
  }),
  /** Too large to attach: the service's own address, for as long as it lasts. */
  z.object({ how: z.literal('linked'), address: z.string() }),
  /** No message could carry it; `/history` gives it back while the service has it. */
  z.object({ how: z.literal('kept'), reason: z.enum(['no place', 'not fetched', 'refused address', 'cancelled']) }),
]);
export type Delivery = z.output<typeof deliverySchema>;

/** What the operator found out of an unconfirmed task: paid for, or given back. */
export const resolvedSchema = z.object({ decision: z.enum(['settled', 'released']), credits });
export type Resolved = z.output<typeof resolvedSchema>;

const task = { key: z.string(), quoteCredits: credits };
const accepted = { ...task, taskId: z.string(), chargedCredits: credits, submittedAtMs: timeMs };
const finished = { ...accepted, finishedAtMs: timeMs, resultUrl: z.string(), audioUrl: z.string().optional() };

/** `taskId` is there when the service had taken the task; what was held for it goes back. */
const givenBack = { failure: failureSchema, returnedCredits: credits, taskId: z.string().optional() };

export const taskSchema = z.discriminatedUnion('state', [
  z.object({ ...task, state: z.literal('new') }),
  z.object({ ...task, state: z.literal('submitting') }),
  z.object({
    ...accepted,
    state: z.literal('submitted'),
    serviceState: z.enum(['queued', 'running']),
    runningSinceMs: timeMs.optional(),
  }),
  z.object({
    ...finished,
    state: z.literal('delivering'),
    /** Fetching it takes so long that its member is told. */
    isLate: z.boolean().optional(),
    /** How often making it fit was begun and, as far as is known, not ended. */
    fitsBegun: z.int().min(0).optional(),
  }),
  z.object({ ...finished, state: z.literal('delivered'), delivery: deliverySchema }),
  z.object({ ...task, ...givenBack, state: z.literal('failed') }),
  z.object({
    ...task,
    state: z.literal('unconfirmed'),
    reason: z.enum(unconfirmedReasons),
    taskId: z.string().optional(),
    chargedCredits: credits.optional(),
    resolved: resolvedSchema.optional(),
  }),
]);
export type JobTask = z.output<typeof taskSchema>;
export type JobTaskIn<State extends JobTask['state']> = Extract<JobTask, { state: State }>;

/** Whatever was offered when it was asked for: what is stored outlives the list of models. */
const modelIdSchema = z.string().min(1).max(100);

export const requestSchema = z.object({
  modelId: modelIdSchema,
  /** Another that makes each as well (`variants.ts`). */
  andModelId: modelIdSchema.optional(),
  /** What the server called these models when it was asked for. */
  modelNames: z.record(z.string(), z.string()).optional(),
  /** All that is sent, in the words of a style where one was named. */
  prompt: z.string(),
  /** `{dawn|dusk}` in the prompt stands for one task of each (`variants.ts`); otherwise braces are sent as they are. */
  isVaried: z.boolean().optional(),
  /** Of the server's, where one was named. */
  styleName: z.string().optional(),
  /** The words of the style that the prompt is in, where it is in one. */
  styleText: z.string().optional(),
  aspectRatio: z.string().optional(),
  /** Addresses of the source pictures, as Discord signed them. */
  sourceUrls: z.array(z.string()),
  /** Whose those pictures are, and whose the pictures that they were made from. */
  madeOf: z.array(originSchema).max(ORIGINS_MAX).optional(),
  spoiler: z.boolean(),
  /** Its messages do not show the prompt: only its member and moderators may read it. */
  hidesPrompt: z.boolean().optional(),
  /** Whose the prompt is, where that is another member who was promised that it stays hidden. */
  promptById: z.string().optional(),
  /** Only its member sees what comes of it, until they show it. */
  isDraft: z.boolean().optional(),
  /** The server had a gallery, so that its messages offer it. */
  offersGallery: z.boolean().optional(),
  /** The job that this is once more, or one whose picture it is made from, and its member. */
  madeFrom: z
    .object({
      jobId: z.string(),
      memberId: z.string(),
      how: z.enum(['again', 'picture']).optional(),
      /** The message that shows the picture. */
      channelId: z.string().optional(),
      messageId: z.string().optional(),
    })
    .optional(),
});
/** What the member asked for. */
export type JobRequest = z.output<typeof requestSchema>;

/** What a member asks for, before it is a job. */
export const generationRequestSchema = z.object({
  request: requestSchema,
  /** How many tasks it takes. */
  count: z.int().min(1),
  /** Its sources are those of the member's tray. */
  usesTray: z.boolean().optional(),
});
export type GenerationRequest = z.output<typeof generationRequestSchema>;

/**
 * Of one file: what servers without boosts took for years. It is for where Discord tells no limit, or refuses a file under the
 * one that it told, and for what the bot posts where no member's subscription counts.
 */
export const CAUTIOUS_LIMIT_BYTES = 10 * 1024 * 1024;

export const placeSchema = z.object({
  guildId: z.string(),
  channelId: z.string(),
  /** Unknown until the answer went out. */
  messageId: z.string().optional(),
  applicationId: z.string(),
  /** Opens the message for 15 minutes from `tokenIssuedAtMs`. */
  token: z.string(),
  tokenIssuedAtMs: timeMs,
  /** What this member may upload here, as Discord told it with the command. */
  uploadLimitBytes: z.int().min(0),
  /** Its message is for moderators, who read everything; members are told of it elsewhere. */
  isForModerators: z.boolean().optional(),
});
/** Where the job's pending message is and how to reach it. */
export type Place = z.output<typeof placeSchema>;

/** Discord takes an answer for 3 s, and may deny for some seconds more that it has one. */
const ANSWER_APPEARS_WITHIN_MS = 60_000;

/** Whether the message that answers a command may still appear: it was sent, and Discord did not say that it took it. */
export function mayAppear(
  { messageId, token, tokenIssuedAtMs }: Pick<Place, 'messageId' | 'token' | 'tokenIssuedAtMs'>,
  nowMs: number,
): boolean {
  return messageId === undefined && token !== '' && nowMs - tokenIssuedAtMs < ANSWER_APPEARS_WITHIN_MS;
}

export const jobSchema = z.object({
  id: z.string(),
  createdAtMs: timeMs,
  memberId: z.string(),
  request: requestSchema,
  place: placeSchema,
  tasks: z.array(taskSchema).min(1).max(4),
  /** Somebody pressed Cancel: nobody waits any more, and the credits follow what the tasks come to. */
  cancelledAtMs: timeMs.optional(),
});
export type Job = z.output<typeof jobSchema>;

/** The job's key for one of its tasks; it also keys the hold. */
export function taskKeyOf(jobId: string, index: number): string {
  return `${jobId}-${index + 1}`;
}

export function jobIdOfTask(taskKey: string): string {
  return taskKey.slice(0, taskKey.lastIndexOf('-'));
}

export function taskIn({ tasks }: Pick<Job, 'tasks'>, taskKey: string): JobTask | undefined {
  return tasks.find(({ key }) => key === taskKey);
}

/** The facts of a job or task that every log line about it carries. */
export function logFacts(job: Job, taskKey?: string): { job: string; server: string; task?: string } {
  const { id, place } = job;
  return { job: id, server: place.guildId, ...(taskKey === undefined ? {} : { task: taskKey }) };
}

/** For whom its steps take their turns. */
export function askerOf({ memberId, place }: Pick<Job, 'memberId'> & { place: { guildId: string } }): {
  guildId: string;
  memberId: string;
} {
  return { guildId: place.guildId, memberId };
}

/** Which of its job's tasks it is, counted from 0, whatever of them is shown. */
export function taskIndexOf(taskKey: string): number {
  return Number(taskKey.slice(taskKey.lastIndexOf('-') + 1)) - 1;
}

/** The tasks of a job before anything was sent, given what each is expected to cost. */
export function newTasksOf(jobId: string, quotesCredits: readonly number[]): JobTaskIn<'new'>[] {
  return quotesCredits.map((quoteCredits, index) => ({ key: taskKeyOf(jobId, index), quoteCredits, state: 'new' }));
}

/** Whether the service was asked for nothing of it. */
export function isUnsent({ tasks }: Job): boolean {
  return tasks.every(({ state }) => state === 'new');
}

/** Whether nothing is left to do for this task. */
export function isEnded(task: JobTask): task is JobTaskIn<'delivered' | 'failed' | 'unconfirmed'> {
  return task.state === 'delivered' || task.state === 'failed' || task.state === 'unconfirmed';
}

/** What a task cost, or what is held for it; undefined where that went back. */
export function costCreditsOf(task: JobTask): number | undefined {
  if (task.state === 'failed') return undefined;
  if (task.state === 'unconfirmed' && task.resolved) {
    return task.resolved.decision === 'settled' ? task.resolved.credits : undefined;
  }
  return 'chargedCredits' in task && task.chargedCredits !== undefined ? task.chargedCredits : task.quoteCredits;
}

/** Whether the service may still have a result of it that was paid for. */
export function isFetchable(task: JobTask): task is JobTaskIn<'delivered' | 'unconfirmed'> & { taskId: string } {
  if (task.state === 'unconfirmed') return task.taskId !== undefined && task.resolved?.decision === 'settled';
  return task.state === 'delivered';
}

/** Whether the service made it and Easel could not have it, so that nobody has seen it yet. */
export function isNotFetched(task: JobTask): boolean {
  if (task.state !== 'delivered' || task.delivery.how !== 'kept') return false;
  return task.delivery.reason === 'not fetched' || task.delivery.reason === 'refused address';
}

/** Whether its message shows the result, or a link to it. */
export function isShown(task: JobTask): boolean {
  return task.state === 'delivered' && task.delivery.how !== 'kept';
}

/** The files of a result that its message carries, in their order. */
export function attachedFilesOf(tasks: readonly JobTask[]): ShownFile[] {
  return tasks.flatMap((task) =>
    task.state === 'delivered' && task.delivery.how === 'attached' ? task.delivery.files : [],
  );
}

/** By its name, which is all that is kept of it. */
export function isPictureFile({ name }: { name: string }): boolean {
  return /\.(png|jpe?g|webp|gif|avif)$/i.test(name);
}

function isQueuedAtService(task: JobTask): boolean {
  return task.state === 'submitted' && task.serviceState === 'queued';
}

/** The job with one task replaced. */
export function withTask(job: Job, replacement: JobTask): Job {
  return { ...job, tasks: job.tasks.map((task) => (task.key === replacement.key ? replacement : task)) };
}

/** Cancel is offered while all that is left of a job waits in the service's queue. */
export function isCancellable(job: Job): boolean {
  const left = job.tasks.filter((task) => !isEnded(task));
  return job.cancelledAtMs === undefined && left.length > 0 && left.every(isQueuedAtService);
}

/** How long a draft can be shown; afterwards it stays its member's own. */
const DRAFT_LIFE_MS = 86_400_000;

export function draftEndsAtMs({ createdAtMs }: { createdAtMs: number }): number {
  return createdAtMs + DRAFT_LIFE_MS;
}

/** The service's name for a task, where its create was answered. */
export function serviceNameOf(tasks: readonly JobTask[], taskKey: string): string | undefined {
  const task = tasks.find(({ key }) => key === taskKey);
  return task && 'taskId' in task ? task.taskId : undefined;
}
