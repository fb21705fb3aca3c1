import type { MessageLocation } from '../../src/jobs/job/job.ts';
import type { Entry, Round } from '../../src/moderation/rounds/round.ts';

export const NOW = Date.UTC(2026, 10, 20, 12);
export const MINUTE_MS = 60_000;

const PLACE: MessageLocation = {
  ...{ guildId: 'guild', channelId: 'channel', applicationId: 'application' },
  ...{ token: '', tokenIssuedAtMs: 0, uploadLimitBytes: 1_000_000 },
};

/** A round of two winners, with half an hour for each phase. */
export function roundOf(changed: Partial<Round> = {}): Round {
  return {
    ...{
      id: 'round1',
      guildId: 'guild',
      location: { ...PLACE, messageId: 'message' },
      openedById: 'opener',
      theme: 'harbours',
    },
    kind: 'image',
    request: { modelId: 'image-model-a', sources: [], spoiler: false },
    ...{ ageRestricted: false, roleIds: [], channelIds: ['channel'], winnerCount: 2, quoteCredits: 5 },
    ...{ createdAtMs: NOW, submitUntilMs: NOW + 30 * MINUTE_MS, voteMs: 30 * MINUTE_MS },
    ...{ voteUntilMs: NOW + 60 * MINUTE_MS, phase: 'submitting', entries: [], votes: {}, shown: {} },
    ...{ winners: [], endedEarly: [] },
    ...changed,
  };
}

/** A round whose message isn't posted yet. */
export const unpostedRound = (id: string, location: MessageLocation): Round =>
  roundOf({ id, guildId: location.guildId, location, phase: 'opening' });

export function entryBy(number: number, changed: Partial<Entry> = {}): Entry {
  return { number, memberId: `member${number}`, prompt: `prompt ${number}`, atMs: NOW, state: 'accepted', ...changed };
}
