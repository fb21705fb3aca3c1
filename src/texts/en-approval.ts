import type { DecisionKind, MadePhase } from '../moderation/requests/request.ts';
import type { Delay } from '../moderation/requests/request-decisions.ts';
import type { MediaKind } from '../task-api/models.ts';
import { code, counted, credits, member, nounOf, relative, someThing, someThings } from './en-formats.ts';

/** What people read of requests that wait, and of results that moderators see first. */

export const previewWords = {
  phases: {
    making: 'In progress. Moderators will review it before anyone else sees it.',
    ready: 'Done. Moderators will review it before anyone else sees it.',
    failed: 'This couldn’t be made. The credits were returned. Try again.',
    unconfirmed:
      'The service never confirmed this. Its credits stay held until the operator has checked; then `/history` says what happened.',
    published: 'Publishing …',
    discarded: 'Not published. Its author can find it in `/history`.',
    lost: 'A moderator published this, but the service no longer has it. Ask again if you still want it.',
    gone: 'Not published, because Easel couldn’t change this message.',
  } satisfies Record<MadePhase, string>,
  buttons: { look: 'View', publish: 'Publish', discard: 'Discard …' },
  notForYou: 'Until a moderator publishes this, only its author and the moderators can see it.',
  readyNotice: (memberId: string, thing: MediaKind) =>
    `<@${memberId}>, your ${nounOf(thing)} is ready. Moderators will review it before anyone else sees it. Press *View* to see it now.`,
  /** For the member alone. */
  discardedNotice: (quote: string, why: string) =>
    `Moderators didn’t publish your request${why === '' ? '. If you want to know why, ask them' : `: ${why}`}. It’s in \`/history\`.\n${quote}`,
  discardForm: { title: 'Discard this', why: 'Why? The member will see this' },
  decided: (
    phase: string,
    byId: string,
    memberId: string,
    { thing, channelId, url }: { thing: MediaKind; channelId: string; url: string | undefined },
  ) => {
    switch (phase) {
      case 'lost':
        return `Easel couldn’t publish ${someThing(thing)} by <@${memberId}>, because the service no longer has it.`;
      case 'gone':
        return `Easel couldn’t publish ${someThing(thing)} by <@${memberId}>: its message in <#${channelId}> was deleted or Easel can’t reach it. If Easel can reach it within a week, it publishes it then. Its author can find it in \`/history\`.`;
      case 'published':
      case 'discarded':
        return `${phase === 'published' ? '**Published**' : '**Discarded**'} by ${member(byId)}: ${someThing(thing)} by <@${memberId}>${url === undefined ? '' : ` ([message](${url}))`}`;
      default:
        return `A request by <@${memberId}> wasn’t made, so there’s nothing to do here.`;
    }
  },
  sourceHidden:
    'This was made from a picture that was hidden or removed after reports, so you can’t publish it. Discard it, or restore that picture first.',
  publishRefused: (why: string) => `You can’t publish this now. ${why} Press *Discard …* to end it.`,
  late: (phase: string, byId: string) =>
    `Too late: ${member(byId)} ${phase === 'published' ? 'published' : 'decided on'} this already.`,
};

/** An approved request goes on in the job's message, and who withdrew theirs knows. */
type ToldKind = Exclude<DecisionKind, 'approved' | 'withdrawn'>;

/** The same for every decision and every reason, because those concern the member who asked alone. */
const NOT_MADE = 'Not made. The credits were returned. The member who asked can press *Why?* for the reason.';

