import { STATUS_CODES } from 'node:http';
import type { RESTOptions } from 'discord.js';
import { Agent, type Dispatcher, FormData, request } from 'undici';
import { z } from 'zod';

type MakeRequest = RESTOptions['makeRequest'];
type ResponseLike = Awaited<ReturnType<MakeRequest>>;

/** Discord answers within seconds; only an upload takes long to be taken. */
const HEADERS_TIMEOUT_MS = 5 * 60_000;
const BODY_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 10_000;

export interface RestTransport {
  makeRequest: MakeRequest;
  close(): Promise<void>;
}

export interface TransportOptions {
  onTime?: ((atMs: number) => void) | undefined;
  beforeCall?: (() => Promise<void>) | undefined;
}

/**
 * @param onTime is told the time of every answer, by Discord's clock.
 * @param beforeCall is awaited before anything is sent; what it throws keeps the call from being sent.
 *
 * The line to Discord, with connections of its own. Without it discord.js' own, older undici finds the global dispatcher
 * of the newer one that Easel brings, and neither takes the other's forms.
 */
export function createRestTransport({ onTime, beforeCall }: TransportOptions = {}): RestTransport {
  const dispatcher = new Agent({
    allowH2: false,
    headersTimeout: HEADERS_TIMEOUT_MS,
    bodyTimeout: BODY_TIMEOUT_MS,
    connect: { timeout: CONNECT_TIMEOUT_MS },
  });
  return {
    makeRequest: async (url, init) => {
      const { method, headers, body, signal } = initSchema.parse(init);
      await beforeCall?.();
      // `request` and not `fetch`: the latter held on to more than a large file's size while uploading it.
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
    },
    close: () => dispatcher.destroy(),
  };
}

/** What discord.js gives for each request; bodies are its JSON or a form of `formOf`. */
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

/** A form that this transport can send; files in it are read from disk while they are sent. */
export function formOf(payload: object, files: readonly { blob: Blob; name: string }[]): FormData {
  const form = new FormData();
  form.append('payload_json', JSON.stringify(payload));
  for (const [index, { blob, name }] of files.entries()) form.append(`files[${index}]`, blob, name);
  return form;
}
