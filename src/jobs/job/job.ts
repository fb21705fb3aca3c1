import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '../../time/clock.ts';
import { buildPolicySchema, clipsOf, SOURCES_MAX, sourceSchema } from './sources.ts';

/**
 * The one record of a job, from its start to its last trace: one command by one member, with one to eight tasks and
 * everything needed to continue after a restart. `life.ts` says which state follows which, `ended.ts` what stays of it.
 */

/** The most tasks of a job. A message shows up to ten files. */
export const TASKS_MAX = 8;
/** Of one prompt and model. */
export const PICTURES_MAX = 4;

/** How long a step may fail for reasons of Easel's own; then its job goes on without it. A job's last two fit into a day. */
export const FAULTS_MS = 10 * 3_600_000;

const credits = z.int().min(0).max(1_000_000_000);
const timeMs = z.int().min(0);

export const failureSchema = z.discriminatedUnion('reason', [
  /** The service accepted the task and failed. */
  z.object({ reason: z.literal('failed by the service') }),
  /** `serviceMessage` is the service's own text. */
  z.object({ reason: z.literal('refused'), serviceMessage: z.string() }),
  z.object({ reason: z.literal('bad key') }),
  /** The service refuses every request. */
  z.object({ reason: z.literal('not served') }),
  /** Something other than the service answers at its address. */
  z.object({ reason: z.literal('not the service') }),
  z.object({ reason: z.literal('too many requests') }),
  z.object({ reason: z.literal('unreachable') }),
  /** The service reports success without a result. */
  z.object({ reason: z.literal('no result') }),
  /** Easel stopped before anything was sent. */
  z.object({ reason: z.literal('interrupted') }),
  /** Rejected before it was a job; `why` is the moderators' reason, if any. */
  z.object({ reason: z.literal('not approved'), why: z.string() }),
  z.object({ reason: z.literal('not decided in time') }),
  /** The last frame of the clip that it continues couldn't be taken or shown. */
  z.object({ reason: z.literal('no frame') }),
  /** The service charged so much for other tasks that no credits are left for this one. */
  z.object({ reason: z.literal('over budget') }),
  /** Moderators removed a picture like one that it starts from. */
  z.object({ reason: z.literal('removed source') }),
]);
export type Failure = z.output<typeof failureSchema>;

/** Why clips couldn't be made into something else. */
const CLIP_REFUSALS = ['clip gone', 'clip unreadable', 'clips too long', 'clips differ', 'clip too large'] as const;
export type ClipRefusal = (typeof CLIP_REFUSALS)[number];

/** A file attached to the pending message. */
export const shownFileSchema = z.object({ attachmentId: z.string(), name: z.string() });
export type ShownFile = z.output<typeof shownFileSchema>;

/**
 * Why a file is linked that isn't too large: Discord doesn't show this kind, or refused this file, or the prompt is hidden and
 * Easel can't tell whether the file contains it.
 */
const LINK_REASONS = ['not shown', 'not accepted', 'prompt inside'] as const;
export type LinkReason = (typeof LINK_REASONS)[number];

const KEPT_REASONS = [
  ...(['unreachable', 'not fetched', 'not media', 'refused address'] as const),
  ...(['not accepted', 'prompt inside', 'cancelled', 'fault', 'removed picture'] as const),
] as const;

/** How a result reached the member. */
export const deliverySchema = z.discriminatedUnion('how', [
  z.object({
    how: z.literal('attached'),
    files: z.array(shownFileSchema),
    madeSmaller: z.boolean(),
    /** The service's address of the original of a smaller copy, while it lasts. */
    originalAddress: z.string().optional(),
    /** Whether the original has content credentials, and the copy has none. */
    isUnsigned: z.boolean().optional(),
  }),
  /** Too large to attach, unless it says why: the service's address, while it lasts. */
  z.object({ how: z.literal('linked'), address: z.string(), why: z.enum(LINK_REASONS).optional() }),
  /** No message shows it; `/history` gives it while the service has it. */
  z.object({
    how: z.literal('kept'),
    reason: z.enum([...KEPT_REASONS, ...CLIP_REFUSALS]),
  }),
]);
export type Delivery = z.output<typeof deliverySchema>;

/** The operator's decision about an unconfirmed task: settled or released. */
export const resolvedSchema = z.object({ decision: z.enum(['settled', 'released']), credits });
export type Resolved = z.output<typeof resolvedSchema>;

