import { AssertionError } from 'node:assert';
import type { RESTOptions } from 'discord.js';
import { Agent, buildConnector, type Dispatcher, FormData, request } from 'undici';
import { z } from 'zod';
import { ASK_FOR_IDENTITY, decode, decodersOf } from '../../http/content-encoding.ts';
import { acceptContinue } from '../../http/interim-answers.ts';
import { StoreError } from '../../store/store.ts';
import { type Clock, systemClock } from '../../time/clock.ts';
import { isSuccess, limitIn, type ReadAnswer, refusalIn } from './answer.ts';
import { ForeignAnswerError, TokenRefusedError } from './outcome.ts';
import { createRateLimits } from './rate-limits.ts';

type MakeRequest = RESTOptions['makeRequest'];

/** Discord answers within seconds, except that uploads take long. */
const HEADERS_TIMEOUT_MS = 5 * 60_000;
const BODY_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 10_000;
const HTTP_SWITCHING = 101;
const HTTP_BAD_REQUEST = 400;
const HTTP_UNAUTHORIZED = 401;
const HTTP_TOO_MANY = 429;
/** A shorter wait of all calls comes with a burst. */
const LONG_MS = 5_000;
/** No answer of Discord's is as long: the longest lists a bot's commands. */
const LONGEST_BYTES = 8 * 1024 * 1024;

/** A 429: how long to wait, and whether all calls have to, or all with the same kind of token. */
export interface Limited {
  waitMs: number;
  isOfAll: boolean;
}

export interface TransportOptions {
  clock?: Clock | undefined;
  onTime?: ((atMs: number) => void) | undefined;
  beforeCall?: (() => Promise<void>) | undefined;
  maySend?: (() => boolean) | undefined;
  onLimited?: ((limited: Limited) => void) | undefined;
}

/**
 * Sends requests to Discord over its own connections. Without it, discord.js' older undici would use the global dispatcher
 * of Easel's newer one, and the two don't accept each other's forms. discord.js gets only what Discord itself said: an
 * answer of another program fails the call, and a 429 is obeyed here.
 * @param onTime gets the time of every answer, by Discord's clock.
 * @param beforeCall runs before each call. If it throws, the call isn't sent.
 * @param onLimited is called with every 429.
 * @param maySend is asked once the connection stands, right before the first byte leaves. If it says no, nothing is sent.
 */
export function createRestTransport(options: TransportOptions = {}) {
  const { clock = systemClock, onTime, beforeCall, maySend, onLimited } = options;
  const agent = new Agent({
    allowH2: false,
    headersTimeout: HEADERS_TIMEOUT_MS,
    bodyTimeout: BODY_TIMEOUT_MS,
    connect: acceptContinue(buildConnector({ allowH2: false, timeout: CONNECT_TIMEOUT_MS })),
  });
  const dispatcher = maySend ? agent.compose(createGuard(maySend)) : agent;
  const limits = createRateLimits(clock);

  const send = async (url: string, { method, headers, body, signal }: Init): Promise<ReadAnswer> => {
    await beforeCall?.();
    // Not `fetch`, which used more memory than the size of a large file while uploading it.
    const answer = await request(url, {
      dispatcher,
      method: method as Dispatcher.HttpMethod,
      headers: { ...headers, ...ASK_FOR_IDENTITY },
      ...(body === undefined || body === null ? {} : { body }),
      signal,
    }).catch((error: unknown) => {
      // undici's own, if a server switches protocols unasked.
      throw error instanceof AssertionError ? new ForeignAnswerError(HTTP_SWITCHING, { cause: error }) : error;
    });
    const atMs = Date.parse(String(answer.headers['date']));
    if (!Number.isNaN(atMs)) onTime?.(atMs);
    return read(answer);
  };

  const makeRequest: MakeRequest = async (url, given) => {
    const init = initSchema.parse(given);
    const { pathname } = new URL(url);
    const limited = { method: init.method, path: pathname, isOfBot: init.headers?.['Authorization'] !== undefined };
    for (;;) {
      const sentAtMs = await limits.turn(limited, init.signal);
      const answer = await send(url, init);
      if (answer.status !== HTTP_TOO_MANY) {
        limits.onAnswered(limited, sentAtMs);
        return responseOf(answer, init.body instanceof FormData);
      }
      const said = limitIn(answer, clock.now());
      const waitMs = limits.onRefused(limited, sentAtMs, said);
      const isOfAll = said.scope === 'token' || said.scope === 'address';
      onLimited?.({ waitMs, isOfAll: isOfAll && waitMs >= LONG_MS });
    }
  };
  return { makeRequest, close: (): Promise<void> => agent.destroy() };
}

