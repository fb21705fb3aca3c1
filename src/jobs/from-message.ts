import type { MediaFile } from '../media/media.ts';
import { FetchError } from '../media/media.ts';
import { type JobsContext, logFacts } from './context.ts';
import type { JobTask } from './job.ts';
import { type HistoryEntry, jobOf } from './records/history.ts';

/** A result as its own message has it, at a fresh address of Discord's. */
export interface FromMessage {
  file: MediaFile;
  address: string;
}

/** Fetches what a job's own message still shows, for results that the service does not give any more. */
export interface MessageFetching {
  /** The files of a task in their order; none where not all of them can be had. */
  fetch(task: JobTask, name: string): Promise<FromMessage[]>;
}

/** @param names the files on disk that come of it. */
export function createMessageFetching(
  { fetcher, log, messenger }: Pick<JobsContext, 'fetcher' | 'log' | 'messenger'>,
  entry: HistoryEntry,
  names: string[],
  signal: AbortSignal,
): MessageFetching {
  let known: ReturnType<typeof messenger.addressesOf> | undefined;
  const addresses = () => {
    known ??= messenger.addressesOf(entry, { signal });
    return known;
  };

  const fetchAll = async (wanted: readonly string[], name: string): Promise<FromMessage[]> => {
    const files: FromMessage[] = [];
    for (const [index, address] of wanted.entries()) {
      const own = `${name}-message${index}`;
      names.push(own);
      files.push({ file: await fetcher.fetch(address, own, { signal }), address });
    }
    return files;
  };

  return {
    fetch: async (task, name) => {
      if (task.state !== 'delivered' || task.delivery.how !== 'attached') return [];
      const shown = await addresses();
      const wanted = task.delivery.files.flatMap(({ attachmentId }) => shown.get(attachmentId) ?? []);
      if (wanted.length < task.delivery.files.length) return [];
      try {
        return await fetchAll(wanted, name);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof FetchError)) throw error;
        log.info(
          { ...logFacts(jobOf(entry), task.key), err: error },
          'a result could not be had from its message either',
        );
        return [];
      }
    },
  };
}
