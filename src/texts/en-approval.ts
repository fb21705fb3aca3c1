import type { DecisionKind, MadePhase } from '../moderation/requests/request.ts';
import type { MediaKind } from '../task-api/models.ts';
import { agreeing, counted, credits, member, nounOf, relative, someThings } from './en-formats.ts';

/** What people read of requests that wait, and of results that moderators see first. */

export const previewWords = {
  phases: {
    making: 'It is being made. Moderators look at it before everybody sees it.',
    ready: 'It is done. Moderators look at it before everybody sees it.',
    failed: 'It could not be made; its credits went back. Try again.',
    unconfirmed:
      'Nobody knows whether it was made, so its credits stay held until the operator has looked at it; then `/history` says what became of it.',
    published: 'It is being published …',
    discarded: 'It is not shown here. `/history` has it for its member.',
    lost: 'A moderator published it, but the service no longer has it. Ask again if you still want it.',
    gone: 'A moderator published it, but this message could not be changed.',
  } satisfies Record<MadePhase, string>,
  buttons: { look: 'Look at it', publish: 'Publish', discard: 'Discard …' },
  notForYou: 'Until a moderator publishes it, only the member who asked and the moderators see it.',
  readyNotice: (memberId: string, thing: MediaKind) =>
    `<@${memberId}>, your ${nounOf(thing)} is ready. Moderators look at it before everybody sees it; *Look at it* shows it to you.`,
  /** For the member alone. */
  discardedNotice: (quote: string, why: string) =>
    `Moderators didn’t publish what you made${why === '' ? '. To know why, ask them' : `: ${why}`}. \`/history\` keeps it for you.\n${quote}`,
  discardForm: { title: 'Discard this', why: 'Why? The member reads it' },
  decided: (
    phase: string,
    byId: string,
    memberId: string,
    { channelId, url }: { channelId: string; url: string | undefined },
  ) => {
    switch (phase) {
      case 'lost':
        return `A result of <@${memberId}> was to be published, but the service no longer has it.`;
      case 'gone':
        return `A result of <@${memberId}> was to be published, but its message in <#${channelId}> was deleted, or is closed to Easel. Its member has the result in \`/history\`.`;
      case 'published':
      case 'discarded':
        return `${phase === 'published' ? '**Published**' : '**Discarded**'} by ${member(byId)}: a result of <@${memberId}>${url === undefined ? '' : ` ([message](${url}))`}`;
      default:
        return `A request of <@${memberId}> was not made, so there is nothing to do here.`;
    }
  },
  sourceHidden:
    'What this was made from was hidden or removed after reports, so it cannot be published. *Discard* ends it; after *Restore* there it can be.',
  publishRefused: (why: string) => `This can’t be published now. ${why} *Discard* ends it.`,
  late: (phase: string, byId: string) =>
    `Too late: ${member(byId)} ${phase === 'published' ? 'published' : 'decided on'} it already.`,
};

/** An approved request goes on in the job's message, and who withdrew theirs knows. */
type ToldKind = Exclude<DecisionKind, 'approved' | 'withdrawn'>;

/** The same whoever decided, and for whatever reason: that is its member's business. */
const NOT_MADE = 'Not made. Its credits went back; *Why?* tells its member more.';

