import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import type { LookupFunction } from 'node:net';
import { join } from 'node:path';
import { Agent, type Dispatcher, request } from 'undici';
import { type Clock, NO_LONGER, systemClock } from '../../time/clock.ts';
import { FetchError, type MediaFile } from '../media.ts';
import { readMediaType } from '../media-type.ts';
import { isResultName } from '../result-folder.ts';
import { networkFailure, statusFailure } from './fetch-failure.ts';
import { createGuardedConnector } from './guarded-connector.ts';
import { saveBody } from './save-body.ts';

const REDIRECT_STATUSES: readonly number[] = [301, 302, 303, 307, 308];
/** Storage services redirect once or twice. */
const MOST_REDIRECTS = 5;
/** Connections to one host; further fetches wait for one, within their deadline. */
const MOST_CONNECTIONS_PER_HOST = 32;

export interface ResultFetcherOptions {
  /** Where results are kept; `openResultFolder` makes it. */
  folder: string;
  /** Of one result. */
  maxBytes: number;
  /** Whether results at private and loopback addresses are fetched. */
  allowPrivate: boolean;
  connectTimeoutMs: number;
  /** Until the answer begins, for each hop. */
  headersTimeoutMs: number;
  /** Longest silence within the body. */
  bodyTimeoutMs: number;
  /** For all of it, redirects included. */
  deadlineMs: number;
  /** Measures the deadline. */
  clock?: Clock;
  lookup?: LookupFunction;
}

export interface ResultFetcher {
  /**
   * Streams a result to `folder/<name>.<extension>`, replacing what was there; nothing is left behind when it fails.
   * @param name letters, digits, `-` and `_`, at most 100.
   * @throws FetchError with the reason; the signal's reason when it aborted; the file system's error when the disk failed.
   */
  fetch(address: string, name: string, options: { signal: AbortSignal }): Promise<MediaFile>;
  /** Ends all connections at once; fetches that still run fail. */
  close(): Promise<void>;
}

/** Fetches what the service made, trusting neither the address nor the answer. */
export function createResultFetcher(options: ResultFetcherOptions): ResultFetcher {
  const { folder, maxBytes, deadlineMs, clock = systemClock, lookup } = options;
  const agent = new Agent({
    allowH2: false,
    connections: MOST_CONNECTIONS_PER_HOST,
    headersTimeout: options.headersTimeoutMs,
    bodyTimeout: options.bodyTimeoutMs,
    connect: createGuardedConnector({
      allowPrivate: options.allowPrivate,
      timeoutMs: options.connectTimeoutMs,
      ...(lookup && { lookup }),
    }),
  });

  async function fetchWithin(address: string, name: string, signal: AbortSignal): Promise<MediaFile> {
    const answer = await followRedirects(agent, parseResultAddress(address), signal);
    const partial = join(folder, `${name}.${randomUUID()}.part`);
    try {
      refuseByHeaders(answer, maxBytes);
      const sizeBytes = await saveBody(answer.body, partial, maxBytes);
      const type = await readMediaType(partial);
      if (!type) throw new FetchError('not media', false);
      signal.throwIfAborted();
      const path = join(folder, `${name}.${type.extension}`);
      await rename(partial, path);
      return { path, sizeBytes, ...type };
    } catch (error) {
      discard(answer);
      await rm(partial, { force: true });
      throw error;
    }
  }

  return {
    async fetch(address, name, { signal }) {
      assert(isResultName(name), 'a result needs a name that is safe as a file name');
      signal.throwIfAborted();
      const ended = new AbortController();
      const late = new AbortController();
      // The one rejection of this sleep is the end of the fetch.
      clock.sleep(deadlineMs, ended.signal).then(
        () => late.abort(),
        () => undefined,
      );
      try {
        return await fetchWithin(address, name, AbortSignal.any([signal, late.signal]));
      } catch (error) {
        signal.throwIfAborted();
        if (late.signal.aborted) throw new FetchError('too slow', true);
        throw error;
      } finally {
        ended.abort(NO_LONGER);
      }
    },
    close: () => agent.destroy(),
  };
}

async function followRedirects(dispatcher: Agent, first: URL, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  let url = first;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const answer = await request(url, {
      dispatcher,
      signal,
      // Nothing here unpacks, and a packed body could hold far more than was counted.
      headers: { accept: 'image/*,video/*,audio/*', 'accept-encoding': 'identity' },
    }).catch((error: unknown) => {
      throw networkFailure(error);
    });
    if (answer.statusCode === 200) return answer;
    discard(answer);
    const location = answer.headers['location'];
    if (!REDIRECT_STATUSES.includes(answer.statusCode)) throw statusFailure(answer.statusCode);
    if (typeof location !== 'string') throw new FetchError('bad address', false);
    url = parseResultAddress(location, url);
  }
  throw new FetchError('too many redirects', false);
}

function refuseByHeaders({ headers }: Dispatcher.ResponseData, maxBytes: number): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') throw new FetchError('not media', false);
  if (Number(headers['content-length']) > maxBytes) throw new FetchError('too large', false);
}

/** Drops an answer whose body is not wanted, connection and all; undici reports that as an aborted request, which is what was asked. */
function discard({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => undefined).destroy();
}

/** Longest address read at all; signed ones come to about 2,000 characters. */
const LONGEST_ADDRESS_CHARACTERS = 8_192;
/** Below this, a port belongs to a well-known service, and only two of those speak HTTP. */
const FIRST_UNPRIVILEGED_PORT = 1_024;
const WEB_PORTS: readonly number[] = [80, 443];

/**
 * Reads a result's address, or a redirect's, as far as can be told without connecting.
 * @param base what a relative address is relative to.
 * @throws FetchError 'bad address': not http(s), credentials in it, a port of another service, too long, or no address at all.
 */
function parseResultAddress(address: string, base?: URL): URL {
  const url = address.length <= LONGEST_ADDRESS_CHARACTERS ? URL.parse(address, base?.href) : null;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw new FetchError('bad address', false);
  if (url.username !== '' || url.password !== '') throw new FetchError('bad address', false);
  const port = Number(url.port);
  if (url.port !== '' && port < FIRST_UNPRIVILEGED_PORT && !WEB_PORTS.includes(port)) {
    throw new FetchError('bad address', false);
  }
  return url;
}
