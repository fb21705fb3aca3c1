import { z } from 'zod';
import { scrub } from '../log.ts';
import { DAY_MS } from '../time/clock.ts';
import {
  BadKeyError,
  MalformedError,
  NotServedError,
  NotTheServiceError,
  RateLimitedError,
  RefusedError,
  UnavailableError,
  UnconfirmedError,
} from './errors.ts';
import type { Answer } from './exchange.ts';
import { MODELS } from './models.ts';
import { subjectOf } from './refusals.ts';
import type { CreatedTask, CreateRequest, Task } from './task-api.ts';

/** Upper bound on a wait that the service requests: a day. */
const LONGEST_RETRY_AFTER_MS = DAY_MS;
/** Longer ids than any service makes count as garbage. */
const LONGEST_ID_CHARACTERS = 256;
/** How much of the service's `msg` is kept: a sentence or two for a message. */
const LONGEST_SERVICE_MESSAGE_CHARACTERS = 400;

/** No invisible characters: half a surrogate pair, for one, can't be part of the query's path. */
const identifier = z
  .string()
  .max(LONGEST_ID_CHARACTERS)
  .regex(/^\P{C}+$/u);
const credits = z.int().nonnegative();
const address = z.string().nullish();

const envelopeSchema = z.object({ code: z.int(), msg: z.string().catch(''), data: z.unknown().optional() });

/** Other servers may send a `code` too. Only the service sends both. */
const wholeEnvelopeSchema = z.object({ code: z.int(), msg: z.string() });

const createdSchema = z.object({ task_id: identifier, credits });
const namedTaskSchema = createdSchema.pick({ task_id: true });

/**
 * Strict about what decides (state, addresses), lenient about the rest, because such a short document is surely
 * incomplete.
 */
const taskSchema = z.object({
  task_id: z.unknown().optional(),
  task_status: z.int(),
  task_type: z.unknown().optional(),
  model_id: z.string().optional().catch(undefined),
  image_url: address,
  video_url: address,
  audio_url: address,
  credits: credits.optional().catch(undefined),
});
type WireTask = z.output<typeof taskSchema>;

/** The body of a create (task-api.txt 2.2). Leaves out what the user left out. */
export function createBody(request: CreateRequest): string {
  return JSON.stringify({
    model_id: request.modelId,
    prompt: request.prompt,
    ...(request.imageUrls.length > 0 && { image_urls: request.imageUrls }),
    ...(request.aspectRatio !== undefined && { aspect_ratio: request.aspectRatio }),
  });
}

/** Whether the service answered. Its answers have the envelope (task-api.txt 2.3, 2.4, 7). */
export function isEnvelope({ body }: Answer): boolean {
  try {
    return wholeEnvelopeSchema.safeParse(parseJson(body)).success;
  } catch {
    return false;
  }
}

/**
 * @param wasRecognised whether this address has answered like the service before.
 * @throws RefusedError, NotServedError, BadKeyError, RateLimitedError, NotTheServiceError; UnconfirmedError for an
 * answer that proves nothing.
 */
export function readCreated(answer: Answer, nowMs: number, wasRecognised: boolean): CreatedTask {
  throwForStranger(answer, wasRecognised);
  throwForStatus(answer, nowMs, (status) => new UnconfirmedError({ cause: new Error(`HTTP ${status}`) }));
  let data: unknown;
  try {
    data = readData(answer);
  } catch (error) {
    throwForAccount(error);
    throw error instanceof MalformedError ? new UnconfirmedError({ cause: error }) : error;
  }
  const created = createdSchema.safeParse(data);
  if (!created.success) {
    const taskId = namedTaskSchema.safeParse(data).data?.task_id;
    throw new UnconfirmedError({ cause: new MalformedError(describe(created.error)), taskId });
  }
  return { taskId: created.data.task_id, chargedCredits: created.data.credits };
}

/** @throws RefusedError, BadKeyError, RateLimitedError, NotTheServiceError, UnavailableError, MalformedError. */
export function readTask(answer: Answer, taskId: string, nowMs: number): Task {
  throwForRedirect(answer);
  // A query, unlike a create, loses nothing if it takes a web page for another server's.
  if (isSuccess(answer) && isPage(answer)) throw new NotTheServiceError('a web page');
  throwForUnavailable(answer, nowMs);
  const parsed = taskSchema.safeParse(readQueried(answer));
  if (!parsed.success) throw new MalformedError(describe(parsed.error));
  const wire = parsed.data;
  if (typeof wire.task_id === 'string' && wire.task_id !== taskId) throw new MalformedError('it is about another task');
  switch (wire.task_status) {
    case 1:
      return { state: 'queued' };
    case 2:
      return { state: 'running' };
    case 3: {
      const { audio_url: audioUrl, credits } = wire;
      return { state: 'success', resultUrl: resultUrl(wire), audioUrl: audioUrl || undefined, credits };
    }
    case 4:
      return { state: 'failed' };
    default:
      return { state: 'unknown', status: wire.task_status };
  }
}

/**
 * Returns if the envelope proves that the service answered.
 * @throws BadKeyError, RateLimitedError, UnavailableError, NotTheServiceError; MalformedError for a 4xx that may be the
 * service's answer for an unknown task (task-api.txt 4.2: not shown), or any other server's.
 */
export function checkReachable(answer: Answer, nowMs: number): void {
  if (isEnvelope(answer)) {
    throwForKey(answer);
    return;
  }
  throwForRedirect(answer);
  if (isPage(answer)) throw new NotTheServiceError(`a web page (HTTP ${answer.status})`);
  if (isSuccess(answer)) throw new NotTheServiceError('an answer without the envelope');
  try {
    throwForUnavailable(answer, nowMs);
  } catch (error) {
    throw error instanceof RefusedError ? new MalformedError(`HTTP ${answer.status} without the envelope`) : error;
  }
}

