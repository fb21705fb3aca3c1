import type { ReportReason, ReportState } from '../moderation/reports/report-record.ts';
import { member, relative } from './en-formats.ts';

/** What people read of reported results. */

const reasons: Record<ReportReason, string> = {
  rules: 'Against this server’s rules',
  intimate: 'Intimate picture of a real person',
  other: 'Something else',
};

export const reportWords = {
  noResult: 'This is no result of Easel’s. Use it on a message with a picture or a clip that Easel made.',
  yourOwn: 'This is your own: *Delete* removes it.',
  yourOwnCopy: 'This is your own: *Take out* takes it out of the gallery.',
  form: { title: 'Report this to the moderators', reason: 'Why?', why: 'What is wrong with it? Moderators read it' },
  reasons,
  intimateHint: 'Hides it at once. Moderators decide within 48 hours',
  thanks: {
    'too many': () =>
      'You reported 5 results as intimate today, and moderators haven’t decided about them yet. Tell a moderator about this one, or report it for another reason.',
    counted: (hasDesk: boolean) =>
      hasDesk
        ? 'Thank you: the moderators look at it.'
        : 'Thank you: it is counted. If it cannot wait for others to report it, tell a moderator of this server.',
    hidden: (hasDesk: boolean) =>
      hasDesk
        ? 'Thank you: it is hidden now, and the moderators look at it.'
        : 'Thank you: it is hidden now, until a moderator has looked at it.',
    already: (hasDesk: boolean) =>
      hasDesk ? 'Thank you: it was reported already, and the moderators know.' : 'Thank you: it was reported already.',
  },
  titleOf: (memberId: string) => `A result of <@${memberId}>`,
  alt: 'Hidden for now',
  states: {
    shown: '',
    restored: 'The moderators looked at it, and it stays.',
    hidden: 'Hidden for now, until the moderators have looked at it.',
    removed: 'This is not shown any more.',
  } satisfies Record<ReportState, string>,
  buttons: { restore: 'Restore', keep: 'Leave it', remove: 'Remove …' },
  card: (memberId: string, channelId: string, url: string | undefined) =>
    `### Reported: a result of <@${memberId}> in <#${channelId}>${url === undefined ? '' : ` ([message](${url}))`}`,
  noEvidence:
    '-# Its pictures could not be had, or not be attached here: *Remove* takes the only ones that are left. Look at its message first.',
  promptGone: '(Easel no longer keeps the prompt)',
  report: (byId: string, atMs: number, said: string) =>
    `- <@${byId}> ${relative(atMs)}${said === '' ? '' : `: ${said}`}`,
  urgent: (deadlineMs: number) =>
    `## Urgent: reported as an intimate picture of a real person\nIt’s hidden everywhere until you decide. Decide ${relative(deadlineMs)}.`,
  urgentLine: (memberId: string, channelId: string, deadlineMs: number, url: string | undefined) =>
    `- **Urgent:** reported as intimate, by <@${memberId}> in <#${channelId}>, decide ${relative(deadlineMs)}${url === undefined ? '' : ` ([open](${url}))`}`,
  cardState: (state: ReportState, byId: string) =>
    ({
      shown: 'It is still shown.',
      hidden: `Hidden by ${byId === 'easel' ? 'the number of reports' : `<@${byId}>`}.`,
      restored: `**It stays**, ${member(byId)} decided`,
      removed: `**Removed** by ${member(byId)}, with what was made from it`,
    })[state],
  late: (state: ReportState, byId: string) =>
    `Too late: ${member(byId)} ${{ shown: 'left', hidden: 'hid', restored: 'left or restored', removed: 'removed' }[state]} it already.`,
  /** For its author alone, in a message and on the page of their work. */
  notice: {
    hidden: () => 'Your result was reported. It’s hidden until a moderator decides.',
    restored: () => 'A moderator looked at your reported result and restored it.',
    removed: (why: string, isWithSource: boolean) => {
      if (isWithSource) return 'Your result was removed because moderators removed what it was made from.';
      return why === ''
        ? 'A moderator removed your result without giving a reason. If you don’t know why, ask a moderator.'
        : `A moderator removed your result: ${why}`;
    },
  },
  ownDecision: 'Nobody decides about themselves: another moderator, or a member with Manage Server, can do that.',
  hiddenSource: 'This result was hidden or removed, so nothing is made from it.',
};
