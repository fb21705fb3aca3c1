import type { Jobs } from '../../jobs/jobs.ts';
import type { History } from '../../jobs/records/history.ts';
import type { Log } from '../../log.ts';
import type { ReportDesk, ReportRecord } from '../../moderation/reports/reports.ts';
import type { Texts } from '../../texts/en.ts';
import { textDisplay } from '../messages/components.ts';
import { type FileThere, renderReportCard, renderReported } from '../messages/report-message.ts';
import { messageBody } from '../rest/message-body.ts';
import type { DiscordRest, MessageRef, Upload } from '../rest/rest.ts';
import { failureOf } from '../rest/rest-failure.ts';

/** What any server takes; the moderators' channel has no invoker whose subscription would count. */
const EVIDENCE_LIMIT_BYTES = 10 * 1024 * 1024;

type Card = NonNullable<ReportRecord['card']>;

export interface ReportDeskParts {
  rest: Pick<DiscordRest, 'post' | 'edit' | 'message'>;
  history: Pick<History, 'find'>;
  jobs: Pick<Jobs, 'fetchAgain' | 'find'>;
  moderatorsChannelId: (guildId: string) => Promise<string | null>;
  /** Moderators cannot be reached there. */
  noDesk: (guildId: string) => void;
  log: Log;
  texts: Texts;
  stop: AbortSignal;
}

export function createReportDesk(parts: ReportDeskParts): ReportDesk {
  const { rest, history, jobs, moderatorsChannelId, noDesk, log, texts, stop } = parts;

  const kindOfFailure = (error: unknown) => {
    stop.throwIfAborted();
    const { kind } = failureOf(error);
    if (kind === 'refused') throw error;
    return kind;
  };

  /** The card with the results as evidence, as far as the service still has them and they are small enough. */
  const postCard = async (record: ReportRecord, channelId: string): Promise<Card> => {
    const { guildId, memberId, jobId } = record;
    const entry = await history.find(guildId, memberId, jobId);
    const fetched = entry && (await jobs.fetchAgain(entry, EVIDENCE_LIMIT_BYTES));
    const postWith = async (files: readonly Upload[]) => {
      const shown = files.map(({ name }, index) => ({ name, attachment: { id: String(index), filename: name } }));
      const body = renderReportCard(record, entry?.request.prompt, shown, texts);
      const sent = await rest.post(channelId, body, files, { signal: stop, nonce: `${jobId}-report` });
      const kept = sent.files.filter(({ name }) => files.some((file) => file.name === name));
      return { channelId, messageId: sent.id, files: kept };
    };
    const files = fetched?.files ?? [];
    try {
      return await postWith(files);
    } catch (error) {
      const kind = kindOfFailure(error);
      if (files.length === 0 || (kind !== 'too large' && kind !== 'no access')) throw error;
      // Its files together may be too large, or Easel may attach none there: the words have to come all the same.
      log.warn({ job: jobId, server: guildId, kind }, 'the card of a report goes without its evidence');
      return await postWith([]);
    } finally {
      await fetched?.discard();
    }
  };

  const editCard = async (record: ReportRecord, card: Card): Promise<Card> => {
    const entry = await history.find(record.guildId, record.memberId, record.jobId);
    const files = card.files.map(({ name, attachmentId }) => ({ name, attachment: { id: attachmentId } }));
    await rest.edit(card, renderReportCard(record, entry?.request.prompt, files, texts), [], { signal: stop });
    return card;
  };

  /** None where Easel may not read the message: it is still changed then, and loses its files. */
  const filesAt = async (at: MessageRef): Promise<readonly FileThere[]> => {
    try {
      return (await rest.message(at, { signal: stop })).files;
    } catch (error) {
      if (kindOfFailure(error) !== 'no access') throw error;
      return [];
    }
  };

  const triedCard = async ({ jobId, guildId }: ReportRecord, work: () => Promise<Card>) => {
    try {
      return await work();
    } catch (error) {
      const kind = kindOfFailure(error);
      if (kind === 'unavailable') return kind;
      log.warn({ job: jobId, server: guildId, kind }, 'moderators could not be told of a report');
      return kind === 'gone' ? kind : 'closed';
    }
  };

  const bringCard = async (record: ReportRecord, channelId: string): Promise<Card | 'unavailable' | 'closed'> => {
    const { card } = record;
    if (card) {
      const outcome = await triedCard(record, () => editCard(record, card));
      // Deleted by hand.
      if (outcome === 'gone') return card;
      if (outcome !== 'closed' || card.channelId === channelId) return outcome;
    }
    const outcome = await triedCard(record, () => postCard(record, channelId));
    return outcome === 'gone' ? 'closed' : outcome;
  };

  return {
    showResult: async (record) => {
      const { guildId, memberId, jobId, channelId, messageId } = record;
      // While it is being made, every step of it would show it again.
      if (await jobs.find(jobId)) return 'unavailable';
      if (messageId === undefined) return 'gone';
      const entry = await history.find(guildId, memberId, jobId);
      try {
        const there = entry ? [] : await filesAt({ channelId, messageId });
        await rest.edit({ channelId, messageId }, renderReported(record, entry, there, texts), [], { signal: stop });
        return 'shown';
      } catch (error) {
        const kind = kindOfFailure(error);
        if (kind === 'unavailable') return 'unavailable';
        log.warn({ job: jobId, server: guildId, kind }, 'a reported result could not be reached');
        return 'gone';
      }
    },
    showCard: async (record) => {
      const channelId = await moderatorsChannelId(record.guildId);
      // What came down with another result has no reports of its own, and so no card.
      if (channelId === null || record.reports.length === 0) return record.card;
      const outcome = await bringCard(record, channelId);
      if (outcome === 'closed') noDesk(record.guildId);
      return outcome;
    },
    notify: async ({ jobId, memberId, channelId, messageId, state }) => {
      if (messageId === undefined || state === 'shown') return;
      const words = texts.moderation.reports.notice[state](memberId);
      const body = {
        ...messageBody([textDisplay(words)], { mentions: [memberId] }),
        message_reference: { message_id: messageId, fail_if_not_exists: false },
      };
      try {
        await rest.post(channelId, body, [], { signal: stop, nonce: `${jobId}-${state}` });
      } catch (error) {
        log.info({ job: jobId, kind: kindOfFailure(error) }, 'a member could not be told about a report');
      }
    },
  };
}
