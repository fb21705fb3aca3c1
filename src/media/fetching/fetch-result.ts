import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import type { LookupFunction } from 'node:net';
import { join } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { Agent, type Dispatcher, request } from 'undici';
import { ASK_FOR_IDENTITY, type Decoder, decodersOf } from '../../http/content-encoding.ts';
import { acceptContinue } from '../../http/interim-answers.ts';
import { type Clock, NO_LONGER, systemClock } from '../../time/clock.ts';
import type { MediaFile } from '../files/media.ts';
import { type MediaType, readMediaType, type Unusable } from '../files/media-type.ts';
import { isResultName } from '../files/result-folder.ts';
import { FetchError, networkFailure, statusFailure } from './fetch-failure.ts';
import { createGuardedConnector } from './guarded-connector.ts';

const REDIRECT_STATUSES: readonly number[] = [301, 302, 303, 307, 308];
/** Storage services redirect once or twice. */
const MOST_REDIRECTS = 5;
/** Further fetches from the same host wait for a connection, within their deadline. */
const MOST_CONNECTIONS_PER_HOST = 32;
/** A content policy or cookies may take many. */
const MOST_HEADER_BYTES = 256 * 1024;

export interface ResultFetcherOptions {
  /** Where results are kept. `openResultFolder` creates it. */
  folder: string;
  /** The largest result. */
  maxBytes: number;
  /** Whether to fetch results from private and loopback addresses. */
  allowPrivate: boolean;
  connectTimeoutMs: number;
  /** Until the answer starts, for each redirect. */
  headersTimeoutMs: number;
  /** The longest silence within the body. */
  bodyTimeoutMs: number;
  /** For the whole fetch, including redirects. */
  deadlineMs: number;
  /** Measures the deadline. Real time if left out, because downloads happen in real time in tests too. */
  clock?: Clock;
  lookup?: LookupFunction;
}

interface FetchOptions {
  signal: AbortSignal;
  /** The largest file, if it isn't a result. */
  maxBytes?: number;
}

export type ResultFetcher = ReturnType<typeof createResultFetcher>;

/** Fetches results, trusting neither the address nor the answer. */
export function createResultFetcher(options: ResultFetcherOptions) {
  const { folder, deadlineMs, clock = systemClock, lookup } = options;
  const agent = new Agent({
    allowH2: false,
    connections: MOST_CONNECTIONS_PER_HOST,
    headersTimeout: options.headersTimeoutMs,
    bodyTimeout: options.bodyTimeoutMs,
    maxHeaderSize: MOST_HEADER_BYTES,
    connect: acceptContinue(
      createGuardedConnector({
        allowPrivate: options.allowPrivate,
        timeoutMs: options.connectTimeoutMs,
        ...(lookup && { lookup }),
      }),
    ),
  });

  async function fetchWithin(
    address: string,
    name: string,
    { signal, maxBytes = options.maxBytes }: FetchOptions,
  ): Promise<MediaFile> {
    const answer = await followRedirects(agent, parseResultAddress(address), signal);
    const partial = join(folder, `${name}.${randomUUID()}.part`);
    try {
      if (Number(answer.headers['content-length']) > maxBytes) throw new FetchError('too large');
      let sizeBytes = await saveBody(answer.body, partial, maxBytes);
      let type = await readMediaType(partial);
      const decoders = decodersOf(answer.headers['content-encoding']);
      // Many storages name an encoding that the file doesn't have, so its bytes are asked first.
      if (isUnusable(type) && decoders.length > 0) {
        sizeBytes = await decodeFile(partial, decoders, maxBytes);
        type = await readMediaType(partial);
      }
      if (isUnusable(type)) throw new FetchError(type);
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
    /**
     * Streams a result to `folder/<name>.<extension>`, replacing an existing file. Leaves nothing behind if it fails.
     * @param name letters, digits, `-` and `_`, at most 100.
     * @throws FetchError; the signal's reason if it aborted; the file system's error if the disk failed.
     */
    fetch: async (address: string, name: string, fetching: FetchOptions): Promise<MediaFile> => {
      const { signal } = fetching;
      assert(isResultName(name), 'a result needs a name that is safe as a file name');
      signal.throwIfAborted();
      const ended = new AbortController();
      const late = new AbortController();
      // This sleep rejects only when the fetch ends.
      clock.sleep(deadlineMs, ended.signal).then(
        () => late.abort(),
        () => undefined,
      );
      try {
        return await fetchWithin(address, name, { ...fetching, signal: AbortSignal.any([signal, late.signal]) });
      } catch (error) {
        signal.throwIfAborted();
        if (late.signal.aborted) throw new FetchError('too slow');
        throw error;
      } finally {
        ended.abort(NO_LONGER);
      }
    },
    /** Ends all connections at once. Running fetches fail. */
    close: (): Promise<void> => agent.destroy(),
  };
}

async function followRedirects(dispatcher: Agent, first: URL, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  let url = first;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const answer = await request(url, {
      dispatcher,
      signal,
      headers: { accept: 'image/*,video/*,audio/*', ...ASK_FOR_IDENTITY },
    }).catch((error: unknown) => {
      throw networkFailure(error);
    });
    if (answer.statusCode === 200) return answer;
    discard(answer);
    const location = answer.headers['location'];
    if (!REDIRECT_STATUSES.includes(answer.statusCode)) throw statusFailure(answer.statusCode);
    if (typeof location !== 'string') throw new FetchError('unavailable', { cause: new Error('no location') });
    url = parseResultAddress(location, url);
  }
  throw new FetchError('too many redirects');
}

