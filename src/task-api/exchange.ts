import type { Dispatcher } from 'undici';
import { ASK_FOR_IDENTITY, type Decoder, decode, decodersOf } from '../http/content-encoding.ts';

export interface Answer {
  status: number;
  retryAfter: string | undefined;
  /** Present for a 2xx, and for a 4xx with a complete body. Only a 2xx's body is interpreted (task-api.txt 7). */
  body: Uint8Array | undefined;
}

/** `sent` is false only if the request surely never reached a connection. */
export interface Loss {
  sent: boolean;
  cause: Error;
}

export type Exchange = { answer: Answer } | { loss: Loss };

export interface ExchangeRequest {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** Uses a connection for this request alone. */
  reset?: boolean;
  /** Starts when the request is sent, so waiting for a free connection doesn't count as the service's silence. */
  deadlineMs: number;
  /** The longest body, also after it was decompressed. */
  answerBytes: number;
  signal: AbortSignal;
  /** Asked right before the first byte leaves. If it says no, nothing is sent. */
  maySend?: (() => boolean) | undefined;
}

/**
 * Sends one request once and reads its answer. Uses `dispatch`, because only that shows when a request may have been
 * sent: undici calls `onRequestStart` when it has a connection and is about to write.
 */
export function exchange(dispatcher: Dispatcher, request: ExchangeRequest): Promise<Exchange> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined;
    let status = 0;
    let retryAfter: string | undefined;
    let bytes = 0;
    const chunks: Uint8Array[] = [];
    let decoders: Decoder[] = [];
    let stopped: Error | undefined;
    let timer: NodeJS.Timeout | undefined;

    const end = (outcome: Exchange): void => {
      clearTimeout(timer);
      request.signal.removeEventListener('abort', onAbort);
      resolve(outcome);
    };
    /** A 4xx counts even if its body is lost. */
    const endEarly = (cause: Error): void => {
      if (isClientError(status)) end({ answer: { status, retryAfter, body: undefined } });
      else end({ loss: { sent: controller !== undefined, cause } });
    };
    const stop = (cause: Error): void => {
      stopped = cause;
      controller?.abort(cause);
      endEarly(cause);
    };
    const onAbort = (): void => stop(new Error('the caller gave up', { cause: request.signal.reason }));
    request.signal.addEventListener('abort', onAbort, { once: true });

    dispatcher.dispatch(
      {
        method: request.method,
        path: request.path,
        headers: { ...ASK_FOR_IDENTITY, ...request.headers },
        body: request.body ?? null,
        reset: request.reset ?? false,
      },
      {
        onRequestStart(started) {
          // The caller gave up while waiting for a connection. Aborting here keeps the request from being sent.
          if (stopped) return started.abort(stopped);
          if (request.maySend?.() === false) return started.abort(new Error('this process may no longer send it'));
          controller = started;
          timer = setTimeout(() => stop(new Error(`no answer within ${request.deadlineMs} ms`)), request.deadlineMs);
        },
        onResponseStart(_, statusCode, headers) {
          // An interim answer says nothing; the answer follows it (RFC 9110 15.2).
          if (statusCode < 200) return;
          status = statusCode;
          decoders = decodersOf(headers['content-encoding']);
          const header = headers['retry-after'];
          retryAfter = Array.isArray(header) ? header[0] : header;
          // The status says everything. Reading the body lets the connection be used again.
          if (!isBodyWanted(status)) resolve({ answer: { status, retryAfter, body: undefined } });
        },
        onResponseData(current, chunk) {
          bytes += chunk.length;
          if (bytes > request.answerBytes)
            current.abort(new Error(`the answer is longer than ${request.answerBytes} bytes`));
          else if (isBodyWanted(status)) chunks.push(chunk);
        },
        onResponseEnd() {
          const body = Buffer.concat(chunks);
          // Bytes that aren't encoded as the header says are taken as they are.
          end({ answer: { status, retryAfter, body: decode(body, decoders, request.answerBytes) ?? body } });
        },
        onResponseError(_, cause) {
          endEarly(stopped ?? withoutDetails(cause));
        },
      },
    );
  });
}

const isClientError = (status: number): boolean => status >= 400 && status < 500;

/** A 4xx's body tells the service from something else. A 401 and a 429 mean the same from anyone. */
function isBodyWanted(status: number): boolean {
  return (status >= 200 && status < 300) || (isClientError(status) && status !== 401 && status !== 429);
}

/** Keeps only an error's message and code. undici's errors may hold bytes of the answer, which may hold anything. */
function withoutDetails(error: Error): Error {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return Object.assign(new Error(error.message || code || error.name), { code });
}
