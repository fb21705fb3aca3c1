import { readdir, stat } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { asyncProperty, assert as check } from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { FetchError } from '../../../src/media/fetching/fetch-failure.ts';
import { createResultFetcher } from '../../../src/media/fetching/fetch-result.ts';
import { tempFolder } from '../../store/temp-folder.ts';
import { type AnyAnswer, anyAnswerOf, sendAnswer } from '../../support/any-answer.ts';
import { startRawServer } from '../../task-api/raw-server.ts';
import { plainPicture } from '../pictures/pictures.ts';

const RUNS = { numRuns: 60, seed: 20_261_127 };
const MAX_BYTES = 100_000;
/** One request for the address, and one for each redirect. */
const MOST_REQUESTS = 6;
const LIMITS = {
  ...{ maxBytes: MAX_BYTES, allowPrivate: true, deadlineMs: 2_000 },
  ...{ connectTimeoutMs: 500, headersTimeoutMs: 100, bodyTimeoutMs: 100 },
};
const never = new AbortController().signal;

/** Reasons that end a download for good. Each needs the storage's own word: a status, bytes, or an address. */
const FINAL = ['gone', 'too large', 'not shown', 'not media', 'bad address', 'private address', 'too many redirects'];
const isWhole = ({ sent, length }: AnyAnswer): boolean => sent === 1000 && length !== 'wrong';

it('whatever answers in place of a storage, a download ends within its bounds and leaves a whole file or nothing', async () => {
  const picture = await plainPicture(40, 30).png().toBuffer();
  const anyFile = anyAnswerOf(
    [picture, gzipSync(picture), Buffer.concat([picture, Buffer.alloc(2 * MAX_BYTES)]), gzipSync(gzipSync(picture))],
    ['location: /', 'location: ftp://a/', 'location: //', 'content-encoding: gzip, gzip', 'content-range: bytes 0-1/2'],
  );
  const folder = await tempFolder();
  await check(
    asyncProperty(anyFile, async (answer) => {
      const server = await startRawServer(({ socket }) => sendAnswer(socket, answer));
      const fetcher = createResultFetcher({ ...LIMITS, folder });
      const close = async (): Promise<void> => void (await Promise.all([fetcher.close(), server.close()]));
      onTestFinished(close);
      const fetched = await fetcher
        .fetch(`${server.url}/a`, 'job-1', { signal: never })
        .catch((error: unknown) => error);
      await close();
      expect(server.requests.length).toBeLessThanOrEqual(MOST_REQUESTS);
      if (!(fetched instanceof Error)) {
        expect(answer.status).toBe(200);
        expect(fetched).toMatchObject({ mimeType: 'image/png' });
        const { path, sizeBytes } = fetched as { path: string; sizeBytes: number };
        expect((await stat(path)).size).toBe(sizeBytes);
        // Without a length, a connection that ends looks like the end of the file.
        if (answer.length !== 'none') expect(sizeBytes).toBe(picture.length);
        return;
      }
      expect(fetched).toBeInstanceOf(FetchError);
      expect((await readdir(folder)).filter((name) => name !== 'job-1.png')).toEqual([]);
      const { reason } = fetched as FetchError;
      // What was cut, or is from between, is tried again.
      if (FINAL.includes(reason) && answer.status === 200) expect(isWhole(answer) || reason === 'too large').toBe(true);
    }),
    RUNS,
  );
}, 120_000);
