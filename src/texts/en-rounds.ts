import type { Ending, Entry, Winner } from '../moderation/rounds/round.ts';
import type { MediaKind } from '../task-api/models.ts';
import {
  agreeing,
  counted,
  credits,
  length,
  MADE_WITH_AI,
  moment,
  nounOf,
  number,
  pageWords,
  relative,
} from './en-formats.ts';

/** What people read of rounds: group generation. */

const people = (ids: readonly string[]): string => ids.map((id) => `<@${id}>`).join(', ');
const because = (why: string): string => (why === '' ? '' : `: ${why}`);
const somebody = (id: string | undefined): string => (id === undefined ? 'Easel' : `<@${id}>`);

const toVote = (untilMs: number, link: string | undefined): string =>
  `Voting starts ${relative(untilMs)} on ${link === undefined ? 'the round’s message' : `[the round’s message](${link})`}. Until then you can change your prompt under *My entry*.`;

const MEDALS = ['🥇', '🥈', '🥉'] as const;

const WINNER_STATES: Record<Winner['state'], string> = {
  waiting: 'waiting',
  started: 'in progress',
  made: 'done',
  failed: 'failed, credits returned',
  unconfirmed: 'unconfirmed, credits held until the operator has checked',
  cancelled: 'cancelled by its author',
};

export const roundCommandWords = {
  description: 'Make art together: everyone enters a prompt, all vote, the best are made',
  theme: 'Moderators and trusted members: open a round with this theme (leave out for more choices)',
};