export const waitingWords = {
  title: (memberId: string, thing: MediaKind, count: number) => `<@${memberId}> wants ${someThings(count, thing)}`,
  titleFromClips: {
    continue: (memberId: string) => `<@${memberId}> wants to continue a clip`,
    still: (memberId: string) => `<@${memberId}> wants the last frame of a clip`,
    join: (memberId: string) => `<@${memberId}> wants to join two clips`,
  },
  waitsForModerator: (expiresAtMs: number) =>
    `Waiting for a moderator. If no one decides, it expires ${relative(expiresAtMs)} and your credits come back.`,
  waitsForVotes: (votes: number, needed: number, expiresAtMs: number) =>
    `This needs ${counted(needed, 'vote')} to be made (${votes} so far). Voting ends ${relative(expiresAtMs)}.`,
  owners: {
    question: (ownerId: string, askerId: string, url: string | undefined) =>
      `<@${ownerId}>, may <@${askerId}> build on ${url === undefined ? 'a picture of yours' : `[this picture of yours](${url})`}?`,
    others: (count: number) => `… and ${counted(count, 'more owner', 'more owners')}, who can answer here too.`,
    waits: (expiresAtMs: number) =>
      `It starts once they allow it. Without an answer, it expires ${relative(expiresAtMs)}.`,
    agreed: 'Allowed. Easel is starting this …',
    allowed: 'Allowed. ',
    allow: 'Allow',
    decline: 'Decline',
    never: 'Never ask me again',
    notYours: 'Only the owner of the picture can answer this.',
    ended: 'This question has expired or was answered.',
    neverAgain:
      'Easel won’t ask you again: others can’t build on your pictures now, in any server. Change that with `/preferences`.',
  },
  approved: 'Approved. ',
  /** Why it can't start yet. */
  delays: {
    pause: 'It starts when the pause ends.',
    service: 'It starts when the service answers again.',
  } satisfies Record<Delay, string>,
  held: (amount: number) => `${credits(amount)} held until it’s decided`,
  outcome: {
    approved: 'Approved. Sending to the service …',
    rejected: NOT_MADE,
    declined: 'Declined by the owner of the picture. The credits were returned.',
    withdrawn: 'Withdrawn. The credits were returned.',
    expired: 'Expired without an answer. The credits were returned. Ask again if you still want this.',
    dropped:
      'Easel can’t reach the moderators’ channel. The credits were returned. Ask again once a manager has fixed that.',
  } satisfies Record<DecisionKind, string>,
  unanswered: 'Nothing was started: Discord didn’t confirm in time that this message arrived. Ask again.',
  editedForVotes: 'The prompt was changed, so voting started over.',
  changed: 'This didn’t count: the prompt has just changed. Read it again, and press again if you agree.',
  editedMeanwhile: (byId: string, quote: string) =>
    `Nothing was changed, because <@${byId}> changed the prompt after you opened this form. It’s now:\n${quote}\nYou wrote:`,
  forbidden: NOT_MADE,
  forbiddenNow: (words: string) =>
    `This can no longer be approved in its current form. The member would be told:\n> ${words}`,
  /** For the member alone, with the prompt that it is about. */
  notice: {
    rejected: (quote: string, why: string) => `Your request wasn’t approved${why === '' ? '.' : `: ${why}`}\n${quote}`,
    declined: (quote: string) =>
      `The owner of the picture declined, so your request wasn’t made. The credits were returned. Choose someone else’s picture.\n${quote}`,
    expired: (quote: string) => `Your request expired without an answer. Ask again if you still want this.\n${quote}`,
    undone: (quote: string) => `A moderator undid that decision, so your request waits again.\n${quote}`,
    dropped: (quote: string) =>
      `Your request couldn’t reach the moderators’ channel. The credits were returned. Ask again once a manager has fixed that.\n${quote}`,
  } satisfies Record<ToldKind | 'undone', (quote: string, why: string) => string>,
  buttons: {
    withdraw: 'Withdraw',
    why: 'Why?',
    editAndAsk: 'Edit and ask again …',
    vote: (votes: number, needed: number) => `Vote for it (${votes}/${needed})`,
    veto: 'Veto',
    approve: 'Approve',
    reject: 'Reject …',
    edit: 'Edit prompt …',
    trust: 'Approve and trust',
    untrust: 'Stop trusting',
  },
  card: {
    because: (entry: string) => `It matches the word-list line ${code(entry)}, which needs a moderator’s approval`,
    becausePictures: 'It uses other people’s pictures, and this server reviews such requests',
    becauseChannel: (channelId: string, before: string) =>
      `In <#${channelId}>, where ${before === 'members' ? 'members vote on requests' : 'moderators approve requests'}`,
    pictures: (owners: string) => `From pictures by ${owners}`,
    anApp: 'an app',
    record: (counts: { requested: number; approved: number; rejected: number; refused: number; hidden: number }) => {
      const { requested, approved, rejected, refused, hidden } = counts;
      const some = (count: number, words: string): string[] => (count === 0 ? [] : [`${count} ${words}`]);
      const known = [
        ...some(approved, 'approved'),
        ...some(rejected, 'rejected'),
        ...some(refused, 'refused by word lists'),
        ...some(hidden, 'hidden'),
      ];
      if (requested <= 1 && known.length === 0) return 'This member’s first request here';
      return `This member’s history: ${[counted(requested, 'request'), ...(known.length > 0 ? known : ['none refused'])].join(', ')}`;
    },
    thenPreviewed: 'If you approve it, you review the picture or clip too, before everyone sees it',
    waits: (expiresAtMs: number) => `If no one decides, it expires ${relative(expiresAtMs)}`,
    edited: (byId: string) => `Prompt edited by <@${byId}>`,
    cut: 'The prompt is longer. *Edit prompt …* shows all of it.',
    decided: (kind: DecisionKind, byId: string, atMs: number, why: string) =>
      `**${{ approved: 'Approved', rejected: 'Rejected', declined: 'Declined', withdrawn: 'Withdrawn', expired: 'Expired', dropped: 'Dropped' }[kind]}** by ${member(byId)} ${relative(atMs)}${why === '' ? '' : `: ${why}`}`,
    message: (url: string) => `[message](${url})`,
  },
  forms: {
    reject: 'Reject this request',
    reason: 'Why? The member will see this',
    edit: 'Edit the prompt',
    prompt: 'The prompt to send instead',
  },
  late: (kind: DecisionKind, byId: string, atMs: number) =>
    `Too late: ${member(byId)} ${{ approved: 'approved', rejected: 'rejected', declined: 'declined', withdrawn: 'withdrew', expired: 'let expire', dropped: 'dropped' }[kind]} it ${relative(atMs)}.`,
  undoLate: 'This can’t be undone: ten minutes have passed, it has started, or someone has decided about it since.',
  undoRefused: (words: string) => `This can’t be undone now. The member would be told:\n> ${words}`,
  gone: 'This request no longer exists.',
  notYours: 'Only the member who asked for this can do that.',
  noReason: 'The moderators gave no reason. If you have questions, ask one of them.',
  reason: (why: string) => `The moderators’ reason: ${why}`,
  ownVote: 'This is your own request. Other members have to vote for it.',
  editRefused: (why: string) => `Nothing was changed. ${why}`,
  needsModerator: 'A moderator would have to review this prompt. Press *Withdraw*, then ask again with it.',
  edited: 'The prompt was changed.',
  trusted: 'This member’s requests no longer need approval. What else of theirs waited is approved, too.',
};
