import { MessageFlags } from 'discord.js';
import { isShown, type Job, type MessageLocation, refOf, withoutMessage } from '../../jobs/job/job.ts';
import { kindOfRequest } from '../../jobs/job/variants.ts';
import type { JobMessages, JobView, ShowOutcome } from '../../jobs/ports/job-messages.ts';
import { isHiddenOrRemoved } from '../../moderation/access/access.ts';
import { type Brought, isOutOfReach } from '../../moderation/records/messages.ts';
import { lacksFiles, type ReportRecord } from '../../moderation/reports/report-record.ts';
import type { Texts } from '../../texts/en.ts';
import { renderJob } from '../messages/job-message.ts';
import { renderReported } from '../messages/report-message.ts';
import type { MessageBody } from '../rest/message-body.ts';
import { isMessageRefusal } from '../rest/outcome.ts';
import type { MessageParts } from './reconciler.ts';
import { resultKeyOf } from './request-messages.ts';

/** Members watch these messages, so short trouble of Discord shouldn't show. */
const TRIES = 3;

interface Parts extends Pick<MessageParts, 'client' | 'personal' | 'reconciler' | 'starsOf' | 'texts'> {
  reportOf: (job: Job) => Promise<ReportRecord | undefined>;
}

/**
 * The messages of jobs. A person who deleted one doesn't want it there, and Discord doesn't say who it was. Only moderators
 * get a new one, because they decide about a result on its message.
 */
export function createJobMessages({ client, personal, reconciler, reportOf, starsOf, texts }: Parts): JobMessages {
  /**
   * The report that keeps the results of a running job from everyone, and those that come later. Without sources, and without
   * results from before this edit, there is nothing to report, and nothing to read.
   */
  const hidingReportOf = async (job: Job, newFiles: JobView['newFiles'] = []): Promise<ReportRecord | undefined> => {
    const { request, tasks } = job;
    const isNew = (key: string): boolean => newFiles.some(({ taskKey }) => taskKey === key);
    const isMade = tasks.some(({ key, state }) => state === 'delivered' && !isNew(key));
    const mayBeHidden = isMade || (newFiles.length > 0 && request.sources.length > 0);
    const report = mayBeHidden ? await reportOf(job) : undefined;
    if (!report || isHiddenOrRemoved(report.state)) return report;
    // It gets its files back when the job has ended.
    return lacksFiles(report, tasks) ? { ...report, state: 'hidden' } : undefined;
  };
  const bodyOf = (shown: JobView, report: ReportRecord | undefined): MessageBody =>
    report ? renderReported(report, shown.job, [], texts) : renderJob(shown, texts);

  const show: JobMessages['show'] = async (shown, { signal }) => {
    const { job } = shown;
    const report = await hidingReportOf(job, shown.newFiles);
    const files = report ? [] : shown.newFiles;
    const { id, request } = job;
    // The bot itself can't reach what only its author sees; the interaction token can.
    const location = request.isDraft ? withoutMessage(job.location) : job.location;
    // Private messages stay private; an edit can't set that flag.
    const body = { ...bodyOf(shown, report), flags: MessageFlags.IsComponentsV2 };
    const { guildId, channelId, messageId, token } = location;
    const replaceIn = { guildId, channelId };
    const canBeAnew = location.isForModerators === true && isWorthNewMessage(shown);
    const keyed = { idempotencyKey: resultKeyOf(id), about: { job: id } };
    if (messageId === undefined && token === '') {
      const lost = { at: replaceIn, body, signal, unwantedSinceMs: job.createdAtMs, ...keyed };
      if (canBeAnew) await reconciler.bring(lost);
      return { outcome: 'unreachable' };
    }
    const wanted = { at: location, body, files, signal, tries: TRIES, ...keyed };
    return toShown(await reconciler.bring({ ...wanted, ...(canBeAnew && { replaceIn }) }), location, files);
  };

  return {
    show: (shown, options) =>
      show(shown, options).catch((error: unknown): ShowOutcome => {
        // Discord would reject it every time, and the job has to end.
        if (isMessageRefusal(error)) return { outcome: 'unreachable', refusal: error };
        throw error;
      }),
    amend: async (job, { signal }) => {
      const { guildId, channelId, messageId } = job.location;
      if (messageId === undefined) return false;
      const at = { guildId, channelId, messageId };
      const logging = { trouble: 'the message of an ended job could not be changed', about: { job: job.id } };
      const stars = await starsOf(refOf(job));
      const body = renderJob({ job, stars }, texts);
      const brought = await reconciler.bring({ at, body, ...logging, signal, idempotencyKey: resultKeyOf(job.id) });
      return isOutOfReach(brought);
    },
    addressesOf: async (at, { signal }) => {
      const read = await client.read(at, { signal });
      const files = read.outcome === 'done' ? read.value.files : [];
      return new Map(files.map(({ attachmentId, address }) => [attachmentId, address]));
    },
    notify: async (job, { signal }) => {
      const { id, memberId, location } = job;
      if (location.messageId === undefined || (await hidingReportOf(job))) return;
      const options = { trouble: 'a member could not be notified that a job is done', about: { job: id }, signal };
      const words = noticeOf(job, texts);
      const idempotencyKey = `${id}-ready`;
      if (job.request.isDraft)
        await personal.tell({ memberId, at: location, words, idempotencyKey, about: { job: id } }, { signal });
      else await client.reply(location, words, { ...options, mentions: [memberId], idempotencyKey });
    },
    notifyMissed: async ({ id, memberId, location, request, tasks }, { signal }) => {
      if (!request.isDraft && location.messageId === undefined) return;
      const isMade = tasks.some(({ state }) => state === 'delivered');
      const thing = kindOfRequest(request);
      const words = request.isDraft ? texts.drafts.missed(thing, isMade) : texts.job.missed(thing, isMade);
      await personal.tell(
        { memberId, at: location, words, idempotencyKey: `${id}-missed`, about: { job: id } },
        { signal },
      );
    },
  };
}

/** Says "ready" only for results that are shown. */
function noticeOf({ memberId, request, tasks }: Job, { job: words }: Texts): string {
  const thing = kindOfRequest(request);
  const made = tasks.filter(({ state }) => state === 'delivered');
  if (made.every(isShown)) return words.ready(memberId, thing);
  return made.some(isShown) ? words.partlyReady(memberId, thing) : words.notHere(memberId, thing);
}

/** Moderators whose message is gone want the outcome, not each step. */
function isWorthNewMessage({ job, newFiles }: JobView): boolean {
  const ended = job.tasks.every(({ state }) => state === 'delivered' || state === 'failed' || state === 'unconfirmed');
  return newFiles.length > 0 || ended;
}

function toShown(brought: Brought, location: MessageLocation, newFiles: JobView['newFiles']): ShowOutcome {
  if (brought.outcome === 'too large' || brought.outcome === 'not accepted') return { outcome: brought.outcome };
  if (brought.outcome !== 'there') return { outcome: 'unreachable', ...(isOutOfReach(brought) && { mayReturn: true }) };
  const { id: messageId, files: sent, addresses } = brought.message;
  const files = newFiles.flatMap(({ name }) => {
    const found = sent.find((file) => file.name === name || file.name === `SPOILER_${name}`);
    return found ? [{ ...found, address: addresses?.get(found.attachmentId) ?? '' }] : [];
  });
  // The token opens only the first answer; the bot reaches a replacement as itself.
  const isNew = location.messageId !== undefined && location.messageId !== messageId;
  return { outcome: 'shown', files, location: { ...location, messageId, ...(isNew && { tokenIssuedAtMs: 0 }) } };
}
