import type { Ending, Entry, Winner } from '../moderation/rounds/round.ts';
import type { MediaKind } from '../task-api/models.ts';
import { agreeing, counted, credits, nounOf, number, relative } from './en-formats.ts';

/** What people read of rounds: group generation. */

const people = (ids: readonly string[]): string => ids.map((id) => `<@${id}>`).join(', ');
const because = (why: string): string => (why === '' ? '' : `: ${why}`);
const somebody = (id: string | undefined): string => (id === undefined ? 'Easel' : `<@${id}>`);

export const roundCommandWords = {
  description: 'Make art together: everybody hands in a prompt, all vote, the best are made',
  open: 'Moderators and trusted members: open a round in this channel',
  show: 'The round of this channel: hand in a prompt, read, vote',
  theme: 'What it is about',
  model: 'Which model makes the winners',
  submit: 'How long members hand in, such as 30m, 2h or 1d (1 hour when left out)',
  vote: 'How long members vote, such as 30m, 2h or 1d (1 hour when left out)',
  winners: 'How many of the best are made (3 when left out)',
  pot: 'The most credits that this may cost; fewer winners where it is not enough',
  aspectRatio: 'Width to height of the winners, such as 16:9',
  spoiler: 'Hide the winners until somebody clicks them',
};

export const roundWords = {
  title: (theme: string) => `### Round: ${theme}`,
  opened: (openedById: string, winners: number, thing: MediaKind, model: string, aspectRatio: string | undefined) =>
    `-# Opened by <@${openedById}> · ${winners === 1 ? `the best prompt becomes a ${nounOf(thing)}` : `the best ${number(winners)} prompts become ${nounOf(thing)}s`}, made with ${model}${aspectRatio === undefined ? '' : `, ${aspectRatio}`}`,
  pot: (amount: number) => `${credits(amount)} held for it; what is not used goes back`,
  submitting: (untilMs: number) =>
    `**Hand in your prompt.** Voting begins ${relative(untilMs)}. Until then nobody else reads it, and you can change it.`,
  voting: (untilMs: number) =>
    `**Vote now**, for as many as you like but your own. The best are made ${relative(untilMs)}. Counts stay hidden until then.`,
  creating: '**Voting is over.** The winners are on their way, each in a message of its own below.',
  waitsForService: 'What is not begun yet follows as soon as the service takes it.',
  counts: (entries: number, voters: number | undefined) =>
    `${counted(entries, 'prompt').replace(/^0 prompts$/, 'No prompt yet')}${voters === undefined ? '' : ` · ${counted(voters, 'member')} voted`}`,
  ending: {
    done: '**The round is over.** Thank you for taking part!',
    'no entries': '**The round is over:** there was nothing to make. All its credits went back.',
    cancelled: '**The round was cancelled.** What was not begun is not made, and its credits went back.',
    dropped: '**The round could not begin.** Its credits went back; open it again.',
  } satisfies Record<Ending, string>,
  endedBy: (byId: string) => `-# by <@${byId}>`,
  winner: (place: number | undefined, memberId: string, votes: number, state: string) =>
    `${place === undefined ? '–' : `${place}.`} <@${memberId}> · ${counted(votes, 'vote')} · ${state}`,
  tied: (others: number, votes: number) =>
    `${counted(others, 'more prompt')} had ${counted(votes, 'vote')}, too: what was handed in first went first.`,
  winnerStates: {
    waiting: 'waits',
    begun: 'being made',
    made: 'made',
    failed: 'could not be made, its credits went back',
    unconfirmed: 'the service did not say whether it was made; its credits stay held until an operator decides',
    cancelled: 'cancelled by its author',
  } satisfies Record<Winner['state'], string>,
  notMade: 'not made',
  linked: (words: string, link: string) => `[${words}](${link})`,
  /** Where nobody was voted for, nobody won. */
  announced: (theme: string, votedFor: readonly string[], others: readonly string[]) => {
    const unvoted = `${agreeing(others.length, 'The prompt', 'The prompts')} of ${people(others)} ${agreeing(others.length, 'is', 'are')} made`;
    if (votedFor.length === 0) return `The round **${theme}** is over, and nobody voted. ${unvoted} all the same:`;
    const won = `The round **${theme}** is decided. Congratulations ${people(votedFor)}!`;
    const made = `${agreeing(votedFor.length, 'Yours is', 'Yours are')} made now`;
    return others.length === 0 ? `${won} ${made}:` : `${won} ${made}. ${unvoted} too, without a vote:`;
  },

  buttons: {
    submit: 'Hand in',
    mine: 'My entry',
    entries: 'Entries & vote',
    manage: 'Manage',
    edit: 'Change',
    withdraw: 'Withdraw',
    previous: 'Earlier',
    next: 'Later',
    vote: (entry: number, isMine: boolean, isVoted: boolean) =>
      isMine ? `No. ${entry} is yours` : isVoted ? `✓ No. ${entry}` : `Vote for no. ${entry}`,
    remove: (entry: number) => `Remove no. ${entry}`,
    letIn: (entry: number) => `Let in no. ${entry}`,
    endSubmitting: 'Begin voting now',
    endVoting: 'End voting now',
    cancel: 'Cancel the round',
    cancelSurely: 'Yes, cancel it',
  },
  forms: {
    submit: 'Your prompt for the round',
    prompt: (limit: number) => `What it should show (at most ${counted(limit, 'character')})`,
    remove: (entry: number) => `Remove no. ${entry}`,
    why: 'Why; its author reads it',
  },

  added: 'Your prompt is in. Under **My entry** you can change it until voting begins.',
  changed: 'Your prompt is changed.',
  waitsForModerators: 'A moderator reads it before it takes part.',
  mine: { in: 'Your entry takes part.', waits: 'Your entry waits for a moderator to let it take part.' },
  removedEntry: (why: string) =>
    `A moderator removed your entry${because(why)}. You cannot hand in another in this round, but you can vote.`,
  noEntry: 'You have no prompt in this round. Press **Hand in** to take part.',
  noEntryLate: 'You have no prompt in this round, and voting has begun. You can vote.',
  withdrawn: 'Your prompt is withdrawn. You can hand in another until voting begins.',
  hiddenUntilVoting: (untilMs: number) =>
    `The prompts are hidden until voting begins ${relative(untilMs)}, so that nobody borrows. Hand yours in meanwhile!`,
  shownNoMore:
    'The prompts were shown while members voted. In this server only their members and the moderators read them afterwards; yours is in `/history` if it was made.',
  neverShown:
    'This round ended before voting, so its prompts stay with their authors. Hand yours in again in the next!',
  entries: (page: number, pages: number) => `### Entries${pages > 1 ? `, page ${page} of ${pages}` : ''}`,
  voteHint: 'Press to vote, press again to take it back. Nobody sees whom you vote for.',
  noEntries: 'No entry takes part.',
  entry: (entry: number, prompt: string) => `**No. ${entry}**\n> ${prompt}`,
  keptBack: {
    hidden: (entry: number) => `**No. ${entry}**\n> Hidden after a report`,
    forbidden: (entry: number) => `**No. ${entry}**\n> Not shown: this server’s rules do not let it take part by now`,
  },
  manage: {
    title: (theme: string) => `### Manage: ${theme}`,
    entry: (entry: number, memberId: string, state: Entry['state'], prompt: string) =>
      `**No. ${entry}** by <@${memberId}>${state === 'waits' ? ' · **waits for you**' : ''}\n> ${prompt}`,
    none: 'No prompts yet.',
    sure: (thing: MediaKind, left: number) =>
      `Cancel the round? No ${nounOf(thing)} is begun any more, and at most ${credits(left)} of the pot ${agreeing(left, 'goes', 'go')} back.`,
    over: 'This round is over; there is nothing to manage.',
    done: {
      removed: (entry: number) => `No. ${entry} is removed. Its author reads why under **My entry**.`,
      letIn: (entry: number) => `No. ${entry} takes part.`,
      ended: 'Done: the round moves on.',
      cancelled: 'The round is cancelled; the pot goes back.',
    },
    late: {
      removed: (byId: string | undefined) => `${somebody(byId)} removed it already.`,
      letIn: (byId: string | undefined) => `${somebody(byId)} let it in already.`,
      ended: (byId: string | undefined) =>
        byId === undefined ? 'Its time had ended already.' : `${somebody(byId)} ended it already.`,
      changed: 'Its author has changed it since. Read it again.',
    },
  },
  /** Why no round came by itself; managers read it. */
  hindrances: {
    'used up':
      'Every theme of the list had its round, so no more rounds come by themselves. Add themes under *Rounds* in `/settings show`, or let the list begin anew there.',
    'no room':
      'A round was to come by itself, and the budget has no room for its pot. It is left out; its theme is the next one’s. Fewer winners, under *Rounds* in `/settings show`, need less.',
    closed:
      'A round is to come by itself, and Easel cannot write in its channel. Let Easel view it and send messages there, or choose another under *Rounds* in `/settings show`.',
    refused:
      'A round was to come by itself, and its theme goes against this server’s own words, so it is left out. See *Themes* under *Rounds* in `/settings show`.',
    rules:
      'A round was to come by itself, and the settings do not let pictures be made in its channel. It is left out; its theme is the next one’s. See *Channels* and *Rounds* in `/settings show`.',
  },
  shown: (theme: string, link: string) => `The round of this channel: [${theme}](${link})`,
  forModerators: (theme: string, memberId: string, link: string) =>
    `A prompt of <@${memberId}> in the [round ${theme}](${link}) waits for you, under **Manage**.`,

  refusals: {
    notOpener: 'Only moderators and trusted members can open a round. Ask one of them.',
    another: (link: string | undefined) =>
      `A round is running in this channel already${link === undefined ? '' : `: [here](${link})`}. Only one at a time; wait for its end.`,
    tooMany: (most: number) => `${number(most)} rounds are running on this server already. Wait for one to end.`,
    potTooSmall: (needed: number) => `The pot is too small: one winner costs ${credits(needed)} with this model.`,
    themeWaits:
      'This theme, or this channel, needs a moderator’s approval. Choose other words, or ask a moderator to open the round.',
    theme: (limit: number) => `A theme cannot be empty, nor longer than ${counted(limit, 'character')}.`,
    duration: 'Give a time from 1 minute to 7 days, such as `30m`, `2h` or `1d`.',
    none: 'No round is running in this channel. Moderators and trusted members can open one with `/round open`.',
    gone: 'This round is not there any more.',
    over: 'That phase of the round is over. Have a look at its message for what comes next.',
    early: 'Voting has not begun yet.',
    tooManyEntries: (most: number) => `This round has ${counted(most, 'prompt')}, and takes no more. You can vote.`,
    full: 'This round has all the voters that it can count.',
    own: 'That is your own entry. Vote for others!',
    'no entry': 'This entry no longer takes part.',
    prompt: (limit: number) => `A prompt for a round cannot be empty, nor longer than ${counted(limit, 'character')}.`,
  },
};
