import type { GatedRequest } from '../../src/moderation/requests/request.ts';
import { NOW, sampleJob } from '../jobs/samples.ts';
import { GUILD, MEMBER } from '../support/job-service.ts';

/** A request that waits for moderators, for two pictures. */
export function sampleRequest(changed: Partial<GatedRequest> = {}): GatedRequest {
  const { request, location } = sampleJob();
  return {
    ...{ id: 'job1', guildId: GUILD, memberId: MEMBER, request, location, quotesCredits: [5, 5] },
    gates: { before: 'moderators', after: 'nobody' },
    why: { reason: 'channel' },
    ...{ phase: 'asked', phaseAtMs: NOW, phaseById: 'easel', shown: { public: 'asked', card: 'asked' } },
    createdAtMs: NOW,
    expiresAtMs: NOW + 3_600_000,
    ageRestricted: false,
    roleIds: [],
    channelIds: [location.channelId],
    card: { channelId: '400000000000000009', messageId: '600000000000000009' },
    ...{ votesNeeded: 2, voterIds: [], edits: 0 },
    ...changed,
  };
}

/** One whose result waits for moderators, and for nothing else. */
export function sampleResult(changed: Partial<GatedRequest> = {}): GatedRequest {
  const { card: _, ...asked } = sampleRequest();
  return {
    ...asked,
    gates: { before: 'nobody', after: 'moderators' },
    ...{
      phase: 'ready',
      shown: { public: 'ready', notice: 'ready' },
      result: { channelId: 'staff', messageId: 'card' },
    },
    ...changed,
  };
}
