import { fitPicture } from '../media/fit-picture.ts';
import { FetchError } from '../media/media.ts';
import { TaskApiError } from '../task-api/errors.ts';
import type { JobsContext } from './context.ts';
import { LIMIT_SHARE } from './delivery.ts';
import type { HistoryEntry } from './history.ts';
import { isFetchable } from './job.ts';
import type { NewFile } from './ports.ts';

/** What could be had once more of an ended job. */
export interface FetchedAgain {
  /** With the addresses that they came from, should they not be taken. */
  files: (NewFile & { address: string })[];
  /** Addresses of results that are too large to upload. */
  links: string[];
  /** Results that the service no longer has. */
  gone: number;
  /** Results that could not be fetched just now. */
  failed: number;
  /** Removes the files; to be called when they were sent. */
  discard(): Promise<void>;
}

/**
 * Asks the service for fresh addresses of a job's results, and fetches them.
 * @throws the signal's reason when it aborted; the file system's error when the disk failed. Nothing is left behind then.
 */
export async function fetchAgain(
  context: JobsContext,
  entry: HistoryEntry,
  limitBytes: number,
  signal: AbortSignal,
): Promise<FetchedAgain> {
  const names: string[] = [];
  const fetched: FetchedAgain = {
    files: [],
    links: [],
    gone: 0,
    failed: 0,
    discard: async () => {
      for (const name of names) await context.results.remove(name);
    },
  };
  const fittingBytes = Math.floor(limitBytes * LIMIT_SHARE);
  try {
    for (const task of entry.tasks) {
      if (!isFetchable(task)) continue;
      // Two presses at once must not share a file.
      const name = `again-${task.key}-${Math.floor(context.random() * 1e9).toString(36)}`;
      names.push(name);
      await fetchOne(context, task, name, fittingBytes, fetched, signal);
    }
    return fetched;
  } catch (error) {
    await fetched.discard();
    throw error;
  }
}

async function fetchOne(
  { fetcher, results, taskApi, watch }: JobsContext,
  task: { key: string; taskId: string },
  name: string,
  limitBytes: number,
  into: FetchedAgain,
  signal: AbortSignal,
): Promise<void> {
  try {
    const seen = await taskApi.query(task.taskId, { signal });
    watch.heard();
    const address = seen.state === 'success' ? (seen.resultUrl ?? seen.audioUrl) : undefined;
    if (address === undefined) {
      into.gone += 1;
      return;
    }
    const file = await fetcher.fetch(address, name, { signal });
    const fitting =
      file.sizeBytes <= limitBytes
        ? { file }
        : file.kind === 'image'
          ? await fitPicture(file, limitBytes, results.path, signal)
          : undefined;
    if (!fitting) into.links.push(address);
    else {
      const { path, mimeType, extension } = fitting.file;
      into.files.push({
        path,
        mimeType,
        name: `easel-${task.key}.${extension}`,
        taskKey: task.key,
        role: 'result',
        address,
      });
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TaskApiError) {
      watch.heard(error);
      into.failed += 1;
    } else if (error instanceof FetchError) {
      if (error.reason === 'gone') into.gone += 1;
      else into.failed += 1;
    } else throw error;
  }
}
