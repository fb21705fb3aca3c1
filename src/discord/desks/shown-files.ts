import type { Delivery, Job, Place, ShownFile } from '../../jobs/job.ts';
import { type HistoryEntry, jobOf } from '../../jobs/records/history.ts';
import type { FetchedAgain } from '../../jobs/results/redelivery.ts';
import type { SentMessage } from '../rest/message.ts';

/** The job as it is to be shown there, with the files that are uploaded with it, and links to those too large. */
export function jobShownAt(place: Place, entry: HistoryEntry, { files, links }: FetchedAgain): Job {
  const leftLinks = [...links];
  const deliveryOf = (taskKey: string): Delivery => {
    const own = files.filter((file) => file.taskKey === taskKey);
    const shown = own.map(({ name }): ShownFile => ({ attachmentId: '', name }));
    if (own.length > 0) return { how: 'attached', files: shown, madeSmaller: false };
    const address = leftLinks.shift();
    return address === undefined ? { how: 'kept', reason: 'not fetched' } : { how: 'linked', address };
  };
  return {
    ...jobOf(entry),
    place,
    tasks: entry.tasks.map((task) => (task.state === 'delivered' ? { ...task, delivery: deliveryOf(task.key) } : task)),
  };
}

/** With the ids that Discord gave the files. */
export function placedIn(job: Job, sent: SentMessage['files']): Job {
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