const task = { key: z.string(), quoteCredits: credits };
const accepted = {
  ...task,
  /** The service's id; empty for what Easel makes itself. */
  taskId: z.string(),
  chargedCredits: credits,
  submittedAtMs: timeMs,
};
const withResult = { ...accepted, resultUrl: z.string(), audioUrl: z.string().optional() };

/** `taskId` is set if the service had accepted the task. The hold is released. */
const givenBack = { failure: failureSchema, returnedCredits: credits, taskId: z.string().optional() };

export const taskSchema = z.discriminatedUnion('state', [
  z.object({ ...task, state: z.literal('new') }),
  z.object({ ...task, state: z.literal('submitting') }),
  z.object({
    ...accepted,
    state: z.literal('submitted'),
    serviceState: z.enum(['queued', 'running']),
    runningSinceMs: timeMs.optional(),
    /** Since when the service has reported success without the result's address. */
    withoutAddressSinceMs: timeMs.optional(),
  }),
  z.object({
    ...withResult,
    state: z.literal('delivering'),
    /** When the service finished it, as far as known. */
    finishedAtMs: timeMs,
    /** Downloading takes so long that the message says so. */
    isLate: z.boolean().optional(),
    /** How often making it fit was started and, as far as known, not finished. */
    fitAttempts: z.int().min(0).optional(),
  }),
  z.object({
    ...withResult,
    state: z.literal('delivered'),
    delivery: deliverySchema,
    /** When it was shown or given up. */
    deliveredAtMs: timeMs,
  }),
  z.object({ ...task, ...givenBack, state: z.literal('failed') }),
  z.object({
    ...task,
    state: z.literal('unconfirmed'),
    /** `id in use`: the service answered with the id of another task. `absurd charge`: it named `claimedCredits`. */
    reason: z.enum(['answer lost', 'interrupted', 'waited too long', 'task not found', 'id in use', 'absurd charge']),
    taskId: z.string().optional(),
    claimedCredits: z.int().min(0).optional(),
    chargedCredits: credits.optional(),
    resolved: resolvedSchema.optional(),
  }),
]);
export type JobTask = z.output<typeof taskSchema>;
export type JobTaskIn<State extends JobTask['state']> = Extract<JobTask, { state: State }>;
export type UnconfirmedReason = JobTaskIn<'unconfirmed'>['reason'];

/** A model offered at the time: records outlive the list of models. */
const modelIdSchema = z.string().min(1).max(100);

/** One clip of a finished job. */
export interface ClipRef {
  jobId: string;
  memberId: string;
  taskKey: string;
}

export interface FromClips {
  how: NonNullable<JobRequest['fromClips']>;
  clips: readonly ClipRef[];
}

/** A model and what a task costs with it. */
const offerSchema = z.object({ modelId: modelIdSchema, credits, isGuess: z.boolean().optional() });

const offersSchema = z.object({
  vary: offerSchema.optional(),
  finish: offerSchema.optional(),
  animate: offerSchema.optional(),
  /** Also means that the machine could take frames from clips. */
  continue: offerSchema.optional(),
});

export const requestSchema = z.object({
  modelId: modelIdSchema,
  /** A second model that makes each prompt too (`variants.ts`). */
  andModelId: modelIdSchema.optional(),
  /** The server's names of these models at the time. */
  modelNames: z.record(z.string(), z.string()).optional(),
  /** The prompt as sent, including a style's words. */
  prompt: z.string(),
  /** `{dawn|dusk}` in the prompt makes one task of each (`variants.ts`); otherwise braces are sent unchanged. */
  isVaried: z.boolean().optional(),
  /** Of the server's, where one was named. */
  styleName: z.string().optional(),
  /** The words of the style around the prompt, if any. */
  styleText: z.string().optional(),
  aspectRatio: z.string().optional(),
  /** What it's made from: its own sources first, then what those were made from. */
  sources: z.array(sourceSchema).max(SOURCES_MAX + 1),
  /** What happens to its clips: it starts from the last frame, or Easel itself takes that frame or makes two clips one. */
  fromClips: z.enum(['continue', 'still', 'join']).optional(),
  spoiler: z.boolean(),
  /** Messages don't show the prompt; only the author and moderators may read it. */
  hidesPrompt: z.boolean().optional(),
  /** The prompt's author, if another member who was promised that it stays hidden. */
  promptById: z.string().optional(),
  /** Visible only to its author until published. */
  isDraft: z.boolean().optional(),
  /** What its message offers to make from it, with the prices at the time. */
  offers: offersSchema.optional(),
});
/** What the member asked for. */
export type JobRequest = z.output<typeof requestSchema>;

