import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { MEMORY_MAX_BYTES, runConfined } from '../confined/confined-program.ts';
import { createNextTo, type Fitter, fittedPath, type MediaFile } from '../files/media.ts';
import { type ClipFacts, clipInspectionSchema, containerOf } from './clip-facts.ts';
import { type ClipEncoding, planClip, smallerEncoding } from './clip-plan.ts';
import { encodeClip } from './encode-clip.ts';
import type { Ffmpeg } from './ffmpeg.ts';

/** In real time. An inspection takes milliseconds, remuxing 100 MB a second or two. */
const INSPECTION_LIMIT_MS = 30_000;
/** For one of two passes. Ten seconds of 1080p take about ten seconds on two cores. */
const PASS_LIMIT_MS = 120_000;
/** The second encoding aims lower by what the first one exceeded. */
const MOST_ENCODINGS = 2;

export interface ClipFitterOptions {
  /** Where results are kept. */
  folder: string;
  /** Undefined if this machine has no ffmpeg. Oversized clips can't be made to fit then. */
  ffmpeg: Promise<Ffmpeg | undefined>;
  memoryMaxBytes?: number;
  /** The program that inspects a clip. Tests may pass another. */
  program?: string;
}

/** Makes clips fit and play. Remuxes them if that is enough, and encodes them otherwise. */
export function createClipFitter(options: ClipFitterOptions): Fitter {
  const { folder, memoryMaxBytes = MEMORY_MAX_BYTES } = options;
  const program = options.program ?? fileURLToPath(new URL('./clip-child.ts', import.meta.url));

  const inspect = async (file: MediaFile, to: string, limitBytes: number, signal: AbortSignal) => {
    const container = containerOf(file.mimeType);
    if (!container) return undefined;
    const args = [file.path, to, container, ...[file.sizeBytes, limitBytes, memoryMaxBytes].map(String)];
    const printed = await runConfined(program, args, { timeLimitMs: INSPECTION_LIMIT_MS, signal });
    return printed === undefined ? undefined : clipInspectionSchema.parse(JSON.parse(printed));
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
      encoding = smallerEncoding(encoding, size, limitBytes);
    }
    return false;
  };

  const make = async (file: MediaFile, to: string, limits: Limits): Promise<'rewrapped' | 'encoded' | undefined> => {
    const found = await inspect(file, to, limits.limitBytes, limits.signal);
    if (!found) return undefined;
    if (found.isRemuxed) return (await stat(to)).size <= limits.limitBytes ? 'rewrapped' : undefined;
    const plan = planClip(found.facts, file.sizeBytes, limits.limitBytes);
    if (plan.how !== 'encode') return undefined;
    return (await encode(file.path, to, found.facts, plan.encoding, limits)) ? 'encoded' : undefined;
  };

  return {
    fit: async (file, limitBytes, { signal }) => {
      signal.throwIfAborted();
      const path = fittedPath(folder, file, 'mp4');
      const fitted = await createNextTo(path, signal, async () => {
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
