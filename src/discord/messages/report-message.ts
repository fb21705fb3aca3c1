import { ButtonStyle } from 'discord.js';
import type { Job, JobRequest } from '../../jobs/job/job.ts';
import { kindOfRequest } from '../../jobs/job/variants.ts';
import { isHiddenOrRemoved } from '../../moderation/access/access.ts';
import type { AuditEntry } from '../../moderation/records/audit-log.ts';
import {
  decidedStateOf,
  decisionDeadlineMs,
  hidesDerived,
  isDecidable,
  isEmptied,
  keepsEvidence,
  type ReportRecord,
  soleReporter,
} from '../../moderation/reports/report-record.ts';
import type { Texts } from '../../texts/en.ts';
import { moderateIds, reportedIds, whyReportedIds } from '../custom-ids/controls.ts';
import type { SentMessage } from '../rest/message.ts';
import { type MessageAttachment, type MessageBody, messageBody } from '../rest/message-body.ts';
import { actionRow, button, container, mediaComponents, memberButtons, textDisplay } from './components.ts';
import { attachmentsOf, mediaOf, renderJob } from './job-message.ts';
import { messageUrl } from './links.ts';
import { escapeText, escapeWithin, quoteWithin } from './prompt-text.ts';
import { numberLine } from './request-message.ts';
import { type ControlFacts, workControls } from './work-controls.ts';

const COLOUR = 0xed4245;
const REASONS_SHOWN = 10;
const LISTED_SHOWN = 10;
const CARD_PROMPT_CHARACTERS = 800;
const REASON_CHARACTERS = 100;

function choices(record: ReportRecord, words: Texts['moderation']['reports']['buttons']) {
  const { jobId, memberId, state, reports } = record;
  const idOf = (verb: 'keep' | 'remove' | 'all'): string => reportedIds.of(memberId, { verb, jobId });
  const isOneOfMany = soleReporter(record) !== undefined && ((reports[0]?.ofDay ?? 1) > 1 || record.listed);
  return actionRow([
    button(idOf('keep'), state === 'hidden' ? words.restore : words.keep, ButtonStyle.Success),
    button(idOf('remove'), words.remove, ButtonStyle.Danger),
    ...(isOneOfMany ? [button(idOf('all'), words.restoreAll)] : []),
  ]);
}

/** For as long as its decision can be undone. */
function undoRow({ jobId, memberId, undo, decidedAtMs }: ReportRecord, { moderation }: Texts) {
  if (!undo || decidedAtMs === undefined) return [];
  const customId = reportedIds.of(memberId, { verb: 'undo', jobId, atMs: decidedAtMs });
  return [actionRow([button(customId, moderation.moderators.undo)])];
}

/** Everyone sees the buttons: *Why?* for its author and moderators, and *Moderate* for moderators. */
function withheldButtons({ jobId, memberId, state }: ReportRecord, { moderation }: Texts) {
  if (!isHiddenOrRemoved(state)) return [];
  const why = button(whyReportedIds.of(memberId, { jobId }), moderation.waiting.buttons.why);
  const moderate = button(moderateIds.of(memberId, { jobId }), moderation.moderate.button);
  return [actionRow(state === 'hidden' ? [why, moderate] : [why])];
}

/** A file on a message. */
export type FileThere = SentMessage['files'][number];

/**
 * A reported result's own message.
 * @param there the files on it, if its history no longer exists
 */
export function renderReported(
  record: ReportRecord,
  entry: Job | undefined,
  there: readonly FileThere[],
  texts: Texts,
  stars = 0,
): MessageBody {
  const words = texts.moderation.reports;
  if (!entry) return renderUnkept(record, there, texts);
  if (record.state === 'restored' || record.state === 'shown') {
    return renderJob({ job: entry, stars }, texts);
  }
  const title = texts.job.titleOfMade(record.memberId, kindOfRequest(entry.request), entry.tasks.length);
  const isHidden = record.state === 'hidden';
  const isCovered = isHidden && !isEmptied(record);
  const veiled = { ...entry, request: { ...entry.request, spoiler: true } };
  const components = [
    textDisplay(title),
    ...(isCovered ? mediaOf(veiled, words.alt, texts) : []),
    textDisplay(words.states[decidedStateOf(record)]),
    ...withheldButtons(record, texts),
  ];
  return messageBody([container(components, COLOUR)], {
    attachments: isCovered ? attachmentsOf(veiled, [], words.alt, texts) : [],
  });
}

