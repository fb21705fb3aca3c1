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
  back: 'Back to the list',
  by: (memberId: string) => `<@${memberId}>:`,
  promptHidden: '*The prompt is for its member and the moderators.*',
  promptHiddenLabel: 'the prompt is not shown',
  notToBeSeen: 'This is not there for you to see, or not any more.',
  withheld:
    'This was hidden or removed after reports, so it is not given out again. If you think that is wrong, ask a moderator.',
  standings: {
    draft: 'draft, seen by you alone',
    hidden: 'hidden after reports',
    removed: 'removed by the moderators',
    unpublished: 'not published',
  },
  madeFromIt: (links: readonly string[]) => `made from it: ${links.join(', ')}`,
  child: (memberId: string, url: string) => `[by](${url}) <@${memberId}>`,
  stars: {
    button: '★ Star',
    takeAway: '★ Take the star away',
    byOthers: starredBy,
    given: (count: number) => `Starred. \`/history starred: True\` finds it again.${alsoBy(count)}`,
    taken: (count: number) => `Your star is taken away.${alsoBy(count)}`,
    hidden: 'This result was hidden or removed after reports, so it takes no stars.',
    memberFull: (most: number) =>
      `You have given ${number(most)} stars here, and no more are kept. Take one away first.`,
    workFull: (most: number) => `This has ${number(most)} stars already, and no more are kept.`,
  },
};