/** What a member asks for, before it is a job. */
export const generationRequestSchema = z.object({
  request: requestSchema,
  /** How many tasks it takes. */
  count: z.int().min(1),
  /** Uses the pictures that the member set aside. */
  usesSavedSources: z.boolean().optional(),
  /** The price that the pressed button said. If it costs more, the member is asked first. */
  agreedCredits: credits.optional(),
});
export type GenerationRequest = z.output<typeof generationRequestSchema>;

/**
 * Upload limit for one file that every server accepts. Used if Discord tells no limit, refuses a file below its limit, or
 * the bot posts without a member's subscription.
 */
export const CAUTIOUS_LIMIT_BYTES = 10 * 1024 * 1024;

export const messageLocationSchema = z.object({
  guildId: z.string(),
  channelId: z.string(),
  /** Unknown until the answer is sent. */
  messageId: z.string().optional(),
  applicationId: z.string(),
  /** Opens the message for 15 minutes from `tokenIssuedAtMs`; empty after that, or if no command asked for it. */
  token: z.string(),
  tokenIssuedAtMs: timeMs,
  /** The member's upload limit here, from the interaction. */
  uploadLimitBytes: z.int().min(0),
  /** A message for moderators, who may read everything; members see another one. */
  isForModerators: z.boolean().optional(),
});
/** Where the job's pending message is and how to reach it. */
export type MessageLocation = z.output<typeof messageLocationSchema>;

/** How long Discord takes the token of an interaction. No record keeps it longer. */
const TOKEN_LIFE_MS = 15 * MINUTE_MS;

/** When the token has to go; undefined if there is none. */
export function tokenEndsInMs(
  { token, tokenIssuedAtMs }: Pick<MessageLocation, 'token' | 'tokenIssuedAtMs'>,
  nowMs: number,
): number | undefined {
  return token === '' ? undefined : Math.max(0, tokenIssuedAtMs + TOKEN_LIFE_MS - nowMs);
}

export function withoutToken(location: MessageLocation): MessageLocation {
  return { ...location, token: '' };
}

/** Discord accepts an answer for 3 s, and may deny for some more seconds that it has one. */
const ANSWER_APPEARS_WITHIN_MS = 60_000;
const LOOK_INTERVAL_MS = 5_000;

/**
 * When to look again for the answer to a command that was sent and that Discord didn't confirm. Undefined once it can no
 * longer appear, so that a look after that is the last one.
 */
export function nextLook(
  { messageId, token, tokenIssuedAtMs }: Pick<MessageLocation, 'messageId' | 'token' | 'tokenIssuedAtMs'>,
  nowMs: number,
): { dueInMs: number } | undefined {
  const leftMs = tokenIssuedAtMs + ANSWER_APPEARS_WITHIN_MS - nowMs;
  if (messageId !== undefined || token === '' || leftMs <= 0) return undefined;
  return { dueInMs: Math.min(leftMs, LOOK_INTERVAL_MS) };
}

/** What a job's message showed last. */
const shownSchema = z.object({
  /** Everything it depends on (`messages/shown-state.ts`). */
  state: z.string(),
  expectation: z
    .object({ startedMs: z.number(), usuallyMs: z.number(), progress: z.number(), isLate: z.boolean() })
    .optional(),
  /** False if the message couldn't be reached. Discord would refuse the same edit again, and it counts refusals. */
  isThere: z.boolean(),
});
export type Shown = z.output<typeof shownSchema>;