/** The author deleted their history, so only the files return when the result is restored, not its text. */
function renderUnkept(record: ReportRecord, there: readonly FileThere[], texts: Texts): MessageBody {
  const words = texts.moderation.reports;
  const { jobId, memberId, state } = record;
  const isHidden = state === 'hidden';
  const isShown = state === 'shown' || state === 'restored';
  const files = state === 'removed' || isEmptied(record) ? [] : there;
  const media = isHidden
    ? { altOf: () => words.alt, spoiler: true }
    : { spoiler: files.some(({ name }) => isVeiled(name)) };
  const said = isShown && files.length === 0 ? words.filesGone : words.states[decidedStateOf(record)];
  const facts: ControlFacts = {
    work: { id: jobId, memberId },
    place: 'message',
    subject: 'nothing',
    pictures: 0,
    picture: 0,
    offered: new Set(isShown ? ['more'] : []),
    prices: {},
  };
  const components = [
    textDisplay(words.titleOf(memberId)),
    ...mediaComponents(
      files.map(({ name }) => name),
      media,
    ),
    ...(said === '' ? [] : [textDisplay(said)]),
    ...withheldButtons(record, texts),
    ...workControls(facts, texts),
  ];
  const attachments = files.map(({ attachmentId: id }) => ({ id, ...(isHidden && { description: words.alt }) }));
  return messageBody([container(components, COLOUR)], { attachments });
}

/** Discord's name for a file that was uploaded as a spoiler. */
const isVeiled = (name: string): boolean => name.startsWith('SPOILER_');

/**
 * What its author reads about it, privately.
 * @param request undefined if Easel no longer keeps it
 */
export function noticeOf(record: ReportRecord, request: JobRequest | undefined, { moderation }: Texts): string {
  const { why = '', withSource, undoneById } = record;
  const state = decidedStateOf(record);
  const thing = request && kindOfRequest(request);
  return moderation.reports.notice[undoneById === undefined || state === 'removed' ? state : 'undone']({
    ...{ thing, why: escapeText(why) },
    isHidden: state === 'hidden',
    isWithSource: withSource !== undefined,
  });
}

/** Who reported a result, and why. @param why their own words, escaped */
export function reportLine(
  { byId, atMs, reason }: ReportRecord['reports'][number],
  why: string,
  { moderation }: Texts,
): string {
  const { reasons, report } = moderation.reports;
  const said = [...(reason === 'other' ? [] : [reasons[reason]]), ...(why === '' ? [] : [why])];
  return report(byId, atMs, said.join(', '));
}

/**
 * The moderators' card about a report. Its files are the evidence. They stay when the result is removed, unless it or its
 * source was reported as an intimate picture.
 * @param derived how many requests are made from it
 */
export function renderReportCard(
  record: ReportRecord,
  request: JobRequest | undefined,
  evidence: readonly { name: string; attachment: MessageAttachment }[],
  texts: Texts,
  { decided, derived = 0 }: { decided?: Pick<AuditEntry, 'number'> | undefined; derived?: number } = {},
): MessageBody {
  const words = texts.moderation.reports;
  const files = keepsEvidence(record) ? evidence : [];
  const deadlineMs = decisionDeadlineMs(record);
  const { guildId, channelId, messageId, memberId, reports, listed = [] } = record;
  const url = messageId === undefined ? undefined : messageUrl(guildId, channelId, messageId);
  const { quote } = quoteWithin(request?.prompt ?? words.promptGone, CARD_PROMPT_CHARACTERS);
  const lines = reports
    .slice(-REASONS_SHOWN)
    .map((report) => reportLine(report, escapeWithin(report.why, REASON_CHARACTERS), texts));
  const links = listed
    .slice(-LISTED_SHOWN)
    .flatMap((one) => (one.messageId === undefined ? [] : [messageUrl(guildId, one.channelId, one.messageId)]));
  if (listed.length > 0) lines.push(words.listed(listed.length, links));
  const names = files.map(({ name }) => name);
  const title = words.card(request && kindOfRequest(request), memberId, channelId, url, reports.length > 0);
  const isOpen = isDecidable(record);
  const hidesOthers = isOpen && hidesDerived(record) && derived > 0;
  const components = [
    ...(deadlineMs === undefined ? [] : [textDisplay(words.urgent(deadlineMs))]),
    textDisplay([title, quote, ...lines].join('\n')),
    ...mediaComponents(names, { spoiler: true }),
    ...(hidesOthers ? [textDisplay(words.hiddenWith(derived))] : []),
    ...(isOpen && files.length === 0 ? [textDisplay(words.noEvidence)] : []),
    textDisplay([words.cardState(record), ...numberLine(decided, texts)].join('\n')),
    ...(isOpen ? [choices(record, words.buttons), actionRow(memberButtons(memberId, texts))] : []),
    ...undoRow(record, texts),
  ];
  return messageBody([container(components, COLOUR)], { attachments: files.map(({ attachment }) => attachment) });
}
