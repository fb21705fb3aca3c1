import type { Delivery, Job, ShownFile } from '../../jobs/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { HistoryEntry } from '../../jobs/records/history.ts';
import type { FetchedAgain } from '../../jobs/results/redelivery.ts';
import type { Preview, PreviewDesk } from '../../moderation/requests/previews.ts';
import type { Texts } from '../../texts/en.ts';
import { renderJob } from '../messages/job-message.ts';
import { renderPreview, renderPreviewDecision } from '../messages/preview-message.ts';
import { jobOfEntry } from '../messages/report-message.ts';
import type { Board } from '../rest/board.ts';
import type { MessageBody } from '../rest/message-body.ts';
import { asShown } from './outcomes.ts';

/** What any server takes; the member's own subscription may have counted when the request came. */
const CAUTIOUS_LIMIT_BYTES = 10 * 1024 * 1024;

export interface PreviewDeskParts {
  board: Pick<Board, 'edit' | 'reply'>;
  jobs: Pick<Jobs, 'fetchAgain'>;
  texts: Texts;
}

export function createPreviewDesk({ board, jobs, texts }: PreviewDeskParts): PreviewDesk {
  /** The job as everybody is to see it, with the files that are uploaded with it, and links to those too large. */
  const publicJob = (preview: Preview, entry: HistoryEntry, { files, links }: FetchedAgain): Job => {
    const leftLinks = [...links];
    const deliveryOf = (taskKey: string): Delivery => {
      const own = files.filter((file) => file.taskKey === taskKey);
      const shown = own.map(({ name }): ShownFile => ({ attachmentId: '', name }));
      if (own.length > 0) return { how: 'attached', files: shown, madeSmaller: false };
      const address = leftLinks.shift();
      return address === undefined ? { how: 'kept', reason: 'not fetched' } : { how: 'linked', address };
    };
    return {
      ...jobOfEntry(entry),
      place: preview.place,
      tasks: entry.tasks.map((task) =>
        task.state === 'delivered' ? { ...task, delivery: deliveryOf(task.key) } : task,
      ),
    };
  };

  /** Undefined where Discord takes no files of that size. */
  const publishWithin = async (preview: Preview, entry: HistoryEntry, limitBytes: number) => {
    const fetched = await jobs.fetchAgain(entry, limitBytes);
    try {
      if (fetched.files.length + fetched.links.length === 0) return fetched.failed > 0 ? 'unavailable' : 'lost';
      const job = publicJob(preview, entry, fetched);
      const body = renderJob({ job, expectation: undefined, newFiles: fetched.files }, texts);
      const edited = await board.edit(preview.place, body, { files: fetched.files });
      if (edited.outcome === 'done') return { job: placedIn(job, edited.value.files) };
      if (edited.outcome === 'too large') return undefined;
      return edited.outcome === 'unavailable' ? edited.outcome : 'gone';
    } finally {
      await fetched.discard();
    }
  };

  const placedIn = (job: Job, sent: { attachmentId: string; name: string }[]): Job => ({
    ...job,
    tasks: job.tasks.map((task) => {
      if (task.state !== 'delivered' || task.delivery.how !== 'attached') return task;
      const files = task.delivery.files.flatMap(({ name }) =>
        sent.filter((file) => file.name === name || file.name === `SPOILER_${name}`),
      );
      return { ...task, delivery: { ...task.delivery, files } };
    }),
  });

  const editCard = async ({ id, card }: Preview, body: MessageBody): Promise<'shown' | 'gone' | 'unavailable'> => {
    if (card.messageId === '') return 'gone';
    const trouble = 'the moderators’ message of a preview could not be brought up to date';
    return asShown(await board.edit(card, body, { trouble, about: { job: id } }));
  };

  return {
    showPublic: async (preview) => asShown(await board.edit(preview.place, renderPreview(preview, texts))),
    publish: async (preview, entry) => {
      for (const limitBytes of [preview.place.uploadLimitBytes, CAUTIOUS_LIMIT_BYTES]) {
        const outcome = await publishWithin(preview, entry, limitBytes);
        if (outcome !== undefined) return outcome;
      }
      return 'unavailable';
    },
    notify: async ({ id, memberId, kind, place }) => {
      if (place.messageId === undefined) return;
      const told = { trouble: 'a member could not be told that a preview is ready', about: { job: id } };
      const options = { ...told, mentions: [memberId], nonce: `${id}-ready` };
      await board.reply(place, texts.moderation.previews.readyNotice(memberId, kind), options);
    },
    showDecision: (preview) => editCard(preview, renderPreviewDecision(preview, texts)),
    showJob: (preview, entry) => {
      const job: Job = { ...jobOfEntry(entry), isPreview: true };
      return editCard(preview, renderJob({ job, expectation: undefined, newFiles: [] }, texts));
    },
  };
}
