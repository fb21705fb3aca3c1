import type { CopyEnding } from '../moderation/gallery/gallery-copy.ts';
import type { MediaKind } from '../task-api/models.ts';
import { channels, counted, nounOf, number, someThings, things } from './en-formats.ts';

/** What people read of the gallery. */

const MONTH = { month: 'long', year: 'numeric' } as const;
const SETTING = '`/settings show` has it under Results';

export const galleryWords = {
  title: (memberId: string, thing: MediaKind, count: number, byId: string) => {
    if (byId === 'easel') return `Members’ stars brought ${someThings(count, thing)} of <@${memberId}> here`;
    if (byId === memberId) return `<@${memberId}> shows ${someThings(count, thing)}`;
    return `${count === 1 ? `A ${nounOf(thing)}` : things(count, thing)} of <@${memberId}>, shown by <@${byId}>`;
  },
  coming: 'It is on its way here …',
  source: (url: string) => `[made here](${url})`,
  /** The name of a post whose prompt is not for everyone. */
  postBy: (thing: MediaKind, name: string) => (name === '' ? `A ${nounOf(thing)}` : `A ${nounOf(thing)} by ${name}`),
  /** The name of what is left of a post that Easel may not delete. */
  buried: 'Taken out',
  best: {
    /** By the first day of the month. */
    title: (atMs: number) => `Best of ${new Intl.DateTimeFormat('en-GB', { ...MONTH, timeZone: 'UTC' }).format(atMs)}`,
    tag: 'best',
    line: (place: number, memberId: string, stars: number, link: string) =>
      `${number(place)}. [A work](${link}) of <@${memberId}> · ${counted(stars, 'star')}`,
  },
  tags: { image: 'picture', video: 'clip', round: 'round' },
  buttons: { show: 'Show in the gallery', takeOut: 'Take out' },
  /** Why a result cannot be shown there. */
  refusals: {
    'no gallery': `This server has no gallery. Members with Manage Server can choose one: ${SETTING}.`,
    'nothing made': 'Nothing was made here, so there is nothing to show. Try again with `/image` or `/video`.',
    'not yours': 'Only the member whose result it is, and moderators, can show it in the gallery.',
    'age restricted': (galleryId: string) =>
      `This comes from an age-restricted channel, and ${channels([galleryId])} is not one. Show something from another channel there.`,
    'refused words': (galleryId: string) =>
      `The prompt of this goes against this server’s rules as they are now for ${channels([galleryId])}, so it cannot be shown there. If you think that is a mistake, ask a moderator.`,
  },
  noResult: 'This is no result of Easel’s. Use it on a message with a picture or a clip that Easel made.',
  notYoursToTakeOut: 'Only the member whose result it is, and moderators, can take it out of the gallery.',
  shown: (url: string) => `It is in the gallery: ${url}`,
  already: (url: string) => `It is in the gallery already: ${url}`,
  'under way': 'It is on its way into the gallery already. Have a look in a moment.',
  leaving: 'It is just being taken out of the gallery. Try again in a minute.',
  later: (galleryId: string) =>
    `Discord or the service does not answer at the moment, or asks Easel to wait. Easel goes on trying for an hour: have a look into ${channels([galleryId])} later.`,
  endings: {
    lost: 'The service no longer has this result, and Easel could not take it from its message. If you have saved it, post it in the gallery yourself.',
    closed: `The gallery is missing or closed to Easel. Please tell a manager of this server: Easel has to see it, write in it and attach files there; ${SETTING}.`,
    forbidden:
      'It was not shown: meanwhile it was deleted or hidden after reports, or the server was paused or its settings have changed. If you think that is wrong, ask a moderator.',
    deleted: 'Somebody deleted it from the gallery at once. If that was a mistake, show it again.',
    late: 'Discord or the service did not answer for an hour, so it was not shown. Try again.',
  } satisfies Record<CopyEnding, string>,
};
