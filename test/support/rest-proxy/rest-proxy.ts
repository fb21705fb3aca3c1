import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import type { Clock } from '../../../src/time/clock.ts';
import { type BucketState, Buckets, bucketOf, GlobalLimit } from './buckets.ts';

/**
 * A small proxy in front of Discord's REST interface for several processes of one bot. It delays requests so that
 * together they keep Discord's limits. It changes nothing else and retries nothing; a 429 goes back to its caller. It
 * behaves like nirn-proxy (https://github.com/germanoeich/nirn-proxy).
 */
export interface RestProxy {
  /** For `DISCORD_API_URL`. */
  readonly apiUrl: string;
  close(): Promise<void>;
}

export interface RestProxyOptions {
  clock: Clock;
  /** Discord's address: `http://host:port`. */
  target: string;
  /** Requests a second with the bot's token over all routes. Discord allows 50. */
  perSecond?: number;
  /** A request without an answer from Discord within this time gets a 408. */
  requestTimeoutMs?: number;
}

const HOST = '127.0.0.1';
const DISCORD_PER_SECOND = 50;
const REQUEST_TIMEOUT_MS = 5_000;
/** Requests under way, including waiting ones. */
const MOST_REQUESTS = 10_000;

export async function startRestProxy(options: RestProxyOptions): Promise<RestProxy> {
  const { clock, perSecond = DISCORD_PER_SECOND } = options;
  const closing = new AbortController();
  const buckets = new Buckets(clock, closing.signal);
  const all = new GlobalLimit(clock, closing.signal, perSecond);
  let underWay = 0;

  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isOfBot = request.headers.authorization !== undefined;
    await buckets.inTurn(bucketOf(request.method ?? '', request.url ?? ''), async () => {
      // Answers to interactions and webhooks have no token, so the limit over all routes doesn't count them.
      const answered = isOfBot ? await all.take() : undefined;
      try {
        return await forward(request, response, options);
      } finally {
        answered?.();
      }
    });
  };

  const server = createServer((request, response) => {
    if (underWay >= MOST_REQUESTS) return void response.writeHead(503).end();
    underWay += 1;
    void pass(request, response).finally(() => {
      underWay -= 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  const address = server.address();
  return {
    apiUrl: `http://${HOST}:${typeof address === 'object' ? address?.port : 0}/api`,
    close: () => {
      closing.abort(new Error('the proxy is closing'));
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/**
 * Resolves once the answer has started, with what it says about the bucket. Never rejects, because every caller gets an
 * answer.
 */
function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { target, requestTimeoutMs = REQUEST_TIMEOUT_MS }: RestProxyOptions,
): Promise<BucketState> {
  const url = new URL(request.url ?? '/', target);
  const { method } = request;
  const nothingSaid = { remaining: undefined, resetAfterMs: undefined };
  // The caller left while its request waited.
  if (response.destroyed) return Promise.resolve(nothingSaid);
  const { promise, resolve } = Promise.withResolvers<BucketState>();
  const signal = AbortSignal.timeout(requestTimeoutMs);
  const sent = sendRequest(url, { method, headers: { ...request.headers, host: url.host }, signal }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(response);
    answer.on('error', () => response.destroy());
    resolve(stateOf(answer));
  });
  sent.on('error', () => {
    const status = signal.aborted ? 408 : 500;
    if (response.headersSent) response.destroy();
    else response.writeHead(status, { 'content-type': 'text/plain' }).end('Discord could not be asked');
    resolve(nothingSaid);
  });
  request.on('error', () => sent.destroy());
  response.on('close', () => {
    if (!response.writableFinished) sent.destroy();
  });
  request.pipe(sent);
  return promise;
}

function stateOf({ headers, statusCode }: IncomingMessage): BucketState {
  const of = (name: string): number | undefined => {
    const value = headers[name];
    return value === undefined ? undefined : Number(value);
  };
  const resetAfterMs = seconds(of('x-ratelimit-reset-after') ?? of('retry-after'));
  return { remaining: statusCode === 429 ? 0 : of('x-ratelimit-remaining'), resetAfterMs };
}

const seconds = (value: number | undefined): number | undefined => (value === undefined ? undefined : value * 1000);