export const jobSchema = z.object({
  id: z.string(),
  createdAtMs: timeMs,
  memberId: z.string(),
  request: requestSchema,
  location: messageLocationSchema,
  /** None once it is forgotten. */
  tasks: z.array(taskSchema).max(TASKS_MAX),
  shown: shownSchema.optional(),
  /** The frame from which it continues a clip, attached to the pending message, with its address for the service. */
  frame: shownFileSchema.extend({ address: z.string() }).optional(),
  /** When a member cancelled: the credits follow what the tasks come to. */
  cancelledAtMs: timeMs.optional(),
  /** When its last step ended. From then on it is in its author's history. */
  endedAtMs: timeMs.optional(),
  /** Who deleted its message with Easel, if not its author. Then only moderators can post it again. */
  deletedById: z.string().optional(),
  /** Who may build on it, if its author chose that for it alone. */
  buildPolicy: buildPolicySchema.optional(),
  /** Its history has ended: only whose it is, who may build on it, where it was and what it was made from stays. */
  isForgotten: z.literal(true).optional(),
});
export type Job = z.output<typeof jobSchema>;
/** A job that has ended, as its author finds it again. */
export type EndedJob = Job & { endedAtMs: number };

/** Names a job in its server and its author's history. */
export interface JobRef {
  guildId: string;
  memberId: string;
  jobId: string;
}

export const refOf = ({ id: jobId, memberId, location: { guildId } }: Job): JobRef => ({ guildId, memberId, jobId });

export const hasEnded = (job: Job | undefined): job is EndedJob => job?.endedAtMs !== undefined;

/** The job's key for one of its tasks; it also keys the hold. */
export function taskKeyOf(jobId: string, index: number): string {
  return `${jobId}-${index + 1}`;
}

export function jobIdOfTask(taskKey: string): string {
  return taskKey.slice(0, taskKey.lastIndexOf('-'));
}

export function findTask({ tasks }: Pick<Job, 'tasks'>, taskKey: string): JobTask | undefined {
  return tasks.find(({ key }) => key === taskKey);
}

/** Log fields for every line about a job or task. */
export function logFacts(job: Job, taskKey?: string): { job: string; server: string; task?: string } {
  const { id, location } = job;
  return { job: id, server: location.guildId, ...(taskKey === undefined ? {} : { task: taskKey }) };
}

/** Whose turn its steps take. */
export function askerOf({ memberId, location }: Pick<Job, 'memberId'> & { location: { guildId: string } }): {
  guildId: string;
  memberId: string;
} {
  return { guildId: location.guildId, memberId };
}

/** The task's index in its job, from 0. */
export function taskIndexOf(taskKey: string): number {
  return Number(taskKey.slice(taskKey.lastIndexOf('-') + 1)) - 1;
}

/** A job's tasks before anything is sent, with their quotes. */
export function newTasksOf(jobId: string, quotesCredits: readonly number[]): JobTaskIn<'new'>[] {
  return quotesCredits.map((quoteCredits, index) => ({ key: taskKeyOf(jobId, index), quoteCredits, state: 'new' }));
}

/** For a message that is gone or out of reach. */
export function withoutMessage({ messageId: _, ...location }: MessageLocation): MessageLocation {
  return location;
}

/** Whether no create was sent for it. */
export function isUnsent({ tasks }: Job): boolean {
  return tasks.every(({ state }) => state === 'new');
}

/** Whether people refused it, or didn't decide in time, before anything was made. */
export const isUnapproved = ({ tasks }: Pick<Job, 'tasks'>): boolean =>
  tasks.some((task) => 'failure' in task && ['not approved', 'not decided in time'].includes(task.failure.reason));

/** Whether Easel stopped before a create was sent for it, so that it never ran. */
export function neverBegan({ tasks }: Job): boolean {
  return tasks.every(
    (task) => task.state === 'new' || (task.state === 'failed' && task.failure.reason === 'interrupted'),
  );
}

/** Whether nothing is left to do for this task. */
export function isEnded(task: JobTask): task is JobTaskIn<'delivered' | 'failed' | 'unconfirmed'> {
  return task.state === 'delivered' || task.state === 'failed' || task.state === 'unconfirmed';
}

/** What a task cost or holds; undefined if its hold was released. */
export function costCreditsOf(task: JobTask): number | undefined {
  if (task.state === 'failed') return undefined;
  if (task.state === 'unconfirmed' && task.resolved) {
    return task.resolved.decision === 'settled' ? task.resolved.credits : undefined;
  }
  return 'chargedCredits' in task && task.chargedCredits !== undefined ? task.chargedCredits : task.quoteCredits;
}

/** Whether the service may still have a paid result of it. */
export function isFetchable(task: JobTask): task is JobTaskIn<'delivered' | 'unconfirmed'> & { taskId: string } {
  if (task.state === 'unconfirmed') return task.taskId !== undefined && task.resolved?.decision === 'settled';
  return task.state === 'delivered';
}

