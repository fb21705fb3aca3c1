import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { RequestListener, ServerResponse } from 'node:http';
import type { LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FetchError } from '../../../src/media/fetching/fetch-failure.ts';
import {
  createResultFetcher,
  type ResultFetcher,
  type ResultFetcherOptions,
} from '../../../src/media/fetching/fetch-result.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { noisyPicture, plainPicture } from '../pictures/pictures.ts';
import { type ResultServer, startResultServer } from './result-server.ts';

const MAX_BYTES = 100_000;
const SECRET = 'signature-nobody-may-see';
const never = new AbortController().signal;

let folder: string;
const opened: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'easel-fetch-'));
});

afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
  await rm(folder, { recursive: true });
});

const LIMITS = {
  ...{ maxBytes: MAX_BYTES, allowPrivate: true, deadlineMs: 20_000 },
  ...{ connectTimeoutMs: 5_000, headersTimeoutMs: 5_000, bodyTimeoutMs: 5_000 },
};

function fetcherWith(options: Partial<ResultFetcherOptions> = {}): ResultFetcher {
  const fetcher = createResultFetcher({ ...LIMITS, folder, ...options });
  opened.push(fetcher);
  return fetcher;
}

async function serverWith(answer: RequestListener): Promise<ResultServer> {
  const server = await startResultServer(answer);
  opened.push(server);
  return server;
}

/** Resolves with a fetch's error. Checks that nothing stayed on disk and that the error shows no address. */
async function failureOf(fetching: Promise<unknown>): Promise<FetchError> {
  const error: unknown = await fetching.then(
    () => new Error('the fetch succeeded'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof FetchError)) throw error;
  expect(await readdir(folder)).toEqual([]);
  for (let shown: unknown = error; shown instanceof Error; shown = shown.cause) {
    expect(`${shown.message} ${shown.stack} ${JSON.stringify(shown)}`).not.toContain(SECRET);
  }
  return error;
}

const address = (server: ResultServer, path = '/result'): string => `${server.origin}${path}?sig=${SECRET}`;
const fetchFrom = (
  at: ResultServer | string,
  options?: Partial<ResultFetcherOptions>,
): ReturnType<ResultFetcher['fetch']> =>
  fetcherWith(options).fetch(typeof at === 'string' ? at : address(at), 'a', { signal: never });
const reasonOf = async (...asked: Parameters<typeof fetchFrom>): Promise<string> =>
  (await failureOf(fetchFrom(...asked))).reason;

describe('a result', () => {
  test('is stored byte for byte, named by the caller and typed by its bytes', async () => {
    const picture = await noisyPicture(100, 80).png().toBuffer();
    const server = await serverWith((_, response) => response.setHeader('content-type', 'text/html').end(picture));
    const file = await fetcherWith().fetch(address(server, '/page.html'), 'job_1-0', { signal: never });
    expect(file).toEqual({
      path: join(folder, 'job_1-0.png'),
      sizeBytes: picture.byteLength,
      kind: 'image',
      mimeType: 'image/png',
      extension: 'png',
    });
    expect(await readFile(file.path)).toEqual(picture);
    expect(await readdir(folder)).toEqual(['job_1-0.png']);
  });

  test('may be exactly as large as the limit', async () => {
    const picture = await plainPicture().png().toBuffer();
    const server = await serverWith((_, response) => response.end(picture));
    const file = await fetchFrom(server, { maxBytes: picture.byteLength });
    expect(file.sizeBytes).toBe(picture.byteLength);
  });

  test('is requested without compression', async () => {
    const picture = await plainPicture().png().toBuffer();
    let encoding: unknown;
    const server = await serverWith((request, response) => {
      encoding = request.headers['accept-encoding'];
      response.end(picture);
    });
    await fetchFrom(server);
    expect(encoding).toBe('identity');
  });

  test('is found through five redirects, including relative ones', async () => {
    const picture = await plainPicture().jpeg().toBuffer();
    const server = await serverWith((request, response) => {
      const step = Number(request.url?.slice(1));
      if (step === 5) response.end(picture);
      else response.writeHead([301, 302, 303, 307, 308][step] ?? 500, { location: `/${step + 1}` }).end('moved');
    });
    const file = await fetchFrom(`${server.origin}/0`);
    expect(file.mimeType).toBe('image/jpeg');
  });

  test('replaces an earlier one of the same name', async () => {
    const pictures = [await plainPicture(4).png().toBuffer(), await plainPicture(99).png().toBuffer()];
    const server = await serverWith((_, response) => response.end(pictures[server.asked.length - 1]));
    await fetchFrom(server);
    const second = await fetchFrom(server);
    expect(await readFile(second.path)).toEqual(pictures[1]);
  });
});

