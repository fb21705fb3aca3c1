import { beforeEach, expect, it } from 'vitest';
import type { Job } from '../../../src/jobs/job/job.ts';
import {
  type AccessReaderParts,
  createAccessReader,
  type ViewerInChannel,
} from '../../../src/moderation/access/reader.ts';
import type { GalleryCopy } from '../../../src/moderation/gallery/gallery-copy.ts';
import { NEW_SETTINGS } from '../../../src/moderation/settings/settings.ts';
import { NOW, sampleJob } from '../../jobs/samples.ts';
import { GUILD, MEMBER } from '../../support/job-service.ts';
import { sampleResult } from '../request-samples.ts';

/** The facts about a work that the reader gathers before anything is decided about it. */

const HERE = 'here';
const HALL = 'hall';
const REF = { guildId: GUILD, jobId: 'job1', memberId: MEMBER };
const job: Job = sampleJob();
const viewer: ViewerInChannel = {
  ...{ userId: '9', isModerator: false, managedChannelId: undefined, roleIds: [], isAdministrator: false },
  ...{ channelId: HERE, parentChannelId: undefined, isAgeRestricted: false, settings: NEW_SETTINGS },
};
const copy: GalleryCopy = {
  ...{ guildId: GUILD, jobId: 'job1', memberId: MEMBER, channelId: HALL, messageId: '5', phase: 'shown' },
  ...{ source: { channelId: 'closed' }, ageRestricted: false, uploadLimitBytes: 1, atMs: NOW, byId: MEMBER, number: 1 },
};

let parts: AccessReaderParts;
beforeEach(() => {
  parts = {
    jobs: { findAny: async () => job, lineageOf: async () => undefined },
    findRequest: async () => undefined,
    reportedState: async () => 'shown',
    findCopy: async () => undefined,
    isChannelAgeRestricted: async () => false,
    isChannelGone: async () => false,
    consentOf: async () => true,
    consentRuleOf: async () => 'server',
    wasAllowed: async () => false,
    isChannelInSight: async (_, channelId) => channelId === HALL,
    isMessageGone: async () => false,
  };
});
const reader = () => createAccessReader(parts);

it('a request of another server with the same id says nothing about a work', async () => {
  const discarded = sampleResult({ phase: 'discarded' });
  parts.findRequest = async () => discarded;
  expect(await reader().statusOf(REF)).toBe('discarded');
  parts.findRequest = async () => ({ ...discarded, guildId: '77' });
  expect(await reader().statusOf(REF)).toBe('open');
});

it.each(['shown', 'leaving', 'gone', 'wanted'] as const)(
  'a copy that is %s makes its work visible only if it is shown',
  async (phase) => {
    parts.findCopy = async () => ({ ...copy, phase });
    const { denials } = await reader().of(viewer, REF, ['read']);
    expect(denials.read).toBe(phase === 'shown' ? undefined : 'out of sight');
  },
);

it('Manage Messages counts in the channel of the work only', async () => {
  const in_ = async (managedChannelId: string) => {
    const { denials } = await reader().of({ ...viewer, managedChannelId }, REF, ['cancel', 'show']);
    return [denials.cancel, denials.show];
  };
  expect(await in_(HERE)).toEqual(['not yours', 'not yours']);
  expect(await in_(job.location.channelId)).toEqual([undefined, 'in progress']);
});

it('a picture whose channel was deleted may be built on; one from a channel that Discord doesn’t name may not', async () => {
  parts.isChannelAgeRestricted = async () => undefined;
  const mine = { ...viewer, userId: MEMBER };
  const upload = { kind: 'upload', id: 'u', ownerId: MEMBER, at: { channelId: 'elsewhere', messageId: '1' } } as const;
  expect(await reader().sourceDenial(mine, GUILD, upload)).toBe('age restricted');
  expect((await reader().of(mine, REF, ['build'])).denials.build).toBe('age restricted');
  parts.isChannelGone = async () => true;
  expect(await reader().sourceDenial(mine, GUILD, upload)).toBeUndefined();
  expect((await reader().of(mine, REF, ['build'])).denials.build).toBeUndefined();
  expect((await reader().of(mine, REF, ['build', 'show'])).denials.build).toBe('age restricted');
});