const isUnusable = (type: MediaType | Unusable): type is Unusable => typeof type === 'string';

/** Replaces a file by what it holds. @returns the new size. @throws as `saveBody`; 'unavailable' for other bytes. */
async function decodeFile(path: string, decoders: readonly Decoder[], maxBytes: number): Promise<number> {
  const decoded = `${path}.decoded`;
  // The last stream gets the errors of all, and its reader.
  const body = decoders.reduce<Readable>(
    (encoded, { stream }) => pipeline(encoded, stream(), () => undefined),
    createReadStream(path),
  );
  try {
    const sizeBytes = await saveBody(body, decoded, maxBytes);
    await rename(decoded, path);
    return sizeBytes;
  } finally {
    body.destroy();
    await rm(decoded, { force: true });
  }
}

/** Drops an unwanted answer with its connection. undici reports that as an aborted request, which is expected. */
function discard({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => undefined).destroy();
}

/** Signed addresses have about 2,000 characters. */
const LONGEST_ADDRESS_CHARACTERS = 8_192;
/** Ports below this belong to well-known services. Only two of those speak HTTP. */
const FIRST_UNPRIVILEGED_PORT = 1_024;
const WEB_PORTS: readonly number[] = [80, 443];

/**
 * Parses the address of a result or redirect, as far as possible without connecting.
 * @param base the base of a relative address.
 * @throws FetchError 'bad address': not http(s), has credentials, another service's port, too long, or not an address.
 */
function parseResultAddress(address: string, base?: URL): URL {
  const url = address.length <= LONGEST_ADDRESS_CHARACTERS ? URL.parse(address, base?.href) : null;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw new FetchError('bad address');
  if (url.username !== '' || url.password !== '') throw new FetchError('bad address');
  const port = Number(url.port);
  if (url.port !== '' && port < FIRST_UNPRIVILEGED_PORT && !WEB_PORTS.includes(port)) {
    throw new FetchError('bad address');
  }
  return url;
}

/**
 * Writes a body to a new file piece by piece and counts the bytes received.
 * @returns the file's size in bytes.
 * @throws FetchError 'too large' once more than `maxBytes` arrived; the network's failure; the file system's own error,
 * because that isn't the address's fault.
 */
async function saveBody(body: AsyncIterable<Uint8Array>, path: string, maxBytes: number): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  try {
    let sizeBytes = 0;
    for await (const piece of withFetchErrors(body)) {
      sizeBytes += piece.byteLength;
      if (sizeBytes > maxBytes) throw new FetchError('too large');
      await file.writeFile(piece);
    }
    return sizeBytes;
  } finally {
    await file.close();
  }
}

/** Passes a body through. Converts only the network's errors, never those of the body's reader. */
async function* withFetchErrors(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw networkFailure(error);
  }
}
