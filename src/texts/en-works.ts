import { counted, date, number } from './en-formats.ts';

/** What people read where they find their own works again. */

const starredBy = (count: number): string => `${counted(count, 'member')} starred it.`;
const alsoBy = (count: number): string => (count === 0 ? '' : ` ${starredBy(count)}`);

export const historyCommandWords = {
  description: 'Find what you made here: by words, kind, model, days or stars',
  words: 'Words of the prompt; all of them have to be in it',
  kind: 'Pictures or clips only',
  kinds: { image: 'pictures', video: 'clips' },
  model: 'Made by this model',
  starred: 'What you have starred, also of other members',
  collection: 'In this collection of yours',
  lastDays: 'Asked for within so many days',
  from: 'Asked for on this day or later, such as 2026-05-03',
  to: 'Asked for on this day or earlier, such as 2026-05-31',
};

export const workWords = {
  nothingFound: 'There is nothing of that kind. Leave something out, or look for other words: `/history`.',
  searchedBack: (sinceMs: number | undefined) =>
    sinceMs === undefined
      ? 'You have made so much that not all of it has been searched yet.'
      : `Searched back to ${date(sinceMs)} so far.`,
  searchOn: 'Search further back',
  searchedOften: 'You look for too much at once. Wait for a moment, then press again.',
  viewGone: 'You have looked for other things since. Use `/history` again.',
  noDate: (typed: string) => `“${typed}” is no day. Write it as 2026-05-03: year, month, day.`,
  noDays: 'The days that you look for end before they begin. Put the earlier one into `from`.',
  filters: {
    words: (words: string) => `“${words}”`,
    kinds: { image: 'pictures', video: 'clips' },
    starred: 'starred',
    since: (atMs: number) => `since ${date(atMs)}`,
    until: (atMs: number) => `until ${date(atMs)}`,
  },
  open: 'Open one of these …',
  export: 'Export',
  exported: (count: number) => `${counted(count, 'work')}, with everything that Easel keeps of them.`,
  exportCut: 'There are more than one file holds: look for a part of them, by days for example, and export that.',
  collect: {
    button: 'Collections …',
    title: 'Collections',
    which: 'Which of your collections have it',
    made: 'A new one, by its name',
    isIn: (names: readonly string[]) => `in ${names.map((name) => `**${name}**`).join(', ')}`,
    many: (most: number) =>
      `You have ${counted(most, 'collection')}, and no more are kept. One that has no works any more is gone.`,
    full: (most: number) =>
      `A collection holds ${counted(most, 'work')} at most. Take one out first, or make a new one.`,
    unknown: (name: string) => `You have no collection “${name}”. *Collections …* on a work’s page makes one.`,
  },
  terms: {
    option: (answer: string) => `Others may work on from this: ${answer}`,
    asForAll: 'as I said for all of mine',
    notYours: 'Only the member whose result it is says who may work on from it.',
    full: (most: number) =>
      `You have said so of ${counted(most, 'result')}, and no more are kept. Choose “as I said for all of mine” on the page of one of them first.`,
  },
  delete: {
    ask: 'Delete this message? It was paid for, and its credits do not come back. `/history` keeps the work itself, for as long as it can be had again.',
    yes: 'Delete the message',
    done: 'The message is deleted.',
  },
  bring: {
    button: 'Bring it here',
    done: (url: string) => `It is here now: ${url}`,
    oldStays: (url: string) => `Easel could not delete its old message: ${url}`,
    closed: 'Easel may not post in this channel. Ask a moderator to allow it, or bring it to another channel.',
    notYours: 'Only the member whose result it is can bring it to another channel.',
    words:
      'The prompt of this goes against this server’s rules as they are now for this channel, so it cannot be brought here. If you think that is a mistake, ask a moderator.',
    gated:
      'In this channel somebody looks at every result first, and nobody has looked at this one for it. *Again* asks for it here.',
  },
  back: 'Back to the list',
  by: (memberId: string) => `<@${memberId}>:`,
  promptHidden: '*The prompt is for its member and the moderators.*',
  promptHiddenLabel: 'the prompt is not shown',
  standings: {
    draft: 'draft, seen by you alone',
    unpublished: 'not published yet',
    discarded: 'the moderators decided against it',
    hidden: 'hidden after reports',
    removed: 'removed by the moderators',
    deleted: 'deleted by a moderator',
  },
  /** Why something cannot be done with a work. */
  denials: {
    draft: 'This is a draft. Only its author sees it until they show it.',
    unpublished: 'Moderators are still looking at this. Wait until they publish it.',
    discarded: 'Moderators decided not to publish this.',
    hidden: 'This is hidden after reports until a moderator decides. If you think that’s wrong, ask a moderator.',
    removed: 'Moderators removed this. If you think that’s wrong, ask a moderator.',
    deleted: 'A moderator deleted this, so only a moderator can post it again.',
    gone: 'This is too old: Easel no longer keeps what was asked for. Use the command again.',
    'in progress': 'This is still being made. Wait until it is done.',
    ended: 'It is too late to cancel: the service has begun, or it is done.',
    published: 'This has been shown already. What you left out is a draft of its own in `/history`.',
    'not yours': 'Only the member who asked for this, or a member with Manage Messages, can do that.',
    'out of sight': 'This comes from a channel that you can’t see.',
    'private prompt': 'In this server prompts are shown to their member and the moderators only.',
    'age restricted': 'This comes from an age-restricted channel, and this is not one. Use a channel that is.',
    'no consent': 'Its author doesn’t let others build on it.',
    'ask first': 'Its author wants to be asked before others build on it.',
  },
  madeFromIt: (links: readonly string[]) => `made from it: ${links.join(', ')}`,
  child: (memberId: string, url: string) => `[by](${url}) <@${memberId}>`,
  stars: {
    button: '★ Star',
    /** On a work's page, where it also says how many members gave one. */
    state: (isStarred: boolean, count: number) =>
      `★ ${isStarred ? 'Starred' : 'Star'}${count === 0 ? '' : ` · ${number(count)}`}`,
    given: (count: number) => `Starred. \`/history starred: True\` finds it again.${alsoBy(count)}`,
    taken: (count: number) => `Your star is taken away.${alsoBy(count)}`,
    memberFull: (most: number) =>
      `You have given ${number(most)} stars here, and no more are kept. Take one away first.`,
    workFull: (most: number) => `This has ${number(most)} stars already, and no more are kept.`,
  },
};
