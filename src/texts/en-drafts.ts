import type { MediaKind } from '../task-api/models.ts';
import { counted, moment, nounOf, relative, someThings } from './en-formats.ts';

import { workWords } from './en-works.ts';

/** What people read of drafts, and of what concerns them alone. */

export const draftWords = {
  title: (memberId: string, thing: MediaKind, count: number) => `<@${memberId}> shows ${someThings(count, thing)}`,
  onlyYou: 'A draft that only you can see.',
  untilShown: (endsAtMs: number) =>
    `A draft that only you can see. *Show* posts it in the channel for free, until ${moment(endsAtMs)}. You can always find it in \`/history\`.`,
  buttons: { show: 'Show' },
  missed: (thing: MediaKind, isMade: boolean) =>
    isMade
      ? `Your draft is done. Find the ${nounOf(thing)} in \`/history\`, where you can also show it.`
      : 'Your draft couldn’t be finished. See `/history` for what happened.',
  off: 'Drafts are off in this server. Press *Edit …* and take *Draft* out, or turn them off in `/preferences`. Managers turn drafts on with `/settings`.',
  reviewed: {
    words: 'Moderators need to review this prompt first, so it can’t be a draft. Press *Edit …* and take *Draft* out.',
    pictures:
      'Moderators review requests that use other people’s pictures, so this can’t be a draft. Press *Edit …* and take *Draft* out.',
    owner:
      'The owner of a source picture wants to be asked first, so this can’t be a draft. Press *Edit …* and take *Draft* out.',
  },
  notYours: 'This draft belongs to someone else.',
  ended: 'You can show a draft for a day, and this one is older. You can still find it in `/history`.',
  nothing: 'None of it could be made, so there’s nothing to show.',
  shownAlready: workWords.denials.published,
  waits: 'You’re already showing this. Its message in the channel says what it’s waiting for.',
  refused: 'The moderators decided not to show this.',
  /** Replaces the phases of a request that isn't made yet. */
  phases: {
    making: 'On its way to the moderators, who review it before everyone sees it.',
    published: 'On its way here …',
    lost: 'The service no longer has this, so it can’t be shown.',
  } as Readonly<Partial<Record<string, string>>>,
  waiting: {
    waitsForVotes: (votes: number, needed: number, expiresAtMs: number) =>
      `This needs ${counted(needed, 'vote')} to be shown (${votes} so far). Voting ends ${relative(expiresAtMs)}.`,
    outcome: {
      approved: 'On its way here …',
      rejected: 'Not shown. Its author can press *Why?* for the reason.',
      declined: 'Not shown.',
      withdrawn: 'Withdrawn.',
      expired: 'Not shown: it got too few votes in time.',
      dropped: 'Easel can’t reach the moderators’ channel. Press *Show* again once a manager has fixed that.',
    },
    delays: {
      pause: 'It’s shown when the pause ends.',
      service: 'It’s shown when the service answers again.',
    },
    forbidden: 'Not shown. Its author can press *Why?* for the reason.',
    unanswered: 'Discord didn’t confirm in time that this message arrived. Press *Show* again.',
  },
  log: {
    title: '### Drafts, newest first',
    none: 'No one has made a draft here yet.',
    line: (memberId: string, channelId: string, atMs: number, prompt: string) =>
      `- <@${memberId}> in <#${channelId}> ${relative(atMs)}: ${prompt}`,
  },
};

export const personalWords = {
  /** Shown to everyone, so it says neither what happened nor why. */
  neutral: (memberId: string) =>
    `<@${memberId}>, one of your requests has changed. Only you can see how: open \`/history\`.`,
  direct: (words: string, url: string) => `${words}\n-# From [your server](${url})`,
  hello: 'Easel will send you news about your requests here. To stop, use `/preferences`.',
  closed:
    'Nothing was changed, because Easel can’t send you direct messages. Allow them in this server’s privacy settings in Discord, then try again.',
};