function createGuard(maySend: () => boolean): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart: (controller, context) => {
        if (maySend()) handler.onRequestStart?.(controller, context);
        else controller.abort(new StoreError('another Easel may have taken over'));
      },
      onRequestUpgrade: (...upgraded) => handler.onRequestUpgrade?.(...upgraded),
      onResponseStart: (...started) => handler.onResponseStart?.(...started),
      onResponseData: (...received) => handler.onResponseData?.(...received),
      onResponseEnd: (...ended) => handler.onResponseEnd?.(...ended),
      onResponseError: (...failed) => handler.onResponseError?.(...failed),
    });
}

/** The options that discord.js passes. The body is its JSON or a form from `formOf`. */
const initSchema = z.object({
  method: z.string().default('GET'),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.union([z.string(), z.instanceof(FormData)]).nullish(),
  signal: z.instanceof(AbortSignal),
});
type Init = z.output<typeof initSchema>;

/** @throws a SyntaxError if it is longer than any answer of Discord's. */
async function read({ statusCode: status, headers, body }: Dispatcher.ResponseData): Promise<ReadAnswer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop early ends the connection.
  for await (const chunk of body) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > LONGEST_BYTES) throw new SyntaxError('the answer is longer than any of Discord’s');
    parts.push(part);
  }
  const whole = Buffer.concat(parts);
  // Bytes that aren't encoded as the header says are taken as they are.
  const decoded = decode(whole, decodersOf(headers['content-encoding']), LONGEST_BYTES) ?? whole;
  return { status, headers, text: Buffer.from(decoded).toString() };
}

/** What discord.js reads of an answer: its own limits, so that it waits before it meets them. */
const LIMIT_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset-after', 'x-ratelimit-bucket'];
/** No bucket's window is as long. A longer one would close its route. */
const LONGEST_WINDOW_S = 3_600;

/** @throws ForeignAnswerError if the answer isn't Discord's word; TokenRefusedError if Discord refuses the token. */
function responseOf(answer: ReadAnswer, wasUpload: boolean): Response {
  const { status, text } = answer;
  // As 200, because a Response of another status may not have a body.
  if (isSuccess(answer)) return new Response(text, { headers: headersOf(answer) });
  const refusal = status >= 400 && status < 500 ? refusalIn(answer) : undefined;
  if (!refusal) throw new ForeignAnswerError(status, { wasUpload });
  if (status === HTTP_UNAUTHORIZED && refusal.code === 0) throw new TokenRefusedError();
  // At a 401, discord.js would forget the token for all later calls. The code says what is refused.
  const passed = status === HTTP_UNAUTHORIZED ? HTTP_BAD_REQUEST : status;
  return new Response(JSON.stringify(refusal), { status: passed, headers: headersOf(answer) });
}

function headersOf({ headers, text }: ReadAnswer): Record<string, string> {
  const resetAfterS = Number(headers['x-ratelimit-reset-after']);
  const names = resetAfterS >= 0 && resetAfterS <= LONGEST_WINDOW_S ? LIMIT_HEADERS : [];
  const own = names.map((name) => [name, String([headers[name]].flat()[0] ?? '')]);
  return { ...Object.fromEntries(own), ...(text !== '' && { 'content-type': 'application/json' }) };
}

/** Creates a form that this transport can send. Its files are read from disk while they are sent. */
export function formOf(payload: object, files: readonly { blob: Blob; name: string }[]): FormData {
  const form = new FormData();
  form.append('payload_json', JSON.stringify(payload));
  for (const [index, { blob, name }] of files.entries()) form.append(`files[${index}]`, blob, name);
  return form;
}
