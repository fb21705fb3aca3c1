import type { CopyEnding } from '../moderation/gallery/gallery-copy.ts';
import type { MediaKind } from '../task-api/models.ts';
import { channels, counted, nounOf, number, someThings, things } from './en-formats.ts';

/** What people read of the gallery. */

const MONTH = { month: 'long', year: 'numeric' } as const;
const SETTING = 'it’s under *Pictures and clips* in `/settings`';

export const galleryWords = {
  title: (memberId: string, thing: MediaKind, count: number, byId: string) => {
    if (byId === 'easel') return `Members’ stars brought ${someThings(count, thing)} by <@${memberId}> here`;
    if (byId === memberId) return `<@${memberId}> shows ${someThings(count, thing)}`;
    return `${count === 1 ? `A ${nounOf(thing)}` : things(count, thing)} by <@${memberId}>, shown by <@${byId}>`;
  },
  coming: 'On its way here …',
  source: (url: string) => `[made here](${url})`,
  /** The name of a post whose prompt is not for everyone. */
  postBy: (thing: MediaKind, name: string) => (name === '' ? `A ${nounOf(thing)}` : `A ${nounOf(thing)} by ${name}`),
  /** The name of a post until moderators decide about a report. */
  hidden: 'Hidden for now',
  /** The name of what is left of a post that Easel may not delete. */
  buried: 'Removed',
  best: {
    /** By the first day of the month. */
    month: (atMs: number) => `Best of ${new Intl.DateTimeFormat('en-GB', { ...MONTH, timeZone: 'UTC' }).format(atMs)}`,
    /** By the first and the last day of the week. */
    week: (atMs: number, lastAtMs: number) =>
      `Best of ${new Intl.DateTimeFormat('en-GB', { ...MONTH, day: 'numeric', timeZone: 'UTC' }).formatRange(atMs, lastAtMs)}`,
    tag: 'best',
    line: (rank: number, memberId: string, stars: number, link: string) =>
      `${number(rank)}. <@${memberId}> · ${counted(stars, 'star')} · [View](${link})`,
  },
  tags: { image: 'picture', video: 'clip', round: 'round' },
  buttons: { show: 'Show in the gallery', remix: 'Remix', useStyle: 'Use this style', takeOut: 'Remove from gallery' },
  /** Why a result cannot be shown there. */
  refusals: {
    'no gallery': `This server has no gallery. A manager can choose one: ${SETTING}.`,
    'nothing made': 'There’s nothing to show, because nothing was made.',
    'not yours': 'Only its author and moderators can show this in the gallery.',
    'age restricted': (galleryId: string) =>
      `This comes from an age-restricted channel, and ${channels([galleryId])} isn’t one. Show a picture or clip from another channel.`,
    'refused words': (galleryId: string) =>
      `Its prompt breaks this server’s current rules for ${channels([galleryId])}, so you can’t show it there. If you think that’s a mistake, ask a moderator.`,
  },
  notYoursToTakeOut: 'Only its author and moderators can remove this from the gallery.',
  shown: (url: string) => `It’s in the gallery: [open it](${url})`,
  already: (url: string) => `It’s already in the gallery: ${url}`,
  'under way': 'It’s already on its way to the gallery. Check again in a moment.',
  leaving: 'It’s being removed from the gallery right now. Try again in a minute.',
  later: (galleryId: string) =>
    `Discord or the service isn’t answering, or asked Easel to wait. Easel keeps trying for an hour. Check ${channels([galleryId])} later.`,
  endings: {
    lost: 'The service no longer has this, and Easel couldn’t copy it from its message. If you saved it, post it in the gallery yourself.',
    closed: `Easel can’t reach the gallery. Tell a manager of this server: Easel needs to view the channel, send messages and attach files there; ${SETTING}.`,
    forbidden:
      'Not shown: it was deleted or hidden meanwhile, or this server was paused or changed its settings. If that’s wrong, ask a moderator.',
    deleted: 'Someone deleted it from the gallery right away. If by mistake, show it again.',
    late: 'Not shown: Discord or the service didn’t answer for an hour. Try again.',
  } satisfies Record<CopyEnding, string>,
};