export const waitingWords = {
  title: (memberId: string, thing: MediaKind, count: number) => `<@${memberId}> asks for ${someThings(count, thing)}`,
  waitsForModerator: (expiresAtMs: number) =>
    `A moderator looks at it first. Without an answer it expires ${relative(expiresAtMs)}.`,
  waitsForVotes: (votes: number, needed: number, expiresAtMs: number) =>
    `It is made as soon as ${counted(needed, 'member')} ${agreeing(needed, 'seconds', 'second')} it: ${votes} so far. The vote ends ${relative(expiresAtMs)}.`,
  held: (amount: number) => `${credits(amount)} held until then`,
  outcome: {
    approved: 'Approved; it is being sent to the service …',
    rejected: NOT_MADE,
    withdrawn: 'Withdrawn. Its credits went back.',
    expired: 'Expired without an answer. Its credits went back; ask again if you still want it.',
    dropped:
      'The moderators’ channel is missing or closed to Easel, so they can’t decide about this. Its credits went back. Ask again once a manager has fixed that.',
  } satisfies Record<DecisionKind, string>,
  unanswered: 'Discord did not take the answer in time, so nothing was started. Please ask again.',
  editedForVotes: 'A moderator changed the prompt; votes began anew.',
  changed:
    'Nothing was done: a moderator has just changed the prompt. Read it as it is now, and press again if you agree.',
  editedMeanwhile: (byId: string, quote: string) =>
    `Nothing was changed: <@${byId}> changed the prompt after you opened this form. It is now:\n${quote}\nWhat you wrote:`,
  forbidden: NOT_MADE,
  forbiddenNow: (words: string) => `By now it cannot be approved as it is. Its member would read:\n> ${words}`,
  /** For the member alone, with the prompt that it is about. */
  notice: {
    rejected: (quote: string, why: string) => `Your request was not approved${why === '' ? '.' : `: ${why}`}\n${quote}`,
    expired: (quote: string) => `Your request expired without an answer. Ask again if you still want it.\n${quote}`,
    dropped: (quote: string) =>
      `Your request couldn’t reach the moderators: their channel is missing or closed to Easel. Its credits went back. Ask again once a manager has fixed that.\n${quote}`,
  } satisfies Record<ToldKind, (quote: string, why: string) => string>,
  buttons: {
    withdraw: 'Withdraw',
    why: 'Why?',
    editAndAsk: 'Edit and ask again …',
    second: (votes: number, needed: number) => `Second (${votes}/${needed})`,
    veto: 'Veto',
    approve: 'Approve',
    reject: 'Reject …',
    edit: 'Edit prompt …',
    trust: 'Trust this member',
  },
  card: {
    because: (entry: string) => `The line \`${entry}\` of the lists wants a moderator to look at it`,
    becausePictures: 'It uses pictures by others, and this server reviews such requests',
    becauseChannel: (channelId: string, before: 'nobody' | 'moderators' | 'members') =>
      `In <#${channelId}>, where ${before === 'members' ? 'members second requests' : 'moderators look first'}`,
    facts: (model: string, ratio: string | undefined, cost: number) =>
      [model, ...(ratio === undefined ? [] : [ratio]), `about ${credits(cost)}`].join(' · '),
    pictures: (owners: string) => `From pictures by ${owners}`,
    anApp: 'an app',
    record: (counts: { begun: number; approved: number; rejected: number; refused: number; hidden: number }) =>
      `So far ${counts.begun} asked, ${counts.approved} approved, ${counts.rejected} rejected, ${counts.refused} refused by the lists, ${counts.hidden} hidden`,
    thenPreviewed: 'Where it is made, its result comes here as well, before everybody sees it',
    waits: (expiresAtMs: number) => `Expires ${relative(expiresAtMs)}`,
    edited: (byId: string) => `Prompt edited by <@${byId}>`,
    cut: 'The prompt is longer; *Edit prompt …* shows all of it.',
    decided: (kind: DecisionKind, byId: string, atMs: number, why: string) =>
      `**${{ approved: 'Approved', rejected: 'Rejected', withdrawn: 'Withdrawn', expired: 'Expired', dropped: 'Dropped' }[kind]}** by ${member(byId)} ${relative(atMs)}${why === '' ? '' : `: ${why}`}`,
    message: (url: string) => `[message](${url})`,
  },
  forms: {
    reject: 'Reject this request',
    reason: 'Why? The member reads it',
    edit: 'Edit the prompt',
    prompt: 'The prompt that is sent instead',
  },
  late: (kind: DecisionKind, byId: string, atMs: number) =>
    `Too late: ${member(byId)} ${{ approved: 'approved', rejected: 'rejected', withdrawn: 'withdrew', expired: 'let expire', dropped: 'dropped' }[kind]} it ${relative(atMs)}.`,
  gone: 'This request is no longer there.',
  notYours: 'Only the member who asked for this can do that.',
  noReason: 'The moderators gave no reason. If you have questions, ask them.',
  reason: (why: string) => `The moderators’ reason: ${why}`,
  ownVote: 'This is your own request: others second it.',
  editRefused: (why: string) => `Nothing was changed. ${why}`,
  edited: '-# The prompt was changed.',
  trusted: '-# Requests of this member are no longer held up.',
};
