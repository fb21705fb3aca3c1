import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FetchError } from '../../src/media/fetching/fetch-failure.ts';
import type { ResultFetcher } from '../../src/media/fetching/fetch-result.ts';
import type { MediaFile } from '../../src/media/files/media.ts';

type Answer = { bytes: Uint8Array; kind: MediaFile['kind'] } | FetchError | Error;

const FORMS = {
  image: { mimeType: 'image/png', extension: 'png' },
  video: { mimeType: 'video/mp4', extension: 'mp4' },
  audio: { mimeType: 'audio/mpeg', extension: 'mp3' },
} as const;

/** The service's storage: small real files, and everything that can go wrong with them. */
export class FakeResults implements ResultFetcher {
  /** The fetched addresses, in order. */
  readonly fetched: string[] = [];
  /** Sets the answer of an address. The default is a small picture. */
  answer: (address: string) => Answer = () => ({ bytes: new Uint8Array(100), kind: 'image' });
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async fetch(address: string, name: string, { signal }: { signal: AbortSignal }): Promise<MediaFile> {
    signal.throwIfAborted();
    this.fetched.push(address);
    const answer = this.answer(address);
    if (answer instanceof Error) throw answer;
    const { bytes, kind } = answer;
    const path = join(this.#folder, `${name}.${FORMS[kind].extension}`);
    await writeFile(path, bytes);
    signal.throwIfAborted();
    return { path, sizeBytes: bytes.byteLength, kind, ...FORMS[kind] };
  }

  async close(): Promise<void> {}
}
