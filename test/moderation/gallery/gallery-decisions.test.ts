import { expect, it } from 'vitest';
import type { GalleryCopy } from '../../../src/moderation/gallery/gallery-copy.ts';
import { restoreCopy } from '../../../src/moderation/gallery/gallery-decisions.ts';
import { BY_EASEL } from '../../../src/moderation/requests/request.ts';

const gone: GalleryCopy = {
  ...{ guildId: '1', jobId: 'job', memberId: '2', channelId: '3', phase: 'gone', byId: BY_EASEL, number: 1, atMs: 5 },
  ...{ source: { channelId: '4', messageId: '5' }, ageRestricted: false, uploadLimitBytes: 1 },
};

it('*Restore* shows a copy again that reports removed, and none that a person took out or that never appeared', () => {
  expect(restoreCopy(gone, 6)).toMatchObject({ outcome: true, after: { phase: 'wanted', byId: '2' } });
  expect(restoreCopy({ ...gone, byId: '2' }, 6)).toEqual({ outcome: false });
  expect(restoreCopy({ ...gone, byId: '9' }, 6)).toEqual({ outcome: false });
  expect(restoreCopy({ ...gone, ending: 'lost' }, 6)).toEqual({ outcome: false });
  expect(restoreCopy({ ...gone, phase: 'shown' }, 6)).toEqual({ outcome: false });
  expect(restoreCopy(undefined, 6)).toEqual({ outcome: false });
});
