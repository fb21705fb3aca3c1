import { CAUTIOUS_LIMIT_BYTES } from '../../jobs/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { type History, type HistoryEntry, jobOf } from '../../jobs/records/history.ts';
import type { Log } from '../../log.ts';
import type { ReportDesk, ReportRecord } from '../../moderation/reports/reports.ts';
import type { Texts } from '../../texts/en.ts';
import { messageUrl } from '../messages/links.ts';
import { escapeText } from '../messages/prompt-text.ts';
import { renderReportCard, renderReported } from '../messages/report-message.ts';
import type { PersonalNotices } from '../reconciler/personal-notices.ts';
import { type FetchedResults, NO_RESULTS, renderSent, sendResults, withSentFiles } from '../reconciler/send-results.ts';
import type { Board } from '../rest/board.ts';
import type { Outcome } from '../rest/outcome.ts';
import type { Upload } from '../rest/request.ts';
import { asShown } from './outcomes.ts';

type Card = NonNullable<ReportRecord['card']>;

export interface ReportDeskParts {
  board: Pick<Board, 'edit' | 'post' | 'read'>;
  personal: Pick<PersonalNotices, 'tellSurely'>;
  history: Pick<History, 'add' | 'find'>;
  jobs: Pick<Jobs, 'fetchAgain' | 'find'>;
  moderatorsChannelId: (guildId: string) => Promise<string | null>;
  /** Moderators cannot be reached there. */
  noDesk: (guildId: string) => void;
  log: Log;
  texts: Texts;
}

export function createReportDesk(parts: ReportDeskParts): ReportDesk {
  const { board, history, jobs, personal, moderatorsChannelId, noDesk, log, texts } = parts;
  const bringCard = createCards(parts);
  const bringBack = createBringingBack(parts);

  return {
    showResult: async (record) => {
      const { guildId, memberId, jobId, messageId } = record;
      // While it is being made, every step of it would show it again.
      if (await jobs.find(jobId)) return 'unavailable';
      if (messageId === undefined) return 'gone';
      const about = { job: jobId, server: guildId };
      const told = { trouble: 'a reported result could not be reached', about };
      const entry = await history.find(guildId, memberId, jobId);
      if (entry && record.urgent && record.state === 'restored') return bringBack(record, entry);
      const read = entry ? undefined : await board.read(record, { about });
      // Where Easel may not read the message it is still changed, and loses its files.
      if (read && read.outcome !== 'done' && read.outcome !== 'no access') return asShown(read);
      const there = read?.outcome === 'done' ? read.value.files : [];
      return asShown(await board.edit(record, renderReported(record, entry, there, texts), told));
    },
    showCard: async (record) => {
      const { guildId, jobId, reports, card } = record;
      const channelId = await moderatorsChannelId(guildId);
      // What came down with another result has no reports of its own, and so no card.
      if (channelId === null || reports.length === 0) return card;
      const outcome = await bringCard(record, channelId);
      if (outcome === 'closed') {
        log.warn({ job: jobId, server: guildId }, 'moderators could not be told of a report');
        noDesk(guildId);
      }
      return outcome;
    },
    notify: async (record) => {
      const { guildId, jobId, memberId, channelId, messageId, state, isWithSource = false, reports, why = '' } = record;
      if (messageId === undefined || state === 'shown') return;
      const link = `-# ${messageUrl(guildId, channelId, messageId)}`;
      const words = `${texts.moderation.reports.notice[state](escapeText(why), isWithSource)}\n${link}`;
      // It may be hidden and restored several times.
      const idempotencyKey = `${jobId}-${state}-${reports.at(-1)?.atMs ?? 0}`;
      await personal.tellSurely({ memberId, at: record, words, idempotencyKey, about: { job: jobId } });
    },
  };
}

/** Uploads the files again that an intimate report took from a result's message. */
function createBringingBack({ board, history, jobs, texts }: ReportDeskParts) {
  return async (record: ReportRecord, entry: HistoryEntry): Promise<'shown' | 'gone' | 'unavailable'> => {
    const { card, jobId } = record;
    // Its own message has none of them; the card of the moderators has, where the service gives nothing any more.
    const tasks = card ? withSentFiles(jobOf(entry), card.files).tasks : entry.tasks;
    const at = card ? { channelId: card.channelId, messageId: card.messageId } : {};
    const told = { trouble: 'a restored result could not be shown again', about: { job: jobId } };
    const show = async (results: FetchedResults) => {
      const { job, body } = renderSent(jobOf(entry).place, entry, results, texts);
      return { ...(await board.edit(record, body, { ...told, files: results.files })), job };
    };
    const sending = { jobs, entry: { ...entry, ...at, tasks }, limitsBytes: [CAUTIOUS_LIMIT_BYTES] };
    const sent = await sendResults(sending, show);
    const shown = sent.outcome === 'lost' ? await show(NO_RESULTS) : sent;
    if (shown.outcome === 'done') await history.add(withSentFiles(shown.job, shown.value.files));
    return asShown(shown);
  };
}

/** Brings the card of a report to the moderators. */
function createCards({ board, history, jobs, log, texts }: ReportDeskParts) {
  /** The card with the results as evidence, as far as the service still has them and they are small enough. */
  const postCard = async (record: ReportRecord, channelId: string): Promise<Outcome<Card>> => {
    const { guildId, memberId, jobId } = record;
    const entry = await history.find(guildId, memberId, jobId);
    const fetched = entry && (await jobs.fetchAgain(entry, CAUTIOUS_LIMIT_BYTES));
    const postWith = async (files: readonly Upload[]): Promise<Outcome<Card>> => {
      const shown = files.map(({ name }, index) => ({ name, attachment: { id: String(index), filename: name } }));
      const body = renderReportCard(record, entry?.request.prompt, shown, texts);
      const sent = await board.post({ guildId, channelId }, body, { files, idempotencyKey: `${jobId}-report` });
      if (sent.outcome !== 'done') return sent;
      const kept = sent.value.files.filter(({ name }) => files.some((file) => file.name === name));
      return { outcome: 'done', value: { channelId, messageId: sent.value.id, files: kept } };
    };
    const files = fetched?.files ?? [];
    try {
      const sent = await postWith(files);
      if (files.length === 0 || (sent.outcome !== 'too large' && sent.outcome !== 'no access')) return sent;
      // Its files together may be too large, or Easel may attach none there: the words have to come all the same.
      const facts = { job: jobId, server: guildId, outcome: sent.outcome };
      log.warn(facts, 'the card of a report goes without its evidence');
      return await postWith([]);
    } finally {
      await fetched?.discard();
    }
  };

  const editCard = async (record: ReportRecord, card: Card): Promise<Outcome<unknown>> => {
    const entry = await history.find(record.guildId, record.memberId, record.jobId);
    const files = card.files.map(({ name, attachmentId }) => ({ name, attachment: { id: attachmentId } }));
    return board.edit(
      { ...card, guildId: record.guildId },
      renderReportCard(record, entry?.request.prompt, files, texts),
    );
  };

  return async (record: ReportRecord, channelId: string): Promise<Card | 'unavailable' | 'closed'> => {
    const { card } = record;
    if (card) {
      const { outcome } = await editCard(record, card);
      if (outcome === 'unavailable') return outcome;
      // Gone is one that was deleted by hand.
      if (outcome === 'done' || outcome === 'gone') return card;
      if (card.channelId === channelId) return 'closed';
    }
    const posted = await postCard(record, channelId);
    if (posted.outcome === 'done') return posted.value;
    return posted.outcome === 'unavailable' ? posted.outcome : 'closed';
  };
}
