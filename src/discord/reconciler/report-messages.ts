import { RetryLater } from '../../engine/lane.ts';
import { shownAnew } from '../../jobs/job/ended.ts';
import { type EndedJob, type Job, refOf } from '../../jobs/job/job.ts';
import { isHiddenOrRemoved } from '../../moderation/access/access.ts';
import type { Brought } from '../../moderation/records/messages.ts';
import { DECISIONS_TO } from '../../moderation/reports/report-decisions.ts';
import {
  decidedStateOf,
  intimateReporterIds,
  lacksFiles,
  type ReportRecord,
  reporterAnswerId,
} from '../../moderation/reports/report-record.ts';
import type { ReportMessages } from '../../moderation/reports/reports.ts';
import { messageUrl } from '../messages/links.ts';
import { noticeOf, renderReportCard, renderReported } from '../messages/report-message.ts';
import { type MessageParts, toBrought } from './reconciler.ts';
import { type FetchedResults, NO_RESULTS, sendResults, sendWork, showWork, withSentFiles } from './send-results.ts';

interface ReportMessageParts extends MessageParts {
  /** Remembers what reported pictures look like. */
  known: { learn(record: ReportRecord, files: FetchedResults['files']): Promise<void> };
  /** Replaces the open private pages that show a work. */
  openPages: { close(guildId: string, jobId: string, words: string): Promise<void> };
}

const GONE = { outcome: 'gone' } as const;

/** The messages of a report: the reported result, the moderators' card, and the notices to the author and reporters. */
export function createReportMessages(parts: ReportMessageParts): ReportMessages {
  return {
    bring: async (record, part, moderatorsChannelId = '') => {
      if (part === 'notice') return notify(parts, record);
      if (part === 'reporters') return answerReporters(parts, record);
      if (part === 'card') return bringCard(parts, record, moderatorsChannelId);
      const [brought] = await Promise.all([bringResult(parts, record), closePages(parts, record)]);
      return brought;
    },
    lookFor: (record) => lookFor(parts, record),
  };
}

/** A hidden or removed result disappears from private pages as well. */
async function closePages({ openPages, texts }: ReportMessageParts, record: ReportRecord): Promise<void> {
  const { guildId, jobId } = record;
  const state = decidedStateOf(record);
  if (isHiddenOrRemoved(state)) await openPages.close(guildId, jobId, texts.works.denials[state]);
}

const wantedOf = (record: ReportRecord) => ({ at: record, idempotencyKey: `${record.jobId}-report` });

async function bringResult(parts: MessageParts, record: ReportRecord): Promise<Brought> {
  const { client, history, jobs, reconciler, texts } = parts;
  const { guildId, memberId, jobId, messageId } = record;
  if (await jobs.find(jobId)) return bringRunning(parts, record);
  if (messageId === undefined) return GONE;
  const entry = await history.find(guildId, memberId, jobId);
  if (entry && !isHiddenOrRemoved(record.state) && lacksFiles(record, entry.tasks))
    return restore(parts, record, entry);
  const about = { job: jobId, server: guildId };
  const read = entry ? undefined : toBrought(await client.read(record, { about }));
  if (read?.outcome === 'gone') return read;
  // If Easel may not read the message, it is still edited, but loses its files.
  const there = read?.outcome === 'there' ? read.message.files : [];
  const body = renderReported(record, entry, there, texts, await parts.starsOf(record));
  return reconciler.bring({ ...wantedOf(record), body, trouble: 'a reported result could not be updated', about });
}

/** The steps of a running job draw its message, and ask for its report. It gets its files back once it has ended. */
async function bringRunning({ jobs }: MessageParts, record: ReportRecord): Promise<Brought> {
  if (!isHiddenOrRemoved(record.state) || !(await jobs.showAgain(record.jobId))) throw new RetryLater();
  return GONE;
}

/** Fetches its files only to see that they can be had. */
async function lookFor(
  { client, history, jobs }: MessageParts,
  record: ReportRecord,
): ReturnType<ReportMessages['lookFor']> {
  const { guildId, memberId, jobId, messageId } = record;
  const entry = await history.find(guildId, memberId, jobId);
  if (!entry) return 'not kept';
  if (messageId === undefined) return 'message gone';
  // Also if Easel may not read the message, it may edit it.
  const read = toBrought(await client.read(record, { about: { job: jobId, server: guildId } }));
  if (read.outcome === 'gone') return 'message gone';
  const found = await sendResults({ jobs, entry: sourceOf(record, entry) }, async () => ({
    outcome: 'there' as const,
  }));
  return found.outcome;
}

/** The job whose message has the files. If the service no longer does, the card does, but not the result's own message. */
function sourceOf({ card }: ReportRecord, entry: EndedJob): Job {
  if (!card) return entry;
  const { channelId, messageId, files } = card;
  return { ...withSentFiles(entry, files), location: { ...entry.location, channelId, messageId } };
}