describe('the content encoding', () => {
  test.each(['gzip', 'aws-chunked', 'AWS-Chunked, gzip', 'utf-8', 'none', '', 'br', 'identity'])(
    '“%s” is ignored if the file isn’t encoded',
    async (encoding) => {
      const picture = await plainPicture().png().toBuffer();
      const server = await serverWith((_, response) => response.setHeader('content-encoding', encoding).end(picture));
      const file = await fetchFrom(server);
      expect(await readFile(file.path)).toEqual(picture);
    },
  );

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['aws-chunked, gzip', gzipSync],
    ['br, gzip', (bytes) => gzipSync(brotliCompressSync(bytes))],
  ])('“%s” is decoded if the file is', async (encoding, encode) => {
    const picture = await noisyPicture(100, 80).png().toBuffer();
    const server = await serverWith((_, response) =>
      response.setHeader('content-encoding', encoding).end(encode(picture)),
    );
    const file = await fetchFrom(server);
    expect(await readFile(file.path)).toEqual(picture);
    expect(file.sizeBytes).toBe(picture.byteLength);
    expect(await readdir(folder)).toEqual(['a.png']);
  });

  test('of a body that is cut or is nothing of the kind leaves nothing behind, and may be right later', async () => {
    const packed = gzipSync(await noisyPicture(60, 60).png().toBuffer());
    for (const body of [packed.subarray(0, 500), Buffer.from('no gzip at all')]) {
      const server = await serverWith((_, response) => response.setHeader('content-encoding', 'gzip').end(body));
      expect(await reasonOf(server)).toBe('unavailable');
    }
  });
});

describe('sizes', () => {
  const huge = Buffer.alloc(MAX_BYTES + 1, 0x89);

  test('an announced size over the limit is refused before the body', async () => {
    const server = await serverWith((_, response) => {
      response.writeHead(200, { 'content-length': huge.byteLength }).flushHeaders();
    });
    expect(await reasonOf(server)).toBe('too large');
  });

  test('a body without an announced size is cut off at the limit, however long it would go on', async () => {
    const server = await serverWith((request, response) => {
      const send = (): void => {
        while (!request.socket.destroyed && response.write(huge));
      };
      response.on('drain', send);
      send();
    });
    expect(await reasonOf(server)).toBe('too large');
  });

  test('a body shorter than announced is a lost connection', async () => {
    const server = await serverWith((request, response) => {
      response.writeHead(200, { 'content-length': 5_000 }).write('x'.repeat(2_000), () => request.socket.end());
    });
    expect(await reasonOf(server)).toBe('unavailable');
  });

  test('a body longer than announced is not a result', async () => {
    const picture = await plainPicture().png().toBuffer();
    const server = await serverWith((request) => {
      request.socket.end(
        Buffer.concat([
          Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 10\r\nconnection: close\r\n\r\n'),
          picture,
          huge,
        ]),
      );
    });
    const error = await failureOf(fetchFrom(server));
    expect(['not there yet', 'unavailable']).toContain(error.reason);
  });

  test('a chunked body cut in the middle is not taken for the whole', async () => {
    const picture = await noisyPicture(60, 60).png().toBuffer();
    const server = await serverWith((request, response) => {
      response.write(picture.subarray(0, 3_000), () => request.socket.destroy());
    });
    expect(await reasonOf(server)).toBe('unavailable');
  });

  test('a compressed body is refused if it holds more than the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(MAX_BYTES + 1, 0x89));
    const server = await serverWith((_, response) => response.setHeader('content-encoding', 'gzip').end(bomb));
    expect(await reasonOf(server)).toBe('too large');
  });
});

