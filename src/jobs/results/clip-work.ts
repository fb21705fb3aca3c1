import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Asker } from '../../engine/fair-limit.ts';
import { FitLostError } from '../../media/confined/confined-program.ts';
import { FetchError } from '../../media/fetching/fetch-failure.ts';
import type { JoinRefusal, MediaFile } from '../../media/files/media.ts';
import { hasCredentials } from '../../media/metadata/mark-generated.ts';
import { TaskApiError } from '../../task-api/errors.ts';
import {
  type ClipRef,
  type ClipRefusal,
  type FromClips,
  findTask,
  fromClipsOf,
  isMadeHere,
  type Job,
  type JobTaskIn,
} from '../job/job.ts';
import type { StepParts } from '../ports/parts.ts';
import { queryTask } from '../watch/service-watch.ts';
import { addressOf, type MakeFromClips, type ResultParts } from './result-files.ts';
import { type Fetches, limitFetches, turnsFor } from './result-limits.ts';

/** A clip may have been joined from joined ones. Messages show those, so making them again is rare. */
const MADE_AGAIN_MAX = 4;
/** A clip on which the working process is lost twice is treated as unreadable. */
const ATTEMPTS_MAX = 2;

interface ClipWorkParts extends ResultParts, Pick<StepParts, 'clips' | 'history' | 'jobMessages'> {}

interface Making {
  guildId: string;
  asker: Asker;
  signal: AbortSignal;
  /** How many results inside of each other are made again. */
  depth: number;
}

type Made = Awaited<ReturnType<MakeFromClips>>;

const JOIN_REFUSALS: Readonly<Record<JoinRefusal, ClipRefusal>> = {
  'too long': 'clips too long',
  'other shape': 'clips differ',
  unreadable: 'clip unreadable',
  'no ffmpeg': 'clip unreadable',
};

export interface ClipWork {
  make: MakeFromClips;
}

/** Makes results from clips of finished jobs: the last frame of one, or two as one. */
export function createClipWork(parts: ClipWorkParts): ClipWork {
  const { clips: editor, history, log, resultLimits, results } = parts;

  const edit = async (how: FromClips['how'], files: readonly MediaFile[], { asker, signal }: Making) => {
    const turns = turnsFor(resultLimits, 'video', asker, signal);
    const [first, second] = files;
    if (!first) return 'clip gone';
    if (how !== 'join') return (await turns.look(() => editor.lastFrame(first, { signal }))) ?? 'clip unreadable';
    if (!second) return 'clip gone';
    const joined = await editor.join([first, second], { signal, turns });
    return typeof joined === 'string' ? JOIN_REFUSALS[joined] : joined;
  };

  const editSafely = async (how: FromClips['how'], files: readonly MediaFile[], making: Making) => {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await edit(how, files, making);
      } catch (error) {
        if (!(error instanceof FitLostError)) throw error;
        log.warn({ server: making.asker.guildId, err: error, attempts }, 'work on a clip was lost');
        if (attempts >= ATTEMPTS_MAX) return 'clip unreadable';
      }
    }
  };

  const make = async ({ how, clips }: FromClips, name: string, making: Making): Promise<Made> => {
    const names = clips.map((_, index) => `${name}-clip${index}`);
    try {
      const files: MediaFile[] = [];
      for (const [index, clip] of clips.entries()) {
        const file = await fetchClip(clip, names[index] ?? name, making);
        if (typeof file === 'string') return file;
        files.push(file);
      }
      const made = await editSafely(how, files, making);
      if (typeof made === 'string') return made;
      const folder = dirname(made.path);
      const path = join(folder, `${name}.${made.extension}`);
      await rename(made.path, path);
      const madeFrom: MediaFile[] = [];
      for (const [index, file] of files.entries()) {
        if (!(await hasCredentials(file))) continue;
        // Under the name of what was made, it's removed with it.
        const kept = join(folder, `${name}.from${index}.${file.extension}`);
        await rename(file.path, kept);
        madeFrom.push({ ...file, path: kept });
      }
      return { ...made, path, ...(madeFrom.length > 0 && { madeFrom }) };
    } finally {
      await results.remove(...names);
    }
  };

  const fetchClip = async ({ jobId, memberId, taskKey }: ClipRef, name: string, making: Making): Promise<Made> => {
    const entry = await history.find(making.guildId, memberId, jobId);
    const task = entry && findTask(entry, taskKey);
    if (!entry || task?.state !== 'delivered') return 'clip gone';
    const fetcher = limitFetches(parts, making.asker);
    const { signal } = making;
    const { request } = entry;
    const original = isMadeHere(request)
      ? 'gone'
      : await fetchFromService(parts, fetcher, { taskId: task.taskId, name, signal });
    if (typeof original !== 'string') return original;
    const shown = await fetchFromMessage(parts, fetcher, { entry, task, name, signal });
    if (typeof shown !== 'string') return shown;
    const fromClips = isMadeHere(request) ? fromClipsOf(request) : undefined;
    if (fromClips && making.depth < MADE_AGAIN_MAX)
      return make(fromClips, name, { ...making, depth: making.depth + 1 });
    return original === 'later' || shown === 'later' ? 'later' : 'clip gone';
  };

  return {
    make: (fromClips, name, asker, signal) =>
      make(fromClips, name, { guildId: asker.guildId, asker, signal, depth: 0 }),
  };
}

async function fetchFromService(
  parts: ClipWorkParts,
  fetcher: Fetches,
  { taskId, name, signal }: { taskId: string; name: string; signal: AbortSignal },
): Promise<MediaFile | 'gone' | 'later'> {
  const seen = await queryTask(parts, taskId, signal);
  signal.throwIfAborted();
  if (seen instanceof TaskApiError) return 'later';
  const address = addressOf(seen);
  return address === undefined ? 'gone' : fetchFile(fetcher, address, name, signal);
}

async function fetchFromMessage(
  { jobMessages }: ClipWorkParts,
  fetcher: Fetches,
  { entry, task, name, signal }: { entry: Job; task: JobTaskIn<'delivered'>; name: string; signal: AbortSignal },
): Promise<MediaFile | 'gone' | 'later'> {
  const [file] = task.delivery.how === 'attached' ? task.delivery.files : [];
  const address = file && (await jobMessages.addressesOf(entry.location, { signal })).get(file.attachmentId);
  return address === undefined ? 'gone' : fetchFile(fetcher, address, name, signal);
}

async function fetchFile(
  fetcher: Fetches,
  address: string,
  name: string,
  signal: AbortSignal,
): Promise<MediaFile | 'gone' | 'later'> {
  try {
    return await fetcher.fetch(address, name, { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof FetchError)) throw error;
    return ['unavailable', 'too slow', 'not there yet'].includes(error.reason) ? 'later' : 'gone';
  }
}
