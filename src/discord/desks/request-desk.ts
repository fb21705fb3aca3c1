import { CAUTIOUS_LIMIT_BYTES, type Job } from '../../jobs/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { type HistoryEntry, jobOf } from '../../jobs/records/history.ts';
import type { FetchedAgain } from '../../jobs/results/redelivery.ts';
import type { MemberRecord } from '../../moderation/members.ts';
import { type GatedRequest, resultPlaceOf } from '../../moderation/requests/request.ts';
import type { RequestDesk } from '../../moderation/requests/requests.ts';
import type { Texts } from '../../texts/en.ts';
import { renderJob } from '../messages/job-message.ts';
import { noticeOf, renderCard, renderDecision, renderRequest } from '../messages/request-message.ts';
import type { Board } from '../rest/board.ts';
import type { MessageBody } from '../rest/message-body.ts';
import { asPosted, asShown } from './outcomes.ts';
import type { PersonalNotices } from './personal-notices.ts';
import { jobShownAt, placedIn } from './shown-files.ts';

/** Of the message of a job that moderators see first. */
export function resultKeyOf(jobId: string): string {
  return `${jobId}-preview`;
}

export interface RequestDeskParts {
  board: Pick<Board, 'deleteLost' | 'edit' | 'findAnswer' | 'post' | 'reply'>;
  jobs: Pick<Jobs, 'fetchAgain'>;
  personal: Pick<PersonalNotices, 'tell' | 'tellSurely'>;
  recordOf: (guildId: string, memberId: string) => Promise<MemberRecord>;
  texts: Texts;
}

/** The messages of a request: everybody's, the card and the result for moderators, and the notice to its member. */
export function createRequestDesk({ board, jobs, personal, recordOf, texts }: RequestDeskParts): RequestDesk {
  const cardOf = async (request: GatedRequest): Promise<MessageBody> =>
    renderCard(request, await recordOf(request.guildId, request.memberId), texts);
  // A draft may be shown once more where nothing came of it.
  const cardKeyOf = ({ id, shows }: GatedRequest): string => `${shows?.restJobId ?? id}-card`;
  const jobBodyOf = (job: Job, newFiles: FetchedAgain['files'] = []): MessageBody =>
    renderJob({ job, expectation: undefined, newFiles }, texts);

  const editResult = async ({ id, guildId, result }: GatedRequest, body: MessageBody) => {
    if (!result) return 'gone';
    const trouble = 'the moderators’ message of a result could not be brought up to date';
    return asShown(await board.edit({ ...result, guildId }, body, { trouble, about: { job: id } }));
  };

  /** Undefined where Discord takes no files of that size. */
  const publishWithin = async (request: GatedRequest, entry: HistoryEntry, limitBytes: number) => {
    const fetched = await jobs.fetchAgain(entry, limitBytes);
    try {
      if (fetched.files.length + fetched.links.length === 0) return fetched.failed > 0 ? 'unavailable' : 'lost';
      const job = jobShownAt(request.place, entry, fetched);
      const edited = await board.edit(request.place, jobBodyOf(job, fetched.files), { files: fetched.files });
      if (edited.outcome === 'done') return { job: placedIn(job, edited.value.files) };
      if (edited.outcome === 'too large') return undefined;
      return edited.outcome === 'unavailable' ? edited.outcome : 'gone';
    } finally {
      await fetched.discard();
    }
  };

  return {
    findAnswer: async ({ place }) => asPosted(await board.findAnswer(place)),
    postCard: async (request) => {
      const { guildId, card } = request;
      const { channelId = '', messageId } = card ?? {};
      // In the place of one that is gone: the same for every try to replace it, and another for the next one.
      const idempotencyKey = messageId === undefined ? cardKeyOf(request) : `${messageId}-c`;
      const posted = await board.post({ guildId, channelId }, await cardOf(request), { idempotencyKey });
      if (posted.outcome === 'done') return { messageId: posted.value.id };
      return posted.outcome === 'unavailable' ? { retryAfterMs: posted.retryAfterMs } : 'no access';
    },
    postResult: async (job) => {
      const options = { idempotencyKey: resultKeyOf(job.id) };
      return asPosted(await board.post(job.place, jobBodyOf(job), options));
    },
    postShown: async (request, entry) => {
      const { id, result, shows } = request;
      const fetched = await jobs.fetchAgain(entry, CAUTIOUS_LIMIT_BYTES);
      const { files } = fetched;
      try {
        if (files.length + fetched.links.length === 0) return fetched.failed > 0 ? 'unavailable' : 'lost';
        const place = resultPlaceOf(request, { channelId: result?.channelId ?? '' });
        const body = jobBodyOf(jobShownAt(place, entry, fetched), files);
        const options = { files, idempotencyKey: resultKeyOf(shows?.restJobId ?? id), about: { job: id } };
        return asPosted(await board.post(place, body, options));
      } finally {
        await fetched.discard();
      }
    },
    removeLost: async (request) => {
      const { id, guildId, card, result, createdAtMs: postedAfterMs } = request;
      const isCard = card !== undefined && card.messageId === undefined;
      const { channelId } = (isCard ? card : result) ?? {};
      if (channelId === undefined) return 'done';
      const lost = { guildId, channelId, body: await cardOf(request), postedAfterMs };
      const idempotencyKey = isCard ? cardKeyOf(request) : resultKeyOf(id);
      const { outcome } = await board.deleteLost(lost, { idempotencyKey });
      return outcome === 'unavailable' ? outcome : 'done';
    },
    showRequest: async (request) => asShown(await board.edit(request.place, renderRequest(request, texts))),
    showCard: async (request) => {
      const { guildId, card } = request;
      if (!card) return 'gone';
      const told = { trouble: 'a card could not be brought up to date', about: { request: request.id } };
      return asShown(await board.edit({ ...card, guildId }, await cardOf(request), told));
    },
    showDecision: (request) => editResult(request, renderDecision(request, texts)),
    showJob: (request, entry) => {
      const job = jobOf(entry);
      return editResult(request, jobBodyOf({ ...job, place: { ...job.place, isForModerators: true } }));
    },
    publish: async (request, entry) => {
      for (const limitBytes of [request.place.uploadLimitBytes, CAUTIOUS_LIMIT_BYTES]) {
        const outcome = await publishWithin(request, entry, limitBytes);
        if (outcome !== undefined) return outcome;
      }
      return 'unavailable';
    },
    notify: createNotifying({ board, personal, texts }),
  };
}

/** That it is ready everybody may read; what came of it otherwise is its member's business. */
function createNotifying({
  board,
  personal,
  texts,
}: Pick<RequestDeskParts, 'board' | 'personal' | 'texts'>): RequestDesk['notify'] {
  return async (request) => {
    const { id, memberId, place, phase } = request;
    const about = { request: id };
    const words = noticeOf(request, texts);
    if (words === undefined || place.messageId === undefined) return;
    if (phase !== 'ready') {
      const notice = { memberId, at: place, words, idempotencyKey: `${id}-decided`, about };
      // Its member still has it, and the message says where.
      if (phase === 'discarded') await personal.tell(notice);
      else await personal.tellSurely(notice);
      return;
    }
    const told = { trouble: 'a member could not be told that a result is ready', about };
    await board.reply(place, words, { ...told, mentions: [memberId], idempotencyKey: `${id}-ready` });
  };
}
