import { createHmac, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { MediaKind } from '../../task-api/models.ts';
import type { SandboxTaskView } from './tasks.ts';

export interface ResultRequest {
  modelId: string;
  kind: MediaKind;
  prompt: string;
  aspectRatio: string | undefined;
  imageUrls: readonly string[];
  /** The same request and seed give the same result. */
  seed: number;
}

export interface Result {
  body: Buffer;
  mimeType: string;
  /** Without a dot. */
  extension: string;
}

/** Makes the file of a task. */
export type ResultMaker = (request: ResultRequest) => Promise<Result>;

/** How many results are kept. Older ones are made again from their seed. */
const KEPT_RESULTS = 32;

/** A task that runs longer is made when it is fetched. */
const AHEAD_MS = 120_000;

/** Makes each task's result once, even for simultaneous requests. */
export class ResultCache {
  readonly #make: ResultMaker;
  readonly #results = new LRUCache<string, Promise<Result>>({ max: KEPT_RESULTS });

  constructor(make: ResultMaker) {
    this.#make = make;
  }

  /** Makes the result while the task waits and runs, as a real service does. */
  makeAhead(task: SandboxTaskView): void {
    const isSoon = task.endsAtMs - task.createdAtMs <= AHEAD_MS;
    // Its own fetch reports a failure.
    if (task.outcome === 'success' && isSoon) this.resultOf(task).catch(() => undefined);
  }

  resultOf(task: SandboxTaskView): Promise<Result> {
    const { modelId, prompt, aspectRatio, imageUrls } = task.request;
    const known = this.#results.get(task.taskId);
    if (known) return known;
    const made = this.#make({ modelId, kind: task.kind, prompt, aspectRatio, imageUrls, seed: task.seed });
    this.#results.set(task.taskId, made);
    // A failure isn't kept; the caller gets it.
    made.catch(() => this.#results.delete(task.taskId));
    return made;
  }
}

export type ResultPart = MediaKind | 'audio';

/** A result's path, which can't be guessed and which expires. */
export function signedPath(secret: string, taskId: string, part: ResultPart, expiresAtMs: number): string {
  const path = `/results/${encodeURIComponent(taskId)}/${part}`;
  return `${path}?expires=${expiresAtMs}&signature=${signature(secret, path, String(expiresAtMs))}`;
}

export function isSigned(
  secret: string,
  claim: { path: string; expires: string; signature: string },
  nowMs: number,
): boolean {
  const expected = Buffer.from(signature(secret, claim.path, claim.expires));
  const given = Buffer.from(claim.signature);
  return given.length === expected.length && timingSafeEqual(given, expected) && nowMs < Number(claim.expires);
}

function signature(secret: string, path: string, expires: string): string {
  return createHmac('sha256', secret).update(`${path}?${expires}`).digest('hex');
}

const TONE_RATE = 8_000;
const TONE_SECONDS = 1;
const TONE_HERTZ = 440;

/** One second of a plain tone (WAV, 8 bit, mono), for tasks with sound. */
export function makeTone(): Result {
  const samples = TONE_RATE * TONE_SECONDS;
  const body = Buffer.alloc(44 + samples);
  body.write('RIFF', 0, 'ascii');
  body.writeUInt32LE(36 + samples, 4);
  body.write('WAVEfmt ', 8, 'ascii');
  body.writeUInt32LE(16, 16);
  body.writeUInt16LE(1, 20);
  body.writeUInt16LE(1, 22);
  body.writeUInt32LE(TONE_RATE, 24);
  body.writeUInt32LE(TONE_RATE, 28);
  body.writeUInt16LE(1, 32);
  body.writeUInt16LE(8, 34);
  body.write('data', 36, 'ascii');
  body.writeUInt32LE(samples, 40);
  for (let index = 0; index < samples; index++) {
    body[44 + index] = 128 + Math.round(60 * Math.sin((2 * Math.PI * TONE_HERTZ * index) / TONE_RATE));
  }
  return { body, mimeType: 'audio/wav', extension: 'wav' };
}

/** One grey pixel, for sandboxes without a maker. */
const PLACEHOLDER_PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';

export const makePlaceholder: ResultMaker = async () => ({
  body: Buffer.from(PLACEHOLDER_PNG, 'base64'),
  mimeType: 'image/png',
  extension: 'png',
});
