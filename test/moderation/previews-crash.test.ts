import { describe, expect, it } from 'vitest';
import type { GatedRequest, Phase } from '../../src/moderation/requests/request.ts';
import { isSettled } from '../../src/moderation/requests/request-decisions.ts';
import { allOf } from '../support/all-records.ts';
import {
  auditOf,
  filesIn,
  killEverywhere,
  type Played,
  type Step,
  type Visit,
  wordsAt,
  wordsIn,
} from './crash-visits.ts';
import { CHANNEL, type Life, live, MEMBER, MODERATOR, PREVIEW, STAFF, type World } from './crash-world.ts';

interface Known {
  id: string | undefined;
}

async function onlyPreview({ records }: World): Promise<GatedRequest | undefined> {
  return (await allOf(records.requests)).records[0]?.[1];
}

/** Asks only once, because a request without an answer may still be charged. */
const ask: Step<Known> = {
  act: async (life, known) => {
    known.id = 'asked';
    await life.ask(MEMBER, PREVIEW);
  },
  hasHappened: async (_, { id }) => id !== undefined,
};

const decide = (to: 'published' | 'discarded'): Step<Known> => ({
  act: async ({ moderation }, { id = '' }) => {
    await moderation.requests.press(id, { press: to, byId: MODERATOR });
    await moderation.requests.carryOut(id);
  },
  hasHappened: async (world) => (await onlyPreview(world))?.phase !== 'ready',
});

const made = async (life: Life, settle: () => Promise<void>): Promise<Known> => {
  const id = await life.ask(MEMBER, PREVIEW);
  await settle();
  return { id };
};

const ASKED: Visit<Known> = { prepare: async () => ({ id: undefined }), steps: [ask] };
const FAILED: Visit<Known> = {
  prepare: async (_, __, { service }) => {
    service.plan = { queueMs: 1_000, runMs: 5_000, outcome: 'failed' };
    return { id: undefined };
  },
  steps: [ask],
};
const PUBLISHED: Visit<Known> = { prepare: made, steps: [decide('published')] };
const DISCARDED: Visit<Known> = { prepare: made, steps: [decide('discarded')] };
const LOST: Visit<Known> = {
  prepare: async (life, settle, { discord, service }) => {
    const known = await made(life, settle);
    discord.readable = false;
    for (const taskId of service.tasks.keys()) service.finish(taskId, 'without address');
    return known;
  },
  steps: [decide('published')],
};

/** What everyone reads while a preview is undecided. */
const WORDS: Partial<Record<Phase, string>> = {
  ready: 'Done. Moderators will review it',
  failed: 'couldn’t be made',
  unconfirmed: 'The service never confirmed this',
  unanswered: 'Nothing was started',
};

/** If the request was answered, the public message shows its state, and never the result. */
async function expectAsked({ world }: Played<Known>): Promise<void> {
  const preview = await onlyPreview(world);
  expect(filesIn(world, CHANNEL)).toEqual([]);
  expect(wordsIn(world, CHANNEL).join()).not.toContain('castle');
  expect(world.service.createCalls).toBeLessThanOrEqual(1);
  const words = preview && WORDS[preview.phase];
  expect(words === undefined).toBe(preview === undefined);
  for (const shown of wordsIn(world, CHANNEL)) expect(shown).toContain(words ?? 'nothing');
  if (preview?.phase !== 'ready') expect(wordsIn(world, STAFF).join()).not.toContain('Sending to the service');
  if (preview?.phase === 'ready') {
    expect(wordsIn(world, CHANNEL)).toHaveLength(1);
    expect(filesIn(world, STAFF)).toHaveLength(1);
  }
  expect(await auditOf(world)).toEqual([]);
}

async function expectFailed(played: Played<Known>): Promise<void> {
  await expectAsked(played);
  expect((await onlyPreview(played.world))?.phase).not.toBe('ready');
  expect(filesIn(played.world, STAFF)).toEqual([]);
}

async function expectPublished({ world, known }: Played<Known>): Promise<void> {
  const preview = await onlyPreview(world);
  expect(preview).toMatchObject({ phase: 'published', phaseById: MODERATOR });
  expect(preview && isSettled(preview)).toBe(true);
  expect(wordsIn(world, CHANNEL)).toHaveLength(1);
  expect(wordsAt(world, preview?.location.messageId)).toContain('> a castle');
  expect(filesIn(world, CHANNEL)).toHaveLength(1);
  expect(wordsAt(world, preview?.result?.messageId)).toContain('**Published**');
  expect(filesIn(world, STAFF)).toEqual([]);
  expect(await auditOf(world)).toEqual([`published ${known.id} by ${MODERATOR}`]);
  const after = await live(world, 0);
  expect((await after.history.find(preview?.location.guildId ?? '', MEMBER, known.id ?? ''))?.location.messageId).toBe(
    preview?.location.messageId,
  );
}

async function expectDiscarded({ world, known }: Played<Known>): Promise<void> {
  const preview = await onlyPreview(world);
  expect(preview).toMatchObject({ phase: 'discarded', phaseById: MODERATOR });
  expect(preview && isSettled(preview)).toBe(true);
  expect(wordsIn(world, CHANNEL)).toHaveLength(1);
  expect(wordsAt(world, preview?.location.messageId)).toContain('Not published');
  expect([...filesIn(world, CHANNEL), ...filesIn(world, STAFF)]).toEqual([]);
  expect(wordsAt(world, preview?.result?.messageId)).toContain('**Discarded**');
  expect(await auditOf(world)).toEqual([`discarded ${known.id} by ${MODERATOR}`]);
}

async function expectLost({ world, known }: Played<Known>): Promise<void> {
  const preview = await onlyPreview(world);
  expect(preview).toMatchObject({ phase: 'lost' });
  expect(preview && isSettled(preview)).toBe(true);
  expect(wordsAt(world, preview?.location.messageId)).toContain('no longer has it');
  expect(wordsAt(world, preview?.result?.messageId)).toContain('no longer has it');
  expect(filesIn(world, CHANNEL)).toEqual([]);
  // The log still says that a moderator published it.
  expect(await auditOf(world)).toEqual([`published ${known.id} by ${MODERATOR}`]);
}

describe('a bot that is killed at any moment of a preview', () => {
  it.each([
    { what: 'is requested and made', visit: ASKED, expectInOrder: expectAsked, again: 12 },
    { what: 'fails', visit: FAILED, expectInOrder: expectFailed, again: 12 },
    { what: 'is published', visit: PUBLISHED, expectInOrder: expectPublished, again: 3 },
    { what: 'is discarded', visit: DISCARDED, expectInOrder: expectDiscarded, again: 3 },
    { what: 'is lost by the service', visit: LOST, expectInOrder: expectLost, again: 3 },
  ])(
    'ends it and balances the books if it $what',
    async ({ visit, expectInOrder, again }) => {
      expect(await killEverywhere(visit, expectInOrder, { again })).toBeGreaterThan(50);
    },
    120_000,
  );

  it.each([
    { what: 'published', visit: PUBLISHED, expectInOrder: expectPublished },
    { what: 'discarded', visit: DISCARDED, expectInOrder: expectDiscarded },
    { what: 'lost', visit: LOST, expectInOrder: expectLost },
  ])(
    'ends one that is $what even after its token has expired',
    async ({ visit, expectInOrder }) => {
      expect(await killEverywhere(visit, expectInOrder, { absentMs: 20 * 60_000 })).toBeGreaterThan(10);
    },
    120_000,
  );
});
