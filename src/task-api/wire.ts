import { z } from 'zod';
import {
  BadKeyError,
  MalformedError,
  RateLimitedError,
  RefusedError,
  UnavailableError,
  UnconfirmedError,
} from './errors.ts';
import type { Answer } from './exchange.ts';
import { MODELS } from './models.ts';
import { parseRetryAfter } from './retry-after.ts';
import type { CreatedTask, CreateRequest, Task } from './task-api.ts';

/** Longer identifiers than any service makes are taken for garbage. */
const LONGEST_ID_CHARACTERS = 256;
/** What of the service's `msg` is kept: enough for a sentence or two in a message. */
const LONGEST_SERVICE_MESSAGE_CHARACTERS = 400;
/** A created_at below this is in seconds: it is the year 5138 in seconds, and 1973 in milliseconds. */
const FIRST_MILLISECONDS = 100_000_000_000;

/** Nothing invisible: half a surrogate pair, for one, could not be put into the query's path. */
const identifier = z
  .string()
  .max(LONGEST_ID_CHARACTERS)
  .regex(/^\P{C}+$/u);
const credits = z.int().nonnegative();
const address = z.string().nullish();

const envelopeSchema = z.object({ code: z.int(), msg: z.string().catch(''), data: z.unknown().optional() });

const createdSchema = z.object({
  task_id: identifier,
  request_id: identifier.optional().catch(undefined),
  credits,
});

/** Strict on what decides (state, addresses), lenient on what only informs: a document this short will turn out incomplete. */
const taskSchema = z.object({
  task_id: z.unknown().optional(),
  task_status: z.int(),
  task_type: z.unknown().optional(),
  model_id: z.string().optional().catch(undefined),
  image_url: address,
  video_url: address,
  audio_url: address,
  credits: credits.optional().catch(undefined),
  created_at: z.number().positive().optional().catch(undefined),
});
type WireTask = z.output<typeof taskSchema>;

/** The body of a create (task-api.txt 2.2): what the user gave, and nothing for what was not given. */
export function createBody(request: CreateRequest): string {
  return JSON.stringify({
    model_id: request.modelId,
    prompt: request.prompt,
    ...(request.imageUrls.length > 0 && { image_urls: request.imageUrls }),
    ...(request.aspectRatio !== undefined && { aspect_ratio: request.aspectRatio }),
  });
}

/** @throws RefusedError, BadKeyError, RateLimitedError; UnconfirmedError for every answer that proves nothing. */
export function readCreated(answer: Answer, nowMs: number): CreatedTask {
  throwForStatus(answer, nowMs, (status) => new UnconfirmedError({ cause: new Error(`HTTP ${status}`) }));
  let data: unknown;
  try {
    data = readData(answer);
  } catch (error) {
    throw error instanceof MalformedError ? new UnconfirmedError({ cause: error }) : error;
  }
  const created = createdSchema.safeParse(data);
  if (!created.success) {
    const taskId = z.object({ task_id: identifier }).safeParse(data).data?.task_id;
    throw new UnconfirmedError({ cause: new MalformedError(describe(created.error)), taskId });
  }
  const { task_id: taskId, request_id: requestId, credits: chargedCredits } = created.data;
  return { taskId, requestId, chargedCredits };
}

/** @throws RefusedError, BadKeyError, RateLimitedError, UnavailableError, MalformedError. */
export function readTask(answer: Answer, taskId: string, nowMs: number): Task {
  throwForUnavailable(answer, nowMs);
  const parsed = taskSchema.safeParse(readData(answer));
  if (!parsed.success) throw new MalformedError(describe(parsed.error));
  const wire = parsed.data;
  if (typeof wire.task_id === 'string' && wire.task_id !== taskId) throw new MalformedError('it is about another task');
  const facts = { taskId, modelId: wire.model_id, credits: wire.credits, createdAtMs: createdAtMs(wire.created_at) };
  switch (wire.task_status) {
    case 1:
      return { ...facts, state: 'queued' };
    case 2:
      return { ...facts, state: 'running' };
    case 3:
      return { ...facts, state: 'success', resultUrl: resultUrl(wire), audioUrl: wire.audio_url || undefined };
    case 4:
      return { ...facts, state: 'failed' };
    default:
      return { ...facts, state: 'unknown', status: wire.task_status };
  }
}

/** Any answer shows that the service is there. @throws BadKeyError, RateLimitedError, UnavailableError. */
export function checkReachable(answer: Answer, nowMs: number): void {
  try {
    throwForUnavailable(answer, nowMs);
  } catch (error) {
    if (error instanceof RefusedError || error instanceof MalformedError) return;
    throw error;
  }
}

function throwForUnavailable(answer: Answer, nowMs: number): void {
  throwForStatus(answer, nowMs, (status) =>
    status < 400
      ? new MalformedError(`HTTP ${status}`)
      : new UnavailableError({ status, retryAfterMs: parseRetryAfter(answer.retryAfter, nowMs) }),
  );
}

/** `undecided` makes the error for an answer that is neither a success nor a proof that nothing was taken. */
function throwForStatus(answer: Answer, nowMs: number, undecided: (status: number) => Error): void {
  const { status } = answer;
  if (status >= 200 && status < 300) return;
  if (status === 401) throw new BadKeyError();
  if (status === 429) throw new RateLimitedError(parseRetryAfter(answer.retryAfter, nowMs));
  // 408 and 409 may come after the request was taken; any other 4xx says that it was not.
  if (status >= 400 && status < 500 && status !== 408 && status !== 409) {
    throw new RefusedError(`The service answered with HTTP status ${status}.`);
  }
  throw undecided(status);
}

/** The envelope's `data` (task-api.txt 2.3, 7). No error quotes the body: it may hold prompts or signed addresses. */
function readData(answer: Answer): unknown {
  const envelope = envelopeSchema.safeParse(parseJson(answer.body));
  if (!envelope.success) throw new MalformedError(describe(envelope.error));
  const { code, msg, data } = envelope.data;
  if (code === 0) throw new RefusedError(quotable(msg) || 'The service gave no reason.');
  if (code !== 200) throw new MalformedError(`code ${code}`);
  return data;
}

function parseJson(body: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    // Without the parser's own error, which quotes the text.
    throw new MalformedError('it is not JSON');
  }
}

function describe(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.') || 'answer'}: ${issue.message}`).join('; ');
}

/** A reason that quotes a key would carry it into a message. */
function quotable(msg: string): string {
  const characters = [...msg.replace(/\bsk-\S+/g, '[key]').trim()];
  if (characters.length <= LONGEST_SERVICE_MESSAGE_CHARACTERS) return characters.join('');
  return `${characters.slice(0, LONGEST_SERVICE_MESSAGE_CHARACTERS - 1).join('')}…`;
}

/** The model says which address counts (task-api.txt 2.1); of a model that we do not know, whichever is there. */
function resultUrl(wire: WireTask): string | undefined {
  const model = MODELS.find(({ id }) => id === wire.model_id);
  if (model) return wire[model.resultField] || undefined;
  const [first, second] =
    wire.task_type === 'image' ? [wire.image_url, wire.video_url] : [wire.video_url, wire.image_url];
  return first || second || undefined;
}

function createdAtMs(createdAt: number | undefined): number | undefined {
  if (createdAt === undefined) return undefined;
  return Math.round(createdAt < FIRST_MILLISECONDS ? createdAt * 1000 : createdAt);
}