describe('time', () => {
  const hang = async (): Promise<{ server: ResultServer; asked: Promise<unknown> }> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    return { server: await serverWith(() => resolve()), asked: promise };
  };

  test('a server that never answers is too slow', async () => {
    const { server } = await hang();
    expect(await reasonOf(server, { headersTimeoutMs: 50 })).toBe('too slow');
  });

  test('a body that stops arriving is too slow', async () => {
    const server = await serverWith((_, response) => response.write('x'));
    expect(await reasonOf(server, { bodyTimeoutMs: 50 })).toBe('too slow');
  });

  test('a body that drips forever ends at the deadline', async () => {
    const clock = new FakeClock();
    const begun = Promise.withResolvers<void>();
    const server = await serverWith((request, response) => {
      const drip = (): void => {
        if (request.socket.destroyed) return;
        response.write('x', () => setImmediate(drip));
        begun.resolve();
      };
      drip();
    });
    const fetching = failureOf(fetchFrom(server, { clock, deadlineMs: 60_000, maxBytes: Number.MAX_SAFE_INTEGER }));
    await begun.promise;
    await clock.advance(60_000);
    expect(await fetching).toMatchObject({ reason: 'too slow' });
  });

  test('the caller can abort, and gets its own reason', async () => {
    const { server, asked } = await hang();
    const controller = new AbortController();
    const fetching = fetcherWith().fetch(address(server), 'a', { signal: controller.signal });
    const stopped = new Error('stopping');
    await asked;
    controller.abort(stopped);
    await expect(fetching).rejects.toBe(stopped);
  });

  test('no sleep is left on the clock afterwards', async () => {
    const clock = new FakeClock();
    const picture = await plainPicture().png().toBuffer();
    const server = await serverWith((_, response) => response.end(picture));
    await fetchFrom(server, { clock });
    expect(clock.sleeping).toBe(0);
  });
});

