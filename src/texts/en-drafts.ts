import type { MediaKind } from '../task-api/models.ts';
import { agreeing, counted, moment, nounOf, relative, someThings } from './en-formats.ts';

import { workWords } from './en-works.ts';

/** What people read of drafts, and of what concerns them alone. */

export const draftCommandWords = {
  option: 'Only you see it, until you show it',
};

export const draftWords = {
  title: (memberId: string, thing: MediaKind, count: number) => `<@${memberId}> shows ${someThings(count, thing)}`,
  onlyYou: 'A draft: only you see it.',
  untilShown: (endsAtMs: number) =>
    `A draft: only you see it. *Show* puts it into the channel, for no more credits, until ${moment(endsAtMs)}; \`/history\` keeps it for you.`,
  buttons: { show: 'Show' },
  missed: (thing: MediaKind, isMade: boolean) =>
    isMade
      ? `Your draft is done: \`/history\` has the ${nounOf(thing)}, and *Show* for it.`
      : 'Your draft has ended: `/history` says what became of it.',
  which: 'Which do you want to show?',
  picture: (position: number) => `Picture ${position}`,
  off: 'This server has no drafts; its managers can turn them on with `/settings`. Ask without `draft`. If your preferences ask for drafts, `/preferences set drafts: False` ends that.',
  reviewed:
    'Moderators have to look at this prompt before it is made, and nobody but you would see a draft. Ask without `draft`.',
  notYours: 'This draft is somebody else’s.',
  ended: 'A draft can be shown for a day, and this one is older. `/history` keeps it for you.',
  nothing: 'There is nothing to show: none of it could be made.',
  shownAlready: workWords.denials.published,
  waits: 'You show this already: its message in the channel says what it waits for.',
  refused: 'The moderators decided that this is not shown.',
  sourceHidden: 'What this was made from was hidden or removed, so it can’t be shown.',
  /** In place of what is said of a request that is not made yet. */
  phases: {
    making: 'It is on its way to the moderators, who look at it before everybody sees it.',
    published: 'It is on its way here …',
    lost: 'The service no longer has it, so it cannot be shown.',
  } as Readonly<Partial<Record<string, string>>>,
  waiting: {
    waitsForVotes: (votes: number, needed: number, expiresAtMs: number) =>
      `It is made, and shown as soon as ${counted(needed, 'member')} ${agreeing(needed, 'seconds', 'second')} it: ${votes} so far. The vote ends ${relative(expiresAtMs)}.`,
    outcome: {
      approved: 'It is on its way here …',
      rejected: 'Not shown. *Why?* tells its member more.',
      withdrawn: 'Withdrawn.',
      expired: 'Not shown: too few seconded it in time.',
      dropped:
        'The moderators’ channel is missing or closed to Easel. Press *Show* once more after a manager has fixed that.',
    },
    forbidden: 'Not shown. *Why?* tells its member more.',
    unanswered: 'Discord did not take the answer in time. Press *Show* once more.',
  },
  log: {
    title: '### Drafts, newest first',
    none: 'Nobody has made a draft here yet.',
    line: (memberId: string, channelId: string, atMs: number, prompt: string) =>
      `- <@${memberId}> in <#${channelId}> ${relative(atMs)}: ${prompt}`,
  },
};

export const personalWords = {
  /** Where everybody reads it: neither what happened nor why. */
  neutral: (memberId: string) => `<@${memberId}>, there’s news about a request or result of yours. See \`/history\`.`,
  direct: (words: string, url: string) => `${words}\n-# From [your server](${url})`,
  hello: 'Easel tells you here from now on what concerns you alone. `/preferences set direct_messages: False` ends it.',
  closed:
    'Your direct messages are closed to Easel, so nothing was changed. Open them in Discord’s privacy settings of this server, and try again. Until then `/history` tells you.',
};