const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300;

/** 303 and other 3xx may follow a request that was carried out (RFC 9110 15.4.4). These mean that it wasn't. */
const REDIRECTS = [301, 302, 307, 308];

function throwForRedirect({ status }: Answer): void {
  if (REDIRECTS.includes(status)) throw new NotTheServiceError(`a redirect (HTTP ${status})`);
}

/** By its first bytes, not its content type, because a careless service may send JSON as text/html. */
const isPage = ({ body }: Answer): boolean =>
  /^\s*<(!doctype html|html)\b/i.test(Buffer.from(body?.subarray(0, 500) ?? []).toString());

/**
 * Recognises answers to a create that prove no service accepted it:
 * - a redirect: "the target resource resides under a different URI" (RFC 9110 15.4), so nothing was done here;
 * - 404 and 405 without the envelope: the path doesn't exist or takes no POST. The service has it (task-api.txt 4.1), so
 *   the request went elsewhere;
 * - another web page from an address that has never answered like the service, because its answers have the envelope
 *   (task-api.txt 2.3, 7).
 *
 * From an address that has, a page proves nothing, with any status: it comes from something before the service, and that
 * may have kept the request away or have hidden the answer. Firewalls that also read answers refuse both with 403. Any
 * other 4xx is a refusal (`throwForStatus`), because an API sends no pages.
 */
function throwForStranger(answer: Answer, wasRecognised: boolean): void {
  const { status } = answer;
  throwForRedirect(answer);
  if ((status === 404 || status === 405) && !isEnvelope(answer)) throw new NotTheServiceError(`HTTP ${status}`);
  if (!isPage(answer)) return;
  const found = `a web page (HTTP ${status})`;
  throw wasRecognised ? new UnconfirmedError({ cause: new Error(found) }) : new NotTheServiceError(found);
}

function throwForUnavailable(answer: Answer, nowMs: number): void {
  throwForStatus(answer, nowMs, (status) =>
    status < 400
      ? new MalformedError(`HTTP ${status}`)
      : new UnavailableError({ status, retryAfterMs: parseRetryAfter(answer.retryAfter, nowMs) }),
  );
}

/** @param undecided makes the error for an answer that is neither a success nor a proof of refusal. */
function throwForStatus(answer: Answer, nowMs: number, undecided: (status: number) => Error): void {
  const { status } = answer;
  if (isSuccess(answer)) return;
  if (status === 401) throw new BadKeyError();
  if (status === 402) throw new NotServedError('Payment required (HTTP 402).');
  if (status === 429) throw new RateLimitedError(parseRetryAfter(answer.retryAfter, nowMs));
  // 408 and 409 may come after the request was accepted. Any other 4xx means that it wasn't.
  if (status >= 400 && status < 500 && status !== 408 && status !== 409) {
    // Without the envelope, anything between Easel and the service may have answered.
    const unproven = isEnvelope(answer) ? {} : { status };
    throw new RefusedError(`The service answered with HTTP status ${status}.`, unproven);
  }
  throw undecided(status);
}

/**
 * The envelope's `data` (task-api.txt 2.3, 7). No error quotes the body, which may hold prompts or signed addresses.
 */
function readData(answer: Answer): unknown {
  const envelope = envelopeSchema.safeParse(parseJson(answer.body));
  if (!envelope.success) throw new MalformedError(describe(envelope.error));
  const { code, msg, data } = envelope.data;
  if (code === 0) throw new RefusedError(quotable(msg) || 'The service gave no reason.');
  if (code !== 200) throw new MalformedError(`code ${code}`);
  return data;
}

/** Only a create's refusal can be about the account. A query's is about the key, or about its task. */
function readQueried(answer: Answer): unknown {
  try {
    return readData(answer);
  } catch (error) {
    if (error instanceof RefusedError && subjectOf(error.serviceMessage) === 'key') throw new BadKeyError();
    throw error;
  }
}

function throwForKey(answer: Answer): void {
  try {
    readQueried(answer);
  } catch (error) {
    // Any other refusal is the answer for an unknown task.
    if (error instanceof BadKeyError) throw error;
  }
}

function throwForAccount(error: unknown): void {
  if (!(error instanceof RefusedError)) return;
  const subject = subjectOf(error.serviceMessage);
  if (subject === 'key' || subject === 'account') throw new NotServedError(error.serviceMessage);
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

/** Removes keys and addresses, because this reason appears in messages. */
function quotable(msg: string): string {
  const characters = [...scrub(msg).trim()];
  if (characters.length <= LONGEST_SERVICE_MESSAGE_CHARACTERS) return characters.join('');
  return `${characters.slice(0, LONGEST_SERVICE_MESSAGE_CHARACTERS - 1).join('')}…`;
}

/** The model decides which address counts (task-api.txt 2.1). For an unknown model, any address that is there. */
function resultUrl(wire: WireTask): string | undefined {
  const model = MODELS.find(({ id }) => id === wire.model_id);
  if (model) return wire[model.resultField] || undefined;
  const [first, second] =
    wire.task_type === 'image' ? [wire.image_url, wire.video_url] : [wire.video_url, wire.image_url];
  return first || second || undefined;
}

/**
 * Converts Retry-After (RFC 9110 10.2.3), seconds or an HTTP date, to milliseconds from `nowMs`; undefined if it is
 * neither.
 */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : dateOf(text) - nowMs;
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), LONGEST_RETRY_AFTER_MS);
}

/** `Date.parse` accepts nearly anything ("1.5" is a day in 2001). An HTTP date starts with the name of a day. */
function dateOf(text: string): number {
  return /^[A-Z][a-z]{2,8}, /.test(text) ? Date.parse(text) : Number.NaN;
}
