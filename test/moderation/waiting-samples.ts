import type { Waiting } from '../../src/moderation/requests/waiting.ts';
import { NOW, sampleJob } from '../jobs/samples.ts';
import { GUILD, MEMBER } from '../support/job-service.ts';

/** A request that waits for moderators, for two pictures. */
export function sampleWaiting(changed: Partial<Waiting> = {}): Waiting {
  const { request, place } = sampleJob();
  return {
    version: 1,
    id: 'job1',
    ...{ guildId: GUILD, memberId: MEMBER, request, place, mode: 'review', count: 2, quoteCredits: 5 },
    createdAtMs: NOW,
    expiresAtMs: NOW + 3_600_000,
    ageRestricted: false,
    roleIds: [],
    channelIds: [place.channelId],
    card: { channelId: '400000000000000009', messageId: '600000000000000009' },
    ...{ votesNeeded: 2, voterIds: [], edits: 0, isOpen: true, notes: [] },
    ...changed,
  };
}