describe('answers without a result', () => {
  const answering = (status: number, body: string | Buffer = '') =>
    serverWith((_, response: ServerResponse) => response.writeHead(status).end(body));

  test.each([
    [401, 'gone'],
    [403, 'gone'],
    [404, 'gone'],
    [410, 'gone'],
    [400, 'unavailable'],
    [204, 'unavailable'],
    [408, 'unavailable'],
    [429, 'unavailable'],
    [500, 'unavailable'],
    [503, 'unavailable'],
  ])('HTTP %i means %s', async (status, reason) => {
    const server = await answering(status);
    expect(await reasonOf(server)).toBe(reason);
  });

  test('a port where no one listens is unavailable', async () => {
    const server = await startResultServer(() => undefined);
    await server.close();
    const error = await failureOf(fetchFrom(server));
    expect(error).toMatchObject({ reason: 'unavailable', cause: { message: 'ECONNREFUSED' } });
  });

  test.each([
    ['HTML named .png', 'not there yet', '<!doctype html><title>Sign in</title>'],
    ['the storage’s own error', 'not there yet', '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'],
    ['text', 'not there yet', 'the result is not here'],
    ['text that looks like a box', 'not there yet', 'the free one, the free two'],
    ['JSON', 'not there yet', '{"error":"expired"}'],
    ['nothing', 'not there yet', ''],
    ['the first bytes of a picture', 'not there yet', Buffer.from('89504e', 'hex')],
    ['SVG', 'not shown', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['SVG with a declaration', 'not shown', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a TIFF', 'not shown', Buffer.from('49492a00080000000000000000000000', 'hex')],
    ['a BMP', 'not shown', Buffer.from('424d3a000000000000003600000028000000', 'hex')],
    ['a HEIC', 'not shown', Buffer.from('000000186674797068656963000000006d69663168656963', 'hex')],
    ['a zip archive', 'not media', Buffer.from('504b0304140000000000', 'hex')],
    ['gzip', 'not media', gzipSync('hello')],
    ['a program', 'not media', Buffer.from('7f454c4602010100', 'hex')],
    ['a PDF', 'not media', '%PDF-1.7\n'],
  ])('%s is %s', async (_name, reason, body) => {
    const server = await answering(200, body);
    expect(await reasonOf(address(server, '/a.png'))).toBe(reason);
  });

  test('circular redirects end after five', async () => {
    const server = await serverWith((_, response) => response.writeHead(302, { location: '/again' }).end());
    expect(await reasonOf(server)).toBe('too many redirects');
    expect(server.asked).toHaveLength(6);
  });

  test.each([
    'file:///etc/passwd',
    'ftp://127.0.0.1/a',
    'http://user:word@127.0.0.1/',
    'http://127.0.0.1:25/',
    'http://',
  ])('a redirect to %s is not followed', async (location) => {
    const server = await serverWith((_, response) => response.writeHead(302, { location }).end());
    expect(await reasonOf(server)).toBe('bad address');
  });
});

describe('addresses', () => {
  test.each([
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'ftp://example.com/a.png',
    'javascript:alert(1)',
    '/relative.png',
    '',
    'http://',
    'http://user@example.com/a.png',
    'http://:word@example.com/a.png',
    'http://example.com:22/a.png',
    'http://example.com:70000/a.png',
    `http://example.com/${'a'.repeat(9_000)}`,
  ])('%s is bad', async (bad) => {
    expect(await reasonOf(bad)).toBe('bad address');
  });

  test.each([
    '127.0.0.1',
    '[::1]',
    'localhost',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fd00::1]',
    '[::]',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '017700000001',
    '0177.0.0.1',
    '127.1',
    '127.0.0.1.',
    '①②⑦.0.0.1',
    '224.0.0.1',
    '255.255.255.255',
  ])('%s is refused if private addresses are not allowed', async (host) => {
    const server = await serverWith((_, response) => response.end());
    const fetching = fetchFrom(`http://${host}:${server.port}/`, { allowPrivate: false });
    expect(await failureOf(fetching)).toMatchObject({ reason: 'private address' });
    expect(server.asked).toEqual([]);
  });

  test.each(['http', 'https'])('a private address is refused by %s', async (protocol) => {
    const fetching = fetchFrom(`${protocol}://127.0.0.1/`, { allowPrivate: false });
    expect(await failureOf(fetching)).toMatchObject({ reason: 'private address' });
  });

  const resolvingTo =
    (...addresses: string[]): LookupFunction =>
    (_host, _options, callback) => {
      callback(
        null,
        addresses.map((each) => ({ address: each, family: each.includes(':') ? 6 : 4 })),
      );
    };

  test.each([
    ['a private address', ['127.0.0.1']],
    ['public and private ones', ['93.184.216.34', '127.0.0.1']],
    ['nothing', []],
  ])('a name that resolves to %s is refused', async (_name, addresses) => {
    const server = await serverWith((_, response) => response.end());
    const fetcher = fetcherWith({ allowPrivate: false, lookup: resolvingTo(...addresses) });
    const error = await failureOf(fetcher.fetch(`http://rebound.example:${server.port}/`, 'a', { signal: never }));
    expect(error).toMatchObject({ reason: 'private address' });
    expect(server.asked).toEqual([]);
  });

  test('a name is resolved once, and the connection goes to the checked address', async () => {
    const picture = await plainPicture().png().toBuffer();
    const server = await serverWith((_, response) => response.end(picture));
    let lookups = 0;
    const lookup: LookupFunction = (host, options, callback) => {
      lookups += 1;
      resolvingTo('127.0.0.1')(host, options, callback);
    };
    await fetchFrom(`http://picture.example:${server.port}/`, { lookup });
    expect(lookups).toBe(1);
    expect(server.asked).toEqual(['/']);
  });

  test('an unknown name may be found later', async () => {
    const lookup: LookupFunction = (_host, _options, callback) => {
      callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${SECRET}`), { code: 'ENOTFOUND' }), '', 0);
    };
    expect(await reasonOf(`http://${SECRET}.example/`, { lookup })).toBe('unavailable');
  });
});

describe('the caller', () => {
  test.each(['', '../up', 'a/b', 'a.b', 'a b', 'ä', 'x'.repeat(101)])('cannot name a file %j', async (name) => {
    await expect(fetcherWith().fetch('http://127.0.0.1/', name, { signal: never })).rejects.toThrow(
      'safe as a file name',
    );
  });

  test('gets the disk’s own error, which does not blame the address', async () => {
    const picture = await plainPicture().png().toBuffer();
    const server = await serverWith((_, response) => response.end(picture));
    const fetching = fetchFrom(address(server), { folder: join(folder, 'absent') });
    await expect(fetching).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('closing ends running fetches', async () => {
    const asked = Promise.withResolvers<void>();
    const server = await serverWith(() => asked.resolve());
    const fetcher = createResultFetcher({ ...LIMITS, folder });
    const failing = failureOf(fetcher.fetch(address(server), 'a', { signal: never }));
    await asked.promise;
    await fetcher.close();
    expect(await failing).toMatchObject({ reason: 'unavailable' });
  });
});
