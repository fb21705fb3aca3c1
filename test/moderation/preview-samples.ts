import type { Preview } from '../../src/moderation/requests/previews.ts';
import { NOW, sampleJob } from '../jobs/samples.ts';
import { MEMBER } from '../support/job-service.ts';

/** One that waits for moderators. */
export function samplePreview(changed: Partial<Preview> = {}): Preview {
  return {
    ...{ version: 1, id: 'job1', memberId: MEMBER, kind: 'image', count: 1, atMs: NOW, place: sampleJob().place },
    ...{
      card: { channelId: 'staff', messageId: 'card' },
      phase: 'ready',
      byId: 'easel',
      isCarriedOut: true,
      notes: [],
    },
    ...changed,
  };
}
