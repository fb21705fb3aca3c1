import {
  decidedStateOf,
  type ReportReason,
  type ReportRecord,
  type ReportState,
} from '../moderation/reports/report-record.ts';
import type { MediaKind } from '../task-api/models.ts';
import { agreeing, counted, date, member, moment, nounOf, relative, someThing } from './en-formats.ts';

/** What people read of reported results. */

const reasons: Record<ReportReason, string> = {
  rules: 'Against this server’s rules',
  intimate: 'Intimate picture of a real person',
  other: 'Something else',
};

/** Both if Easel no longer knows which. */
const ownNoun = (thing: MediaKind | undefined): string => (thing === undefined ? 'picture or clip' : nounOf(thing));

export const reportWords = {
  yourOwn: 'This is your own. To remove it, press *More …* and *Delete*.',
  yourOwnCopy: 'This is your own. Press *Remove from gallery* instead.',
  form: { title: 'Report this to the moderators', reason: 'Why?', why: 'What’s wrong? The moderators will see this' },
  reasons,
  intimateHint: 'Hides it at once; moderators decide within 48 hours',
  /** The answer to a report, by its outcome. */
  answers: {
    'too many': () => 'You’ve reached the limit of 20 reports a day. Tell a moderator about this one.',
    'too many intimate': () =>
      'You’ve reached today’s limit of intimate pictures that you can report before moderators decide. Tell a moderator about this one, or report it for another reason.',
    counted: ({ hasModeratorsChannel }) =>
      hasModeratorsChannel
        ? 'Thanks. The moderators will review it.'
        : 'Thanks. Your report counts. If this is urgent, tell one of this server’s moderators.',
    hidden: ({ hasModeratorsChannel }) =>
      hasModeratorsChannel
        ? 'Thanks. It’s hidden now, and the moderators will review it.'
        : 'Thanks. It’s hidden until a moderator reviews it.',
    'already yours': () => 'You already reported this. Your report counts once.',
    'already hidden': () => 'This is already hidden until a moderator decides.',
    'already removed': () => 'The moderators already removed this.',
    kept: ({ hasModeratorsChannel, atMs }) =>
      `A moderator reviewed this on ${date(atMs)} and kept it.${hasModeratorsChannel ? ' They can read your report too.' : ''}`,
  } satisfies Record<string, (facts: { hasModeratorsChannel: boolean; atMs: number }) => string>,
  /** Added for those who report an intimate picture. */
  decidedBy: (deadlineMs: number) =>
    `Moderators have until ${moment(deadlineMs)} to decide. Easel then tells you what they decided: here if that’s within 15 minutes, or by direct message if you turned those on in \`/preferences\`. You can also report it again to read it. If it comes to nothing, report the message to Discord.`,
  /** For those who reported an intimate picture. */
  decided: {
    removed: 'The moderators removed the picture that you reported, with everything made from it.',
    kept: 'The moderators reviewed the picture that you reported and kept it. If you disagree, talk to them, or report the message to Discord.',
    undone:
      'A moderator undid the decision about the picture that you reported. Easel tells you what they decide next.',
  },
  undoLate: 'This can’t be undone: ten minutes have passed, or someone has decided about it since.',
  undone: 'Undone: it’s as before.',
  titleOf: (memberId: string) => `A picture or clip by <@${memberId}>`,
  alt: 'Hidden for now',
  states: {
    shown: '',
    restored: 'The moderators reviewed this, and it stays.',
    hidden: 'Hidden until the moderators review it.',
    removed: 'The moderators removed this.',
  } satisfies Record<ReportState, string>,
  filesGone: 'Easel no longer has this.',
  buttons: { restore: 'Restore', keep: 'Keep it', remove: 'Remove …', restoreAll: 'Restore all by this reporter' },
  card: (
    thing: MediaKind | undefined,
    memberId: string,
    channelId: string,
    url: string | undefined,
    isReported: boolean,
  ) =>
    `### ${isReported ? 'Reported' : 'Made from a reported picture'}: ${someThing(thing)} by <@${memberId}> in <#${channelId}>${url === undefined ? '' : ` ([message](${url}))`}`,
  noEvidence:
    '-# Easel couldn’t save a copy of the pictures, so *Remove …* deletes the only ones left. Look at the message first.',
  listed: (count: number, urls: readonly string[]) =>
    `-# The same member reported ${counted(count, 'more picture or clip', 'more pictures or clips')} today: ${urls.map((url, index) => `[${index + 1}](${url})`).join(' ')}`,
  restoredAll: (reporterId: string, count: number) =>
    `${counted(count, 'picture or clip', 'pictures and clips')} that only <@${reporterId}> reported ${agreeing(count, 'is', 'are')} visible again, and ${agreeing(count, 'its report is', 'their reports are')} answered.`,
  promptGone: '(Easel no longer keeps the prompt)',
  report: (byId: string, atMs: number, said: string) =>
    `- <@${byId}> ${relative(atMs)}${said === '' ? '' : `: ${said}`}`,
  urgent: (deadlineMs: number) =>
    `## Urgent: reported as an intimate picture of a real person\nIt’s hidden everywhere until you decide. Decide ${relative(deadlineMs)}.`,
  hiddenWith: (requests: number) =>
    `-# Everything made from this is hidden too (${counted(requests, 'request')}). *Restore* brings that back.`,
  urgentLine: (memberId: string, channelId: string, deadlineMs: number, url: string | undefined) =>
    `- **Urgent:** reported as intimate, by <@${memberId}> in <#${channelId}>, decide ${relative(deadlineMs)}${url === undefined ? '' : ` ([open](${url}))`}`,
  cardState: (record: Pick<ReportRecord, 'state' | 'byId' | 'kept' | 'reports' | 'undo' | 'withSource'>) => {
    const { byId, kept, reports } = record;
    return {
      shown: 'Still visible.',
      hidden: byId === 'easel' ? `Hidden after ${counted(reports.length, 'report')}.` : `Hidden by <@${byId}>.`,
      restored: `**${kept?.wasHidden ? 'Restored' : 'Kept'}** by ${member(byId)}`,
      removed: `**Removed** by ${member(byId)}, together with everything made from it`,
    }[decidedStateOf(record)];
  },
  late: ({ byId, kept, ...record }: Pick<ReportRecord, 'state' | 'byId' | 'kept' | 'undo' | 'withSource'>) =>
    `Too late: ${member(byId)} ${{ shown: 'kept', hidden: 'hid', restored: kept?.wasHidden ? 'restored' : 'kept', removed: 'removed' }[decidedStateOf(record)]} this already.`,
  /** For its author alone, in a message and on the page of their work. */
  notice: {
    shown: ({ thing }) => `Your ${ownNoun(thing)} is shown again, because a moderator restored what it was made from.`,
    hidden: ({ thing, isWithSource }) =>
      isWithSource
        ? `Your ${ownNoun(thing)} is hidden until a moderator decides, because what it was made from was reported.`
        : `Your ${ownNoun(thing)} was reported. It’s hidden until a moderator decides.`,
    undone: ({ thing, isHidden }) =>
      `A moderator undid the last decision about your ${ownNoun(thing)}. It’s ${isHidden ? 'hidden' : 'visible'} until they decide again.`,
    restored: ({ thing }) => `A moderator reviewed your reported ${ownNoun(thing)} and restored it.`,
    removed: ({ thing, why, isWithSource }) => {
      if (isWithSource) return `Your ${ownNoun(thing)} was removed, because moderators removed what it was made from.`;
      return why === ''
        ? `A moderator removed your ${ownNoun(thing)} without a reason. Ask a moderator why.`
        : `A moderator removed your ${ownNoun(thing)}: ${why}`;
    },
  } satisfies Record<
    ReportState | 'undone',
    (facts: { thing: MediaKind | undefined; why: string; isHidden: boolean; isWithSource: boolean }) => string
  >,
  severalReporters: 'Others have reported this too. Decide about it by itself.',
  ownDecision: 'You can’t decide about what you made yourself. Ask another moderator.',
  hiddenSource: 'This was hidden or removed, so you can’t make anything from it.',
};