export const roundWords = {
  title: (theme: string) => `### Round: ${theme}`,
  opened: (openedById: string, winners: number, thing: MediaKind, model: string, aspectRatio: string | undefined) =>
    `-# Opened by <@${openedById}> · ${winners === 1 ? `the best prompt becomes a ${nounOf(thing)}` : `the best ${number(winners)} prompts become ${nounOf(thing)}s`}, made with ${model}${aspectRatio === undefined ? '' : `, ${aspectRatio}`}`,
  pot: (amount: number) => `${credits(amount)} held for this round; unused credits are returned`,
  submitting: (untilMs: number) =>
    `**Enter your prompt.** Voting starts ${relative(untilMs)}. Until then only you can see it, and you can change it.`,
  voting: (untilMs: number) =>
    `**Vote now**: press *See entries and vote*. Choose as many prompts as you like, except your own. The winners are made ${relative(untilMs)}. Votes stay hidden until then.`,
  creating: '**Voting is over.** The winners are on their way, each in its own message below.',
  waitsForService: 'The rest follow as soon as the service takes requests again.',
  counts: (entries: number, voters: number | undefined) =>
    `${counted(entries, 'prompt').replace(/^0 prompts$/, 'No prompts yet')}${voters === undefined ? '' : ` · ${counted(voters, 'member')} voted`}`,
  ending: {
    done: '**The round is over.** Thank you for taking part!',
    'no entries': '**The round is over.** There was nothing to make, so all credits were returned.',
    cancelled: '**The round was cancelled.** Nothing more is made, and unused credits were returned.',
    dropped: '**The round couldn’t start.** The credits were returned. Open it again.',
  } satisfies Record<Ending, string>,
  endedBy: (byId: string) => `-# by <@${byId}>`,
  /** Without votes, a place would say only that. */
  winner: (rank: number | undefined, memberId: string, votes: number, state: string | undefined) =>
    [
      `${rank === undefined ? '▫️' : (MEDALS[rank - 1] ?? `**${rank}.**`)} <@${memberId}>`,
      ...(votes > 0 ? [counted(votes, 'vote')] : []),
      ...(state === undefined ? [] : [state]),
    ].join(' · '),
  tied: (others: number, votes: number) =>
    `${counted(others, 'more prompt')} also had ${counted(votes, 'vote')}. Ties go to the earlier entry.`,
  winnerStates: WINNER_STATES,
  /** A round that was cancelled no longer follows the jobs of its winners. */
  winnerStatesAtEnd: { ...WINNER_STATES, waiting: 'not made', started: 'already started' },
  linked: (words: string, link: string) => `[${words}](${link})`,
  /** A reply to the round’s message, for those who entered. */
  voteNow: (theme: string, untilMs: number, memberIds: readonly string[]) =>
    `**${theme}**: it’s time to vote, until ${moment(untilMs)}. Press *See entries and vote* in the message above. ${people(memberIds)}`,
  winnersTitle: (theme: string, link: string | undefined) =>
    `### 🏆 ${link === undefined ? theme : `[${theme}](${link})`}: the winners`,
  /** The small line below the winners. @param memberIds the others who took part */
  winnersFacts: (memberIds: readonly string[], more: number) => {
    const others = `With ${people(memberIds)}${more === 0 ? '' : ` and ${number(more)} more`}. Thank you for taking part!`;
    return memberIds.length === 0 ? MADE_WITH_AI : `${MADE_WITH_AI} · ${others}`;
  },
  celebrated: (link: string) => `**The round is over.** [See the winners](${link})`,

  buttons: {
    ...pageWords,
    submit: 'Enter a prompt',
    mine: 'My entry',
    entries: (isVoting: boolean) => (isVoting ? 'See entries and vote' : 'See entries'),
    manage: 'Manage …',
    edit: 'Change …',
    withdraw: 'Withdraw',
    vote: (entry: number, isMine: boolean, isVoted: boolean) =>
      isMine ? `No. ${entry} is yours` : isVoted ? `✓ No. ${entry}` : `Vote for no. ${entry}`,
    remove: (entry: number) => `Remove no. ${entry}`,
    approve: (entry: number) => `Approve no. ${entry}`,
    endSubmitting: 'Start voting now',
    endVoting: 'End voting now',
    cancel: 'Cancel round …',
    cancelConfirm: 'Cancel the round',
  },
  forms: {
    open: 'Open a round',
    theme: 'Theme',
    model: 'Model for the winners',
    submitTime: 'Time to enter a prompt',
    voteTime: 'Time to vote',
    winners: 'Winners',
    winnersAbout: 'Their price is held until they’re made. Unused credits are returned.',
    time: (minutes: number) => length(minutes * 60_000),
    submit: 'Your prompt for the round',
    prompt: (limit: number) => `Describe what you want (${counted(limit, 'character')})`,
    remove: (entry: number) => `Remove no. ${entry}`,
    why: 'Why? Its author will see this',
  },

  added: (untilMs: number, link: string | undefined) => `Your prompt is in. ${toVote(untilMs, link)}`,
  changed: (untilMs: number, link: string | undefined) => `Prompt changed. ${toVote(untilMs, link)}`,
  waitsForModerators: 'A moderator needs to approve it before it takes part.',
  mine: { accepted: 'Your entry takes part.', pending: 'Your entry is waiting for a moderator’s approval.' },
  removedEntry: (why: string) =>
    `A moderator removed your entry${because(why)}. You can’t enter this round again, but you can vote.`,
  noEntry: 'You have no prompt in this round. Press *Enter a prompt* to take part.',
  noEntryLate: 'You have no prompt in this round. Voting has started, so you can vote.',
  withdrawn: 'Prompt withdrawn. You can enter another one until voting starts.',
  shownNoMore:
    'Prompts were visible during voting; now only authors and moderators can read them. If yours was made, it’s in `/history`.',
  entries: (page: number, pages: number) => `### Entries${pages > 1 ? `, page ${page} of ${pages}` : ''}`,
  voteHint: 'Press a number to vote, and press it again to undo. No one sees your votes.',
  noEntries: 'There are no entries.',
  entry: (entry: number, prompt: string) => `**No. ${entry}**\n> ${prompt}`,
  hiddenEntry: {
    hidden: (entry: number) => `**No. ${entry}**\n> Hidden after a report`,
    forbidden: (entry: number) => `**No. ${entry}**\n> Not shown: it breaks this server’s current rules`,
  },
  manage: {
    title: (theme: string) => `### Manage: ${theme}`,
    entry: (entry: number, memberId: string, state: Entry['state'], prompt: string) =>
      `**No. ${entry}** by <@${memberId}>${state === 'pending' ? ' · **needs your approval**' : ''}\n> ${prompt}`,
    none: 'No prompts yet.',
    sure: (thing: MediaKind, left: number) =>
      `Cancel the round? No more ${nounOf(thing)}s are started, and up to ${credits(left)} of the pot ${agreeing(left, 'is', 'are')} returned.`,
    over: 'This round is decided, so there’s nothing left to manage.',
    done: {
      removed: (entry: number) => `Removed no. ${entry}. Its author can see why under *My entry*.`,
      approved: (entry: number) => `No. ${entry} now takes part.`,
      undone: (entry: number) => `Undone: no. ${entry} is as before.`,
      ended: 'Done. The round moves on.',
      cancelled: 'Round cancelled. The pot is returned.',
    },
    late: {
      removed: (byId: string | undefined) => `Too late: ${somebody(byId)} already removed it.`,
      approved: (byId: string | undefined) => `Too late: ${somebody(byId)} already approved it.`,
      ended: (byId: string | undefined) =>
        byId === undefined ? 'Too late: its time has already ended.' : `Too late: ${somebody(byId)} already ended it.`,
      changed: 'Its author has changed it since. Read it again.',
    },
  },
  /** Why no round came by itself; managers read it. */
  recurrenceProblems: {
    'no room':
      'A scheduled round couldn’t open: the budget doesn’t cover its pot. The next scheduled round will use the same theme. Fewer winners, under *Rounds* in `/settings`, need fewer credits.',
    closed:
      'A scheduled round couldn’t open: Easel can’t send messages in its channel. Allow it, or choose another one under *Rounds* in `/settings`.',
    refused:
      'A scheduled round couldn’t open: its theme breaks this server’s word lists, so it’s skipped. See *Themes* under *Rounds* in `/settings`.',
    rules:
      'A scheduled round couldn’t open: the settings don’t allow pictures in its channel. The next scheduled round will use the same theme. See *Channels* and *Rounds* in `/settings`.',
  },
  shown: (theme: string, link: string) => `This channel’s round: [${theme}](${link})`,
  /** A card in the moderators’ channel about an entry that one of them has to approve. */
  card: {
    title: (theme: string, memberId: string, link: string | undefined) =>
      `### <@${memberId}> entered a prompt in ${link === undefined ? `the round ${theme}` : `[the round ${theme}](${link})`}`,
    waits: (untilMs: number) =>
      `It takes part once a moderator approves it. The winners are chosen ${relative(untilMs)}.`,
    accepted: (byId: string) => `Approved by <@${byId}>`,
    removed: (byId: string, why: string) => `Removed by <@${byId}>${because(why)}`,
    withdrawn: 'Its author withdrew it.',
    over: 'The winners were chosen without it.',
    buttons: { approve: 'Approve', remove: 'Remove …' },
  },

  refusals: {
    notOpener: 'This channel has no round. Only moderators and trusted members can open one: ask one of them.',
    another: (link: string | undefined) =>
      `This channel already has a round${link === undefined ? '' : `: [here](${link})`}. Wait until it ends.`,
    interrupted: 'Easel was interrupted while opening a round in this channel. Try again in a minute.',
    tooMany: (most: number) => `This server already has ${number(most)} rounds, the most allowed. Wait until one ends.`,
    themeWaits:
      'This theme or channel needs a moderator’s approval. Choose another theme, or ask a moderator to open the round.',
    theme: (limit: number) => `Enter a theme of at most ${counted(limit, 'character')}.`,
    gone: 'This round no longer exists.',
    over: 'That phase of the round is over. See its message for what’s next.',
    early: 'Voting hasn’t started yet.',
    tooManyEntries: (most: number) => `This round is full with ${counted(most, 'prompt')}. You can still vote.`,
    full: 'This round has reached its limit of voters.',
    own: 'That’s your own entry. Vote for others!',
    'no entry': 'This entry no longer takes part.',
    prompt: (limit: number) => `Enter a prompt of at most ${counted(limit, 'character')}.`,
  },
};
