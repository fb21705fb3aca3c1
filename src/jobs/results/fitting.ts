import type { Asker } from '../../engine/fair-limit.ts';
import { FitLostError } from '../../media/confined/confined-program.ts';
import type { MediaFile } from '../../media/files/media.ts';
import { askerOf, type Job, logFacts } from '../job/job.ts';
import type { StepParts } from '../ports/parts.ts';
import { recordTask } from '../records/recorder.ts';
import type { ResultLimits } from './result-limits.ts';

type Clip = Pick<MediaFile, 'path' | 'mimeType'>;
type FittingParts = Pick<StepParts, 'clips' | 'fitter' | 'recorder' | 'log' | 'stop'> & { resultLimits: ResultLimits };

/** A result that kills the bot would do so at every start. */
const FIT_ATTEMPTS_MAX = 2;

/** Makes results fit and play, a few at a time. Undefined means that it can't, so a link has to do. */
export type Fitting = ReturnType<typeof createFitting>;

export function createFitting({ clips, fitter, log, recorder, resultLimits, stop }: FittingParts) {
  /** Counts an attempt in the record. @returns the number of attempts without a known end. */
  const countAttempts = async (job: Job, taskKey: string, more?: number): Promise<number> => {
    const event = { kind: 'fits' as const, taskKey, ...(more === undefined ? {} : { more }) };
    const written = await recordTask(recorder, job.id, event);
    return written?.state === 'delivering' ? (written.fitAttempts ?? 0) : 0;
  };

  const fitCounted = async (
    job: Job,
    taskKey: string,
    file: MediaFile,
    limitBytes: number,
  ): Promise<MediaFile | undefined> => {
    for (;;) {
      const attempts = await countAttempts(job, taskKey, 1);
      if (attempts > FIT_ATTEMPTS_MAX) return undefined;
      try {
        const fitted = await fitter.fit(file, limitBytes, { signal: stop });
        await countAttempts(job, taskKey);
        return fitted;
      } catch (error) {
        if (error instanceof FitLostError) {
          log.warn({ ...logFacts(job, taskKey), err: error, attempts }, 'a result was lost while it was made smaller');
          continue;
        }
        // A stop, a full disk or a fault of Easel's own isn't the result's fault.
        await countAttempts(job, taskKey, -1);
        throw error;
      }
    }
  };

  /** If the child process died while moving a clip's index, a clip that fits is delivered unchanged. */
  const unlessLost = async (
    facts: object,
    file: MediaFile,
    limitBytes: number,
    signal: AbortSignal,
  ): Promise<MediaFile | undefined> => {
    try {
      return await fitter.fit(file, limitBytes, { signal });
    } catch (error) {
      if (!(error instanceof FitLostError)) throw error;
      log.warn({ ...facts, err: error }, 'a result was lost while it was made to fit');
      return unlessTooLarge(file, limitBytes);
    }
  };

  return {
    /**
     * For a delivery. Gives up after too many attempts in which the child process or the bot died.
     * @throws what else failed, for example a full disk; the stop's reason.
     */
    fit: async (job: Job, taskKey: string, file: MediaFile, limitBytes: number): Promise<MediaFile | undefined> => {
      if (!mayBeFitted(file, limitBytes)) return unlessTooLarge(file, limitBytes);
      const work =
        file.sizeBytes > limitBytes
          ? () => fitCounted(job, taskKey, file, limitBytes)
          : () => unlessLost({ server: job.location.guildId }, file, limitBytes, stop);
      return resultLimits.fits.run(askerOf(job), work, stop);
    },
    /** For a result that is fetched again: one attempt. @throws the signal's reason. */
    fitOnce: async (
      asker: Asker,
      file: MediaFile,
      limitBytes: number,
      signal: AbortSignal,
    ): Promise<MediaFile | undefined> => {
      if (!mayBeFitted(file, limitBytes)) return unlessTooLarge(file, limitBytes);
      const work = () => unlessLost({ server: asker.guildId }, file, limitBytes, signal);
      return resultLimits.fits.run(asker, work, signal);
    },
    /** A still picture of a clip, if possible. @throws the signal's reason. */
    stillOf: async (asker: Asker, clip: Clip, signal: AbortSignal): Promise<MediaFile | undefined> => {
      try {
        return await resultLimits.fits.run(asker, () => clips.typicalFrame(clip, { signal }), signal);
      } catch (error) {
        signal.throwIfAborted();
        log.warn({ server: asker.guildId, err: error }, 'no still picture of a clip could be taken');
        return undefined;
      }
    },
  };
}

/** Even a small clip may not play everywhere, or not before it is fully loaded. */
function mayBeFitted({ kind, sizeBytes }: MediaFile, limitBytes: number): boolean {
  return kind === 'video' || (kind === 'image' && sizeBytes > limitBytes);
}

function unlessTooLarge(file: MediaFile, limitBytes: number): MediaFile | undefined {
  return file.sizeBytes <= limitBytes ? file : undefined;
}
