import { ids } from '../../discord/world/world.ts';

const { roles, channels } = ids.workshop;
const { open, review, preview, vote, rounds, lateHours, showcase, moderators } = channels;

/** As `/settings import` takes it. Small numbers, so that a few people can try everything in a few minutes. */
export const workshopSettings = {
  imageChannelIds: [open, review, preview, vote, rounds, lateHours],
  videoChannelIds: [open, review, preview, vote, rounds, lateHours],
  moderatorRoleIds: [roles.moderator],
  trustedRoleIds: [roles.trusted],
  moderatorsChannelId: moderators,
  galleryChannelId: showcase,
  modes: { [review]: 'review', [preview]: 'preview', [vote]: 'vote' },
  waitHours: 1,
  votesNeeded: 2,
  voteMinutes: 30,
  reportsToHide: 2,
  spoiler: 'ageRestricted',
  words: { refuse: ['kraken'], review: ['dragon'], explicit: ['vampire'], allow: [] },
};

/** Everything is open there; what the members like is shown, and whoever wants to may try alone first. */
export const atelierSettings = { galleryChannelId: ids.atelier.channels.exhibition, starsForGallery: 2, drafts: 'on' };
