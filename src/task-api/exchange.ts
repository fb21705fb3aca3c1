import type { Dispatcher } from 'undici';

/** What came back. `body` is there for a 2xx only: no other body is ever read for meaning (task-api.txt 7). */
export interface Answer {
  status: number;
  retryAfter: string | undefined;
  body: Uint8Array | undefined;
}

/** `sent` is false only where the request surely never got onto a connection. */
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
  /** Use the connection for this request alone. */
  reset?: boolean;
  deadlineMs: number;
  answerBytes: number;
  signal: AbortSignal;
}

/**
 * One request and its answer, never repeated. Uses `dispatch`, because only that tells the moment from which a request
 * may have been sent: undici calls `onRequestStart` when it has a connection and is about to write.
 */
export function exchange(dispatcher: Dispatcher, request: ExchangeRequest): Promise<Exchange> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined;
    let status = 0;
    let retryAfter: string | undefined;
    let bytes = 0;
    const chunks: Uint8Array[] = [];
    let stopped: Error | undefined;

    const end = (outcome: Exchange): void => {
      clearTimeout(timer);
      request.signal.removeEventListener('abort', onAbort);
      resolve(outcome);
    };
    const stop = (cause: Error): void => {
      stopped = cause;
      controller?.abort(cause);
      end({ loss: { sent: controller !== undefined, cause } });
    };
    const onAbort = (): void => stop(new Error('the caller gave up', { cause: request.signal.reason }));
    const timer = setTimeout(() => stop(new Error(`no answer within ${request.deadlineMs} ms`)), request.deadlineMs);
    request.signal.addEventListener('abort', onAbort, { once: true });

    dispatcher.dispatch(
      {
        method: request.method,
        path: request.path,
        headers: request.headers,
        body: request.body ?? null,
        reset: request.reset ?? false,
      },
      {
        onRequestStart(started) {
          // Given up while it waited for a connection: this keeps it from being written after all.
          if (stopped) started.abort(stopped);
          else controller = started;
        },
        onResponseStart(_, statusCode, headers) {
          status = statusCode;
          const header = headers['retry-after'];
          retryAfter = Array.isArray(header) ? header[0] : header;
          // The status says it all: nobody waits for this body, but reading it lets the connection be used again.
          if (status >= 300) resolve({ answer: { status, retryAfter, body: undefined } });
        },
        onResponseData(current, chunk) {
          bytes += chunk.length;
          if (bytes > request.answerBytes)
            current.abort(new Error(`the answer is longer than ${request.answerBytes} bytes`));
          else if (status < 300) chunks.push(chunk);
        },
        onResponseEnd() {
          end({ answer: { status, retryAfter, body: Buffer.concat(chunks) } });
        },
        onResponseError(_, cause) {
          end({ loss: { sent: controller !== undefined, cause: stopped ?? lineError(cause) } });
        },
      },
    );
  });
}

/** What happened, without what it happened to: undici's errors may carry bytes of the answer, and those may hold anything. */
function lineError(error: Error): Error {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return Object.assign(new Error(error.message || code || error.name), { code });
}
