import { STATUS_CODES } from 'node:http';
import type { RESTOptions } from 'discord.js';
import { Agent, type Dispatcher, FormData, request } from 'undici';
import { z } from 'zod';
import { StoreError } from '../../store/store.ts';

type MakeRequest = RESTOptions['makeRequest'];
type ResponseLike = Awaited<ReturnType<MakeRequest>>;

/** Discord answers within seconds, except that uploads take long. */
const HEADERS_TIMEOUT_MS = 5 * 60_000;
const BODY_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 10_000;

export interface TransportOptions {
  onTime?: ((atMs: number) => void) | undefined;
  beforeCall?: (() => Promise<void>) | undefined;
  maySend?: (() => boolean) | undefined;
}

/**
 * Sends requests to Discord over its own connections. Without it, discord.js' older undici would use the global dispatcher
 * of Easel's newer one, and the two don't accept each other's forms.
 * @param onTime gets the time of every answer, by Discord's clock.
 * @param beforeCall runs before each call. If it throws, the call isn't sent.
 * @param maySend is asked once the connection stands, right before the first byte leaves. If it says no, nothing is sent.
 */
export function createRestTransport({ onTime, beforeCall, maySend }: TransportOptions = {}) {
  const agent = new Agent({
    allowH2: false,
    headersTimeout: HEADERS_TIMEOUT_MS,
    bodyTimeout: BODY_TIMEOUT_MS,
    connect: { timeout: CONNECT_TIMEOUT_MS },
  });
  const dispatcher = maySend ? agent.compose(createGuard(maySend)) : agent;
  const makeRequest: MakeRequest = async (url, init) => {
    const { method, headers, body, signal } = initSchema.parse(init);
    await beforeCall?.();
    // Not `fetch`, which used more memory than the size of a large file while uploading it.
    const answer = await request(url, {
      dispatcher,
      ...(method === undefined ? {} : { method: method as Dispatcher.HttpMethod }),
      ...(headers ? { headers } : {}),
      ...(body === undefined || body === null ? {} : { body }),
      ...(signal ? { signal } : {}),
    });
    const atMs = Date.parse(String(answer.headers['date']));
    if (!Number.isNaN(atMs)) onTime?.(atMs);
    return asResponse(answer);
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
  method: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.union([z.string(), z.instanceof(FormData)]).nullish(),
  signal: z.instanceof(AbortSignal).nullish(),
});

function asResponse({ body, headers, statusCode }: Dispatcher.ResponseData): ResponseLike {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().flatMap((one): [string, string][] => (one === undefined ? [] : [[name, one]])),
  );
  return {
    body,
    arrayBuffer: () => body.arrayBuffer(),
    json: () => body.json(),
    text: () => body.text(),
    get bodyUsed() {
      return body.bodyUsed;
    },
    headers: new Headers(entries),
    ok: statusCode >= 200 && statusCode < 300,
    status: statusCode,
    statusText: STATUS_CODES[statusCode] ?? '',
  };
}

/** Creates a form that this transport can send. Its files are read from disk while they are sent. */
export function formOf(payload: object, files: readonly { blob: Blob; name: string }[]): FormData {
  const form = new FormData();
  form.append('payload_json', JSON.stringify(payload));
  for (const [index, { blob, name }] of files.entries()) form.append(`files[${index}]`, blob, name);
  return form;
}