/** Uploads the files again that a result's message has lost. */
async function restore(parts: MessageParts, record: ReportRecord, entry: EndedJob): Promise<Brought> {
  const { location } = entry;
  const source = sourceOf(record, entry);
  const logging = { trouble: 'a restored result could not be shown again', about: { job: record.jobId } };
  const wanted = { ...wantedOf(record), ...logging, location };
  const sent = await sendWork(parts, { entry, source }, wanted);
  const shown = sent.outcome === 'lost' ? await showWork(parts, entry, NO_RESULTS, wanted) : sent;
  if (shown.outcome === 'there') await parts.history.change(refOf(entry), (now) => [shownAnew(now, shown.job)]);
  return shown;
}

async function bringCard(parts: ReportMessageParts, record: ReportRecord, channelId: string): Promise<Brought> {
  const { card, guildId } = record;
  const entry = await parts.jobs.findAny(record);
  if (!card) return postCard(parts, record, entry, channelId);
  const files = card.files.map(({ name, attachmentId }) => ({ name, attachment: { id: attachmentId } }));
  const body = renderReportCard(record, entry?.request, files, parts.texts, await cardFactsOf(record, parts));
  const { outcome } = await parts.reconciler.bring({ ...wantedOf(record), at: { ...card, guildId }, body });
  // The card stays where it is, and isn't posted again if someone deleted it.
  if (outcome !== 'closed') return GONE;
  return card.channelId === channelId ? { outcome } : postCard(parts, record, entry, channelId);
}

/** The decision that brought a result to its state, and how many requests are made from it. */
async function cardFactsOf(record: ReportRecord, { decisions, history }: MessageParts) {
  const { guildId, jobId } = record;
  const decided = await decisions.find(guildId, DECISIONS_TO[decidedStateOf(record)], { jobId });
  return { decided, derived: await history.countDerived(guildId, jobId) };
}

/** Posts the card with the results as evidence, if the service still has them and they are small enough. */
async function postCard(
  parts: ReportMessageParts,
  record: ReportRecord,
  entry: Job | undefined,
  channelId: string,
): Promise<Brought> {
  const { jobs, known, reconciler, texts } = parts;
  const { guildId, jobId } = record;
  const about = { job: jobId, server: guildId };
  const facts = await cardFactsOf(record, parts);
  const postWith = async ({ files }: FetchedResults): Promise<Brought> => {
    await known.learn(record, files);
    const shown = files.map(({ name }, index) => ({ name, attachment: { id: String(index), filename: name } }));
    const body = renderReportCard(record, entry?.request, shown, texts, facts);
    const logging = { trouble: 'the card of a report could not be posted with its evidence', about };
    const wanted = { ...wantedOf(record), at: { guildId, channelId }, body, files };
    const posted = await reconciler.bring({ ...wanted, ...(files.length > 0 && logging) });
    // If Easel may not attach files there, the card is posted without them.
    return posted.outcome === 'closed' && files.length > 0 ? postWith(NO_RESULTS) : posted;
  };
  const sent = entry && (await sendResults({ jobs, entry, isOptional: true }, postWith));
  return !sent || sent.outcome === 'lost' ? postWith(NO_RESULTS) : sent;
}

/** Tells those who reported an intimate picture what was decided. */
async function answerReporters({ answers, personal, texts }: MessageParts, record: ReportRecord): Promise<Brought> {
  const { guildId, channelId, jobId, state, decidedAtMs = 0 } = record;
  const { kept, removed, undone } = texts.moderation.reports.decided;
  const words = { restored: kept, removed, hidden: undone, shown: undone }[state];
  for (const memberId of intimateReporterIds(record)) {
    const answer = await answers.find(guildId, reporterAnswerId(jobId, memberId));
    const idempotencyKey = `${jobId}-${state}-${decidedAtMs}-${memberId}`;
    await personal.tell({
      memberId,
      at: { ...answer, guildId, channelId },
      words,
      idempotencyKey,
      about: { job: jobId },
    });
  }
  return GONE;
}

async function notify(parts: MessageParts, record: ReportRecord): Promise<Brought> {
  const { personal, texts } = parts;
  const { guildId, jobId, memberId, channelId, messageId, decidedAtMs = 0 } = record;
  if (messageId === undefined) return GONE;
  const link = `-# ${messageUrl(guildId, channelId, messageId)}`;
  const job = await parts.jobs.find(jobId);
  const entry = await parts.jobs.findAny(record);
  const words = `${noticeOf(record, entry?.request, texts)}\n${link}`;
  // A result can be hidden and restored several times.
  const idempotencyKey = `${jobId}-${record.state}-${decidedAtMs}`;
  // The message itself says so to everyone, and why to its author, so no public line repeats it.
  await personal.tell({
    memberId,
    at: { ...(job?.location ?? (await parts.answers.find(guildId, jobId))), ...record },
    words,
    idempotencyKey,
    about: { job: jobId },
  });
  return GONE;
}
