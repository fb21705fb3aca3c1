import { RetryLater } from '../../engine/lane.ts';
import {
  CAUTIOUS_LIMIT_BYTES,
  type Delivery,
  type Job,
  type LinkReason,
  type MessageLocation,
  refOf,
  type ShownFile,
} from '../../jobs/job/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { FetchedAgain, ResultLink } from '../../jobs/results/redelivery.ts';
import { renderJob } from '../messages/job-message.ts';
import type { SentMessage } from '../rest/message.ts';
import type { MessageParts, WantedMessage } from './reconciler.ts';

/** Results that were fetched again, to be sent. */
export interface FetchedResults {
  /** The files to upload: all of `fetched.files`, or none if Discord doesn't accept them. */
  files: FetchedAgain['files'];
  /** The results that aren't uploaded. */
  links: ResultLink[];
  fetched: Pick<FetchedAgain, 'files' | 'links' | 'gone' | 'failed' | 'still'>;
}

/** For a work that has no results left. */
export const NO_RESULTS: FetchedResults = {
  files: [],
  links: [],
  fetched: { files: [], links: [], gone: 0, failed: 0, still: async () => undefined },
};

export interface SendResultsParts {
  jobs: Pick<Jobs, 'fetchAgain'>;
  entry: Job;
  /** What Discord says it accepts there. If it doesn't after all, the cautious limit is tried, which is the default. */
  uploadLimitBytes?: number;
  signal?: AbortSignal;
  /** Calls `send` even without any result. */
  isOptional?: boolean;
}

/**
 * Fetches the results of a work again, attaches those that fit, and links the rest. If `send` returns `too large`, it
 * is called again with less, and at last with links alone; if it returns `not accepted`, with links at once.
 * @returns the outcome of `send`, or `lost` if neither the service nor the work's message has a result.
 * @throws RetryLater if no result can be fetched now.
 */
export async function sendResults<Sent extends { outcome: string }>(
  parts: SendResultsParts,
  send: (results: FetchedResults) => Promise<Sent>,
): Promise<Sent | { outcome: 'lost' }> {
  const { jobs, entry, uploadLimitBytes: limitBytes = CAUTIOUS_LIMIT_BYTES, signal, isOptional } = parts;
  const fetched = await jobs.fetchAgain(entry, limitBytes, signal);
  try {
    const { files, links, failed } = fetched;
    if (files.length + links.length === 0 && !isOptional) {
      if (failed > 0) throw new RetryLater();
      return { outcome: 'lost' };
    }
    const sent = await send({ files, links, fetched });
    if (sent.outcome === 'not accepted')
      return await send({ files: [], links: [...links, ...linksTo(files, 'not accepted')], fetched });
    if (sent.outcome !== 'too large') return sent;
    if (limitBytes <= CAUTIOUS_LIMIT_BYTES)
      return await send({ files: [], links: [...links, ...linksTo(files)], fetched });
  } finally {
    await fetched.discard();
  }
  return sendResults({ ...parts, uploadLimitBytes: CAUTIOUS_LIMIT_BYTES }, send);
}

/** Results without their sounds, which aren't results of their own. */
export const resultsIn = (files: FetchedAgain['files']): FetchedAgain['files'] =>
  files.filter(({ role }) => role === 'result');

const linksTo = (files: FetchedAgain['files'], why?: LinkReason): ResultLink[] =>
  resultsIn(files).flatMap(({ address }) => (address === '' ? [] : [{ address, ...(why && { why }) }]));

type ShowParts = Pick<MessageParts, 'jobs' | 'reconciler' | 'starsOf' | 'texts'>;
interface WantedWork extends Omit<WantedMessage, 'at' | 'body' | 'files'> {
  location: MessageLocation;
  /** Where its message is; by default, the location. */
  at?: WantedMessage['at'];
}

/**
 * Shows a work as its job's message, with its results fetched again.
 * @param source where the results are, if not in the entry itself
 * @returns also the job as it is shown there
 */
export async function sendWork(
  parts: ShowParts,
  { entry, source = entry, ...options }: Omit<SendResultsParts, 'isOptional' | 'jobs'> & { source?: Job },
  wanted: WantedWork,
) {
  const show = (results: FetchedResults) => showWork(parts, entry, results, wanted);
  return sendResults({ ...options, jobs: parts.jobs, entry: source }, show);
}

/** Shows a work as its job's message, with these results. @returns also the job as it is shown there */
export async function showWork(
  { reconciler, starsOf, texts }: ShowParts,
  entry: Job,
  results: FetchedResults,
  { location, at = location, ...wanted }: WantedWork,
) {
  const { files } = results;
  const job = jobShownAt(location, entry, results);
  const body = renderJob({ job, newFiles: files, stars: await starsOf(refOf(entry)) }, texts);
  const brought = await reconciler.bring({ ...wanted, at, body, files });
  return brought.outcome === 'there' ? { ...brought, job: withSentFiles(job, brought.message.files) } : brought;
}

function jobShownAt(location: MessageLocation, entry: Job, { files, links, fetched }: FetchedResults): Job {
  const leftLinks = [...fetched.links];
  const deliveryOf = (taskKey: string): Delivery => {
    const own = fetched.files.filter((file) => file.taskKey === taskKey);
    const shown = own.map(({ name }): ShownFile => ({ attachmentId: '', name }));
    if (own.length > 0 && files.length > 0) return { how: 'attached', files: shown, madeSmaller: false };
    // What Easel made has no address.
    const link = own[0] ? links.find(({ address }) => address === own[0]?.address) : leftLinks.shift();
    if (link) return { how: 'linked', ...link };
    return { how: 'kept', reason: own[0] ? 'not accepted' : 'not fetched' };
  };
  return {
    ...entry,
    location,
    tasks: entry.tasks.map((task) => (task.state === 'delivered' ? { ...task, delivery: deliveryOf(task.key) } : task)),
  };
}

/** The job with the ids that Discord gave its files. */
export function withSentFiles(job: Job, sent: SentMessage['files']): Job {
  return {
    ...job,
    tasks: job.tasks.map((task) => {
      if (task.state !== 'delivered' || task.delivery.how !== 'attached') return task;
      const files = task.delivery.files.flatMap(({ name }) =>
        sent.filter((file) => file.name === name || file.name === `SPOILER_${name}`),
      );
      return { ...task, delivery: { ...task.delivery, files } };
    }),
  };
}
