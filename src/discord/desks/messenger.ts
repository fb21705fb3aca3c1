import { isShown, type Job, type Place, type ShownFile } from '../../jobs/job.ts';
import type { JobMessage, Messenger, ShowOutcome } from '../../jobs/ports.ts';
import { kindOf } from '../../task-api/models.ts';
import type { Texts } from '../../texts/en.ts';
import { renderJob } from '../messages/job-message.ts';
import type { PersonalNotices } from '../reconciler/personal-notices.ts';
import { resultKeyOf } from '../reconciler/request-messages.ts';
import type { Board } from '../rest/board.ts';
import type { SentMessage } from '../rest/message.ts';
import { COMPONENTS_V2_FLAG } from '../rest/message-body.ts';
import { isMessageRefusal, type Outcome } from '../rest/outcome.ts';

/** Members look at these messages: a moment's trouble of Discord should not show. */
const TRIES = 3;

export interface MessengerParts {
  board: Board;
  personal: PersonalNotices;
  texts: Texts;
}

/**
 * The messages of jobs. Whoever deleted one does not want it there, and who that was Discord does not tell: only moderators,
 * who decide about a result on its message, get a new one.
 */
export function createMessenger({ board, personal, texts }: MessengerParts): Messenger {
  const show: Messenger['show'] = async (shown, { signal }) => {
    const { job, newFiles: files } = shown;
    const { id, request } = job;
    // As the bot itself Easel never reaches what only its member sees.
    const place = request.isDraft ? withoutMessage(job.place) : job.place;
    // What is private from its first answer on stays so; an edit cannot say it once more.
    const body = { ...renderJob(shown, texts), flags: COMPONENTS_V2_FLAG };
    const canBeAnew = place.isForModerators === true && isWorthNewMessage(shown);
    if (canBeAnew && place.messageId === undefined) {
      const { guildId, channelId } = place;
      const lost = { guildId, channelId, body, postedAfterMs: job.createdAtMs };
      return inVain(await board.deleteLost(lost, { idempotencyKey: resultKeyOf(id), signal }));
    }
    const options = { files, signal, tries: TRIES };
    const edited = await board.edit(place, body, options);
    if (edited.outcome === 'done') return shownAt(edited.value, place, files);
    if (!canBeAnew || (edited.outcome !== 'gone' && edited.outcome !== 'no access')) return inVain(edited);
    // The same for every try of one step of a job, so that a repeated post does not make a second message.
    const idempotencyKey = `${id}-${job.tasks.map(({ state }) => state).join()}`;
    const posted = await board.post(place, body, { ...options, idempotencyKey });
    // The token opens the first answer only: a new message is reached by the bot from now on.
    return posted.outcome === 'done' ? shownAt(posted.value, { ...place, tokenIssuedAtMs: 0 }, files) : inVain(posted);
  };

  return {
    show: (shown, options) =>
      show(shown, options).catch((error: unknown): ShowOutcome => {
        // Discord would refuse it every time, and the job has to end all the same.
        if (isMessageRefusal(error)) return { outcome: 'no place', refusal: error };
        throw error;
      }),
    amend: async (job, { signal }) => {
      const { guildId, channelId, messageId } = job.place;
      const body = renderJob({ job, expectation: undefined, newFiles: [] }, texts);
      await board.edit({ guildId, channelId, messageId }, body, { about: { job: job.id }, signal, tries: TRIES });
    },
    addressesOf: async (at, { signal }) => {
      const read = await board.read(at, { signal });
      const files = read.outcome === 'done' ? read.value.files : [];
      return new Map(files.map(({ attachmentId, address }) => [attachmentId, address]));
    },
    notify: async (job, { signal }) => {
      const { id, memberId, place } = job;
      if (place.messageId === undefined) return;
      const told = { trouble: 'a member could not be told that it is done', about: { job: id }, signal };
      const words = noticeOf(job, texts);
      const idempotencyKey = `${id}-ready`;
      if (job.request.isDraft)
        await personal.tell({ memberId, at: place, words, idempotencyKey, about: { job: id } }, { signal });
      else await board.reply(place, words, { ...told, mentions: [memberId], idempotencyKey });
    },
    tellMissed: async ({ id, memberId, place, request, tasks }, { signal }) => {
      if (!request.isDraft && place.messageId === undefined) return;
      const isMade = tasks.some(({ state }) => state === 'delivered');
      const thing = kindOf(request.modelId);
      const words = request.isDraft ? texts.drafts.missed(thing, isMade) : texts.job.missed(thing, isMade);
      await personal.tell(
        { memberId, at: place, words, idempotencyKey: `${id}-missed`, about: { job: id } },
        { signal },
      );
    },
  };
}

function withoutMessage({ messageId: _, ...place }: Place): Place {
  return place;
}

/** What the job's life has to know where its message does not show it. */
function inVain(outcome: Outcome<unknown>): Exclude<ShowOutcome, { outcome: 'shown' }> {
  switch (outcome.outcome) {
    case 'unavailable':
      return { outcome: 'unavailable', retryAfterMs: outcome.retryAfterMs };
    case 'too large':
    case 'file gone':
      return { outcome: outcome.outcome };
    default:
      return { outcome: 'no place' };
  }
}

/** Says "ready" only of what is there. */
function noticeOf({ memberId, request, tasks }: Job, { job: words }: Texts): string {
  const thing = kindOf(request.modelId);
  const made = tasks.filter(({ state }) => state === 'delivered');
  if (made.every(isShown)) return words.ready(memberId, thing);
  return made.some(isShown) ? words.partlyReady(memberId, thing) : words.notHere(memberId, thing);
}

/** Moderators whose message is gone want the outcome, not every step on the way. */
function isWorthNewMessage({ job, newFiles }: JobMessage): boolean {
  const ended = job.tasks.every(({ state }) => state === 'delivered' || state === 'failed' || state === 'unconfirmed');
  return newFiles.length > 0 || ended;
}

function shownAt(message: SentMessage, place: Place, newFiles: JobMessage['newFiles']): ShowOutcome {
  const files = newFiles.flatMap(({ name }): ShownFile[] => {
    const found = message.files.find((file) => file.name === name || file.name === `SPOILER_${name}`);
    return found ? [{ attachmentId: found.attachmentId, name: found.name }] : [];
  });
  return { outcome: 'shown', files, place: { ...place, messageId: message.id } };
}