/** Whether the service made it but Easel couldn't get it, or Easel couldn't make it, so no one has seen it. */
export function isNotFetched(task: JobTask): boolean {
  if (task.state !== 'delivered' || task.delivery.how !== 'kept') return false;
  const { reason } = task.delivery;
  return ['not fetched', 'not media', 'refused address', ...CLIP_REFUSALS].includes(reason);
}

/** The clips that a request is made from and what happens to them, if there are any. */
export function fromClipsOf({ fromClips, sources }: Pick<JobRequest, 'fromClips' | 'sources'>): FromClips | undefined {
  if (fromClips === undefined) return undefined;
  const clips = clipsOf({ sources }).map(({ id, ownerId, use }) => ({
    jobId: id,
    memberId: ownerId,
    taskKey: use.clip,
  }));
  return { how: fromClips, clips };
}

/** Whether Easel itself makes it, at no cost. */
export function isMadeHere({ fromClips }: Pick<JobRequest, 'fromClips'>): boolean {
  return fromClips !== undefined && fromClips !== 'continue';
}

/** Whether it needs the last frame of a clip before it can be sent. */
export function needsFrame({ request, frame }: Pick<Job, 'request' | 'frame'>): boolean {
  return request.fromClips === 'continue' && frame === undefined;
}

/** Whether its message shows the result or links it. */
export function isShown(task: JobTask): boolean {
  return task.state === 'delivered' && task.delivery.how !== 'kept';
}

/** The attached files of a result, in order. */
export function attachedFilesOf(tasks: readonly JobTask[]): ShownFile[] {
  return tasks.flatMap((task) =>
    task.state === 'delivered' && task.delivery.how === 'attached' ? task.delivery.files : [],
  );
}

/** By its name, because only the name is kept. */
export function isPictureFile({ name }: { name: string }): boolean {
  return /\.(png|jpe?g|webp|gif|avif)$/i.test(name);
}

/** By its name, too. A sound alone is no clip. */
export function isClipFile({ name }: { name: string }): boolean {
  return /\.(mp4|mov|webm)$/i.test(name);
}

/** The task that made one of a result's pictures, counted from 1; undefined if there's no such picture. */
export function taskOfPicture(tasks: readonly JobTask[], picture: number): JobTask | undefined {
  const file = pictureFilesOf(tasks)[picture - 1];
  // A draft whose message could not be shown in time has no files of its own.
  if (!file) return tasks.filter(isFetchable)[picture - 1];
  return tasks.find((one) => attachedFilesOf([one]).includes(file));
}

/** The pictures of a result, in the order in which its message shows them. */
export function pictureFilesOf(tasks: readonly JobTask[]): ShownFile[] {
  return attachedFilesOf(tasks).filter(isPictureFile);
}

/** The task whose clip a message shows; undefined if it shows none or several. */
export function clipTaskOf(tasks: readonly JobTask[]): JobTask | undefined {
  const shown = tasks.filter((task) => attachedFilesOf([task]).some(isClipFile));
  return shown.length === 1 ? shown[0] : undefined;
}

function isQueuedAtService(task: JobTask): boolean {
  return task.state === 'submitted' && task.serviceState === 'queued';
}

/** The job with one task replaced. */
export function withTask(job: Job, replacement: JobTask): Job {
  return { ...job, tasks: job.tasks.map((task) => (task.key === replacement.key ? replacement : task)) };
}

/** A job can be cancelled while all its unfinished tasks are queued at the service. */
export function isCancellable(job: Job): boolean {
  const left = job.tasks.filter((task) => !isEnded(task));
  return job.cancelledAtMs === undefined && left.length > 0 && left.every(isQueuedAtService);
}

/** How long a draft can be shown; afterwards it stays private. */
const DRAFT_LIFE_MS = DAY_MS;

export function draftEndsAtMs({ createdAtMs }: { createdAtMs: number }): number {
  return createdAtMs + DRAFT_LIFE_MS;
}

/** The service's id of a task, if its create was answered. */
export function serviceTaskIdOf(tasks: readonly JobTask[], taskKey: string): string | undefined {
  const task = tasks.find(({ key }) => key === taskKey);
  return task && 'taskId' in task ? task.taskId : undefined;
}
