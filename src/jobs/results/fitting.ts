import type { Asker } from '../../engine/fair-limit.ts';
import { FitLostError } from '../../media/confined/confined-program.ts';
import type { MediaFile, Turn, TypedFile } from '../../media/files/media.ts';
import { askerOf, findTask, type Job, logFacts } from '../job/job.ts';
import type { StepParts } from '../ports/parts.ts';
import { recordTask } from '../records/recorder.ts';
import { type ResultLimits, turnsFor } from './result-limits.ts';

type FittingParts = Pick<StepParts, 'clips' | 'fitter' | 'recorder' | 'log' | 'stop'> & { resultLimits: ResultLimits };

/** A result that kills the bot would do so at every start. */
const FIT_ATTEMPTS_MAX = 2;

/** Makes results fit and play, a few at a time. Undefined means that it can't, so a link has to do. */
export type Fitting = ReturnType<typeof createFitting>;

export function createFitting({ clips, fitter, log, recorder, resultLimits, stop }: FittingParts) {
  /** @returns how many attempts have no known end. */
  const attemptsOf = async ({ id }: Job, taskKey: string): Promise<number> => {
    const job = await recorder.get(id);
    const task = job && findTask(job, taskKey);
    return task?.state === 'delivering' ? (task.fitAttempts ?? 0) : 0;
  };

  const countAttempts = async (job: Job, taskKey: string, more?: number): Promise<void> => {
    await recordTask(recorder, job.id, { kind: 'fits', taskKey, ...(more === undefined ? {} : { more }) });
  };

  /** Counts as an attempt only what runs in its slot, because a bot that ends while a result waits says nothing about it. */
  const countedTurn =
    (job: Job, taskKey: string, turn: Turn): Turn =>
    (work) =>
      turn(async () => {
        await countAttempts(job, taskKey, 1);
        let isLost = false;
        try {
          return await work();
        } catch (error) {
          isLost = error instanceof FitLostError;
          throw error;
        } finally {
          // A stop, a full disk or a fault of Easel's own isn't the result's fault.
          if (!isLost) await countAttempts(job, taskKey, -1);
        }
      });

  const fitCounted = async (
    job: Job,
    taskKey: string,
    file: MediaFile,
    limitBytes: number,
  ): Promise<MediaFile | undefined> => {
    const { look, encode } = turnsFor(resultLimits, file.kind, askerOf(job), stop);
    const turns = { look: countedTurn(job, taskKey, look), encode: countedTurn(job, taskKey, encode) };
    while ((await attemptsOf(job, taskKey)) < FIT_ATTEMPTS_MAX) {
      try {
        const fitted = await fitter.fit(file, limitBytes, { signal: stop, turns });
        await countAttempts(job, taskKey);
        return fitted;
      } catch (error) {
        if (!(error instanceof FitLostError)) throw error;
        log.warn({ ...logFacts(job, taskKey), err: error }, 'a result was lost while it was made smaller');
      }
    }
    return undefined;
  };

  /** If the child process died while moving a clip's index, a clip that fits is delivered unchanged. */
  const unlessLost = async (
    asker: Asker,
    file: MediaFile,
    limitBytes: number,
    signal: AbortSignal,
  ): Promise<MediaFile | undefined> => {
    try {
      const turns = turnsFor(resultLimits, file.kind, asker, signal);
      return await fitter.fit(file, limitBytes, { signal, turns });
    } catch (error) {
      if (!(error instanceof FitLostError)) throw error;
      log.warn({ server: asker.guildId, err: error }, 'a result was lost while it was made to fit');
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
      if (file.sizeBytes > limitBytes) return fitCounted(job, taskKey, file, limitBytes);
      return unlessLost(askerOf(job), file, limitBytes, stop);
    },
    /** For a result that is fetched again: one attempt. @throws the signal's reason. */
    fitOnce: async (
      asker: Asker,
      file: MediaFile,
      limitBytes: number,
      signal: AbortSignal,
    ): Promise<MediaFile | undefined> => {
      if (!mayBeFitted(file, limitBytes)) return unlessTooLarge(file, limitBytes);
      return unlessLost(asker, file, limitBytes, signal);
    },
    /** A still picture of a clip, if possible. @throws the signal's reason. */
    stillOf: async (asker: Asker, clip: TypedFile, signal: AbortSignal): Promise<MediaFile | undefined> => {
      try {
        return await resultLimits.looks.run(asker, () => clips.typicalFrame(clip, { signal }), signal);
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
