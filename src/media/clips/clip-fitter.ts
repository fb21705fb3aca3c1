import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { MEMORY_MAX_BYTES, runConfined } from '../confined/confined-program.ts';
import { type Fitter, fittedPath, type MediaFile, makeBeside } from '../media.ts';
import { type ClipFacts, clipLookSchema, containerOf } from './clip-facts.ts';
import { type ClipEncoding, lessThan, planClip } from './clip-plan.ts';
import { encodeClip } from './encode-clip.ts';
import type { Ffmpeg } from './ffmpeg.ts';

/** In real time: a look takes milliseconds, writing 100 MB anew a second or two. */
const LOOK_LIMIT_MS = 30_000;
/** For one of two passes: ten seconds of 1080p take about as long on two cores. */
const PASS_LIMIT_MS = 120_000;
/** The second aims lower by what the first came out over. */
const MOST_ENCODINGS = 2;

export interface ClipFitterOptions {
  /** Where results are kept. */
  folder: string;
  /** Undefined where this machine has none: clips that are too large cannot be made to fit then. */
  ffmpeg: Promise<Ffmpeg | undefined>;
  memoryMaxBytes?: number;
  /** The program that looks into a clip; a test may bring another. */
  program?: string;
}

/** Makes clips fit and play: their container written anew where that is enough, encoded anew where they are too large. */
export function createClipFitter(options: ClipFitterOptions): Fitter {
  const { folder, memoryMaxBytes = MEMORY_MAX_BYTES } = options;
  const program = options.program ?? fileURLToPath(new URL('./clip-child.ts', import.meta.url));

  const look = async (file: MediaFile, to: string, limitBytes: number, signal: AbortSignal) => {
    const container = containerOf(file.mimeType);
    if (!container) return undefined;
    const args = [file.path, to, container, ...[file.sizeBytes, limitBytes, memoryMaxBytes].map(String)];
    const printed = await runConfined(program, args, { timeLimitMs: LOOK_LIMIT_MS, signal });
    return printed === undefined ? undefined : clipLookSchema.parse(JSON.parse(printed));
  };

  const encode = async (from: string, to: string, facts: ClipFacts, first: ClipEncoding, limits: Limits) => {
    let encoding = first;
    const ffmpeg = await options.ffmpeg;
    for (let encodings = 0; ffmpeg && encodings < MOST_ENCODINGS; encodings += 1) {
      const { container } = facts;
      const { signal, limitBytes } = limits;
      if (!(await encodeClip(ffmpeg, { from, to, container }, encoding, { timeLimitMs: PASS_LIMIT_MS, signal }))) break;
      const { size } = await stat(to);
      if (size <= limitBytes) return true;
      encoding = lessThan(encoding, size, limitBytes);
    }
    return false;
  };

  const make = async (file: MediaFile, to: string, limits: Limits): Promise<'rewrapped' | 'encoded' | undefined> => {
    const found = await look(file, to, limits.limitBytes, limits.signal);
    if (!found) return undefined;
    if (found.isRewrapped) return (await stat(to)).size <= limits.limitBytes ? 'rewrapped' : undefined;
    const plan = planClip(found.facts, file.sizeBytes, limits.limitBytes);
    if (plan.how !== 'encode') return undefined;
    return (await encode(file.path, to, found.facts, plan.encoding, limits)) ? 'encoded' : undefined;
  };

  return {
    fit: async (file, limitBytes, { signal }) => {
      signal.throwIfAborted();
      const path = fittedPath(folder, file, 'mp4');
      const fitted = await makeBeside(path, signal, async () => {
        const how = await make(file, path, { limitBytes, signal });
        return how && { kind: 'video', mimeType: 'video/mp4', extension: 'mp4', isLossless: how === 'rewrapped' };
      });
      return fitted ?? (file.sizeBytes <= limitBytes ? file : undefined);
    },
  };
}

interface Limits {
  limitBytes: number;
  signal: AbortSignal;
}
