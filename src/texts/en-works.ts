import { agreeing, counted, date, number, priced } from './en-formats.ts';

/** What people read where they find their own works again. */

const starredBy = (count: number): string => `${counted(count, 'member')} starred it.`;
const SIGNED_UNKNOWN = 'It has content credentials. Easel found nothing in them about how it was made.';
const alsoBy = (count: number): string => (count === 0 ? '' : ` ${starredBy(count)}`);

export const historyCommandWords = {
  description: 'Find what you made or starred here',
};

export const workWords = {
  /** What can be done with a picture or clip. `…` opens a form or more controls. */
  controls: {
    priced,
    vary: 'Vary',
    finish: 'Finish',
    animate: 'Animate',
    /** Added to the prompt of *Animate*. */
    moveWords: ', gentle movement',
    reframe: 'Reframe …',
    again: 'Again',
    continue: 'Continue',
    still: 'Still',
    join: 'Join',
    edit: 'Edit …',
    editAndMake: 'Edit and make again …',
    change: 'Change …',
    animateWith: 'Animate …',
    show: 'Show',
    showAll: (count: number) => `Show all ${count}`,
    more: 'More …',
    view: 'Back',
    prompt: 'Prompt',
    cancel: 'Cancel',
    delete: 'Delete',
    report: 'Report …',
  },
  notOurs:
    'Easel didn’t make this. Use a message with a picture or clip that Easel made. To start from other pictures, choose *Use as a source*.',
  /** What the file of a picture says, which Easel didn't post. */
  howMade: {
    marked: {
      generated: 'Its file is marked as made or changed with AI.',
      'another source': 'Its file says how it was made, and names no AI.',
      nothing: 'Its file has no mark of AI. It may be made with AI all the same: many programs write no mark.',
      unknown: 'Easel can’t tell whether its file has a mark of AI.',
    },
    signed: {
      generated: 'Its content credentials say that it was made or changed with AI. Easel didn’t check their signature.',
      'another source':
        'Its content credentials say how it was made, and name no AI. Easel didn’t check their signature.',
      nothing: SIGNED_UNKNOWN,
      unknown: SIGNED_UNKNOWN,
    },
    notRead: (count: number) => `Easel didn’t read ${counted(count, 'more picture')}.`,
    provesNothing:
      'Anyone can add a mark to a file or remove it, and uploading may remove it too. So this proves nothing.',
  },
  several: 'This message shows several pictures. Press a picture’s number, then *More …* on its page.',
  nothingFound: 'Nothing matches. *Search …* with fewer or other words.',
  searchedBack: (sinceMs: number | undefined) =>
    sinceMs === undefined ? 'Not all of it has been searched yet.' : `Searched back to ${date(sinceMs)} so far.`,
  searchOn: 'Search further back',
  searchedOften: 'You’re searching too quickly. Wait a moment, then press again.',
  viewGone: 'This list is out of date. Use `/history` again.',
  filters: {
    words: (words: string) => `“${words}”`,
    kinds: { image: 'pictures', video: 'clips' },
    starred: 'starred',
    since: (atMs: number) => `since ${date(atMs)}`,
  },
  search: {
    button: 'Search …',
    title: 'Search what you made here',
    words: 'Words in the prompt',
    only: 'Show only',
    onlyThese: { image: 'Pictures', video: 'Clips', starred: 'What you starred, including by other members' },
    model: 'Model',
    days: 'When',
    lastDays: { '7': 'The last 7 days', '30': 'The last 30 days', '90': 'The last 90 days', '365': 'The last year' },
    collection: 'Collection',
  },
  export: 'Export',
  exported: (count: number) =>
    `${counted(count, 'request')}, with everything Easel keeps about ${agreeing(count, 'it', 'them')}.`,
  exportCut: 'There are too many for one file. Narrow your search, for example by days, and export again.',
  collect: {
    button: 'Add to collection …',
    title: 'Collections',
    which: 'Choose collections',
    made: 'Add to a new collection',
    isIn: (names: readonly string[]) => `in ${names.map((name) => `**${name}**`).join(', ')}`,
    many: (most: number) => `You have ${counted(most, 'collection')}, the maximum. Empty one to make room.`,
    full: (most: number) =>
      `This collection is full (${number(most)}). Remove something first, or start a new collection.`,
  },
  terms: {
    option: (answer: string) => `Building on this: ${answer}`,
    answers: { all: 'my default', yes: 'yes', ask: 'ask me first', no: 'no' },
    notYours: 'Only its author can choose who builds on this.',
  },
  delete: {
    ask: 'Delete this message? The credits aren’t returned. You can still find it in `/history`.',
    yes: 'Delete message',
    done: 'Message deleted.',
  },
  bring: {
    button: 'Move it here',
    done: (url: string) => `It’s here now: ${url}`,
    oldStays: (url: string) => `Easel couldn’t delete the old message: ${url}`,
    closed: 'Easel can’t post in this channel. Ask a moderator to allow it, or use another channel.',
    notYours: 'Only its author can move this to another channel.',
    words:
      'Its prompt breaks this server’s current rules for this channel, so you can’t move it here. Ask a moderator if that’s wrong.',
    gated:
      'Pictures and clips need approval in this channel, and this one hasn’t been approved for it. Press *Edit and make again …* to ask for it here.',
  },
  ofDraft: 'What you make from a draft is a draft, too.',
  back: 'Back to the list',
  by: (memberId: string) => `<@${memberId}>:`,
  promptHidden: '*Only the author and the moderators can read the prompt.*',
  pictureOf: (number: number, of: number) => `Picture ${number} of ${of}`,
  /** What ears learn of one of several pictures. */
  altOf: (number: number, of: number, alt: string) => `${number} of ${of}: ${alt}`,
  statuses: {
    draft: 'draft, only visible to you',
    unpublished: 'not published yet',
    discarded: 'not published by the moderators',
    hidden: 'hidden after reports',
    removed: 'removed by the moderators',
    deleted: 'deleted by a moderator',
  },
  /** Why something cannot be done with a work. */
  denials: {
    draft: 'This is a draft. Only its author can see it until they show it.',
    unpublished: 'Moderators are still reviewing this. Wait until they publish it.',
    discarded: 'The moderators decided not to publish this.',
    hidden: 'This is hidden after reports until a moderator decides. If you think that’s wrong, ask a moderator.',
    removed: 'The moderators removed this. If you think that’s wrong, ask a moderator.',
    deleted: 'A moderator deleted this, so only a moderator can post it again.',
    gone: 'This is too old, and Easel no longer keeps its prompt. Use the command again.',
    'in progress': 'This is still in progress. Wait until it’s done.',
    ended: 'It’s too late to cancel. The service has already started or finished this.',
    published: 'You’ve already shown this. The pictures you left out are a draft of their own in `/history`.',
    'not yours': 'Only the member who asked for this, or a member with Manage Messages, can do that.',
    'out of sight': 'This comes from a channel that you can’t see.',
    'private prompt': 'Only the author and the moderators can read prompts in this server.',
    'age restricted':
      'This comes from an age-restricted channel, or from one that Easel can no longer check. Use it in an age-restricted channel.',
    'no consent': 'Its author doesn’t let others build on it.',
    'ask first': 'Its author wants to be asked before others build on it.',
  },
  madeFromIt: (links: readonly string[]) => `made from it: ${links.join(', ')}`,
  child: (memberId: string, url: string) => `[by](${url}) <@${memberId}>`,
  stars: {
    /** Where everyone reads it, it says how many members gave one. On a page, it also says whether the reader did. */
    button: (isStarred: boolean | undefined, count: number) => {
      if (isStarred === undefined) return `★ ${count === 0 ? 'Star' : number(count)}`;
      return `★ ${isStarred ? 'Starred' : 'Star'}${count === 0 ? '' : ` · ${number(count)}`}`;
    },
    given: (count: number) => `Starred.${alsoBy(count)}`,
    mine: 'My stars',
    taken: (count: number) => `Star removed.${alsoBy(count)}`,
    memberFull: (most: number) => `You’ve given ${number(most)} stars here, the maximum. Remove one first.`,
    workFull: (most: number) => `This already has ${number(most)} stars, the maximum.`,
  },
};
