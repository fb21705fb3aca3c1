import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { MEMORY_MAX_BYTES, runConfined } from '../confined/confined-program.ts';
import { createNextTo, type FitTurns, type Fitter, type MediaFile } from '../files/media.ts';
import type { MediaType } from '../files/media-type.ts';
import { type ClipFacts, clipInspectionSchema, containerOf, readFindings } from './clip-facts.ts';
import { type ClipEncoding, planClip, smallerEncoding } from './clip-plan.ts';
import { encodeClip } from './encode-clip.ts';
import type { Ffmpeg } from './ffmpeg.ts';

/** In real time. An inspection takes milliseconds, remuxing 100 MB a second or two. */
const INSPECTION_LIMIT_MS = 30_000;
/** For one of two passes. Ten seconds of 1080p take about ten seconds on two cores. */
const PASS_LIMIT_MS = 120_000;
/** The second encoding aims lower by what the first one exceeded. */
const MOST_ENCODINGS = 2;

/** The program that inspects a clip. */
const INSPECTION = fileURLToPath(new URL('./clip-child.ts', import.meta.url));

/**
 * Makes clips fit and play. Remuxes them if that is enough, and encodes them otherwise.
 * @param found undefined for a machine without ffmpeg, which can't encode.
 */
export function createClipFitter(found: Promise<Ffmpeg | undefined>): Fitter {
  const inspect = async (file: MediaFile, to: string, limitBytes: number, signal: AbortSignal) => {
    const container = containerOf(file.mimeType);
    if (!container) return undefined;
    const args = [file.path, to, container, ...[file.sizeBytes, limitBytes, MEMORY_MAX_BYTES].map(String)];
    const printed = await runConfined(INSPECTION, args, { timeLimitMs: INSPECTION_LIMIT_MS, signal });
    return printed === undefined ? undefined : readFindings(clipInspectionSchema, printed);
  };

  const encode = async (from: string, to: string, facts: ClipFacts, first: ClipEncoding, limits: Limits) => {
    const ffmpeg = await found;
    let encoding = first;
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

  const make = async (
    file: MediaFile,
    to: string,
    { turns, ...limits }: Limits & { turns: FitTurns },
  ): Promise<'remuxed' | 'encoded' | 'sound alone' | undefined> => {
    const inspected = await turns.look(() => inspect(file, to, limits.limitBytes, limits.signal));
    if (!inspected || inspected === 'sound alone') return inspected;
    const { facts, isRemuxed } = inspected;
    if (isRemuxed) return (await stat(to)).size <= limits.limitBytes ? 'remuxed' : undefined;
    const plan = planClip(facts, file.sizeBytes, limits.limitBytes);
    if (plan.how !== 'encode') return undefined;
    const isEncoded = await turns.encode(() => encode(file.path, to, facts, plan.encoding, limits));
    return isEncoded ? 'encoded' : undefined;
  };

  return {
    fit: async (file, limitBytes, { signal, turns }) => {
      signal.throwIfAborted();
      let how: Awaited<ReturnType<typeof make>>;
      const fitted = await createNextTo(file.path, 'fitted.mp4', signal, async (path) => {
        how = await make(file, path, { limitBytes, signal, turns });
        if (!how || how === 'sound alone') return undefined;
        return { kind: 'video', mimeType: 'video/mp4', extension: 'mp4', isLossless: how === 'remuxed' };
      });
      if (fitted || file.sizeBytes > limitBytes) return fitted;
      return how === 'sound alone' ? { ...file, ...soundTypeOf(file) } : file;
    },
  };
}

/** Of a file without a picture in a clip's container. */
const soundTypeOf = ({ mimeType }: MediaFile): MediaType =>
  mimeType === 'video/webm'
    ? { kind: 'audio', mimeType: 'audio/webm', extension: 'weba' }
    : { kind: 'audio', mimeType: 'audio/mp4', extension: 'm4a' };

interface Limits {
  limitBytes: number;
  signal: AbortSignal;
}
