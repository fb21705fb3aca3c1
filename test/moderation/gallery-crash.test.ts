import { describe, expect, it } from 'vitest';
import type { GalleryCopy } from '../../src/moderation/gallery/gallery-copy.ts';
import { auditOf, filesIn, killEverywhere, type Played, type Step, type Visit, wordsIn } from './crash-visits.ts';
import { CHANNEL, GUILD, type Life, MEMBER, MODERATOR, type World } from './crash-world.ts';

const HALL = '400000000000000005';

interface Known {
  jobId: string;
  messageId: string | undefined;
}

const copyOf = ({ records }: World, { jobId }: Known): Promise<GalleryCopy | undefined> =>
  records.gallery.get(`${GUILD}-${jobId}`);

const showNow = ({ moderation }: Life, { jobId, messageId = '' }: Known, byId: string) =>
  moderation.gallery.show({
    ...{ guildId: GUILD, jobId, memberId: MEMBER, byId, source: { channelId: CHANNEL, messageId } },
    ...{ channelId: HALL, ageRestricted: false, uploadLimitBytes: 10_000_000 },
  });

const hideNow = async ({ moderation }: Life, { jobId, messageId }: Known): Promise<void> => {
  const subject = { guildId: GUILD, jobId, memberId: MEMBER, channelId: CHANNEL, messageId };
  await moderation.reports.report(subject, {
    byId: MODERATOR,
    reason: 'other',
    why: '',
    isModerator: true,
    reportsToHide: 3,
  });
  await moderation.reports.carryOut(GUILD, jobId);
};

/** Pressed again by a member who sees no effect. */
const show: Step<Known> = {
  act: (life, known) => showNow(life, known, MODERATOR),
  hasHappened: async (world, known) => (await copyOf(world, known))?.phase === 'shown',
};

const takeOut: Step<Known> = {
  act: async ({ moderation }, { jobId }) => {
    await moderation.gallery.remove({ guildId: GUILD, jobId }, { byId: MODERATOR });
    await moderation.gallery.carryOut(GUILD, jobId);
  },
  hasHappened: async (world) => wordsIn(world, HALL).length === 0,
};

const hide: Step<Known> = {
  act: hideNow,
  hasHappened: async (world, { jobId }) => (await world.records.reports.get(`${GUILD}-${jobId}`))?.state === 'hidden',
};

const restore: Step<Known> = {
  act: async ({ moderation }, { jobId }) => {
    await moderation.reports.decide(GUILD, jobId, 'restored', MODERATOR);
    await moderation.reports.carryOut(GUILD, jobId);
  },
  hasHappened: async (world, { jobId }) => (await world.records.reports.get(`${GUILD}-${jobId}`))?.state === 'restored',
};

/** Both at once, in either order. */
const showAndHide: Step<Known> = {
  act: (life, known) => Promise.all([showNow(life, known, MEMBER), hideNow(life, known)]),
  hasHappened: hide.hasHappened,
};

async function made(life: Life, settle: () => Promise<void>): Promise<Known> {
  await life.moderation.settings.change(GUILD, { byId: MODERATOR, action: 'settings changed' }, (before) => ({
    ...before,
    galleryChannelId: HALL,
  }));
  const jobId = await life.make(MEMBER);
  await settle();
  return { jobId, messageId: (await life.history.find(GUILD, MEMBER, jobId))?.location.messageId };
}

const shown = async (life: Life, settle: () => Promise<void>): Promise<Known> => {
  const known = await made(life, settle);
  expect((await showNow(life, known, MEMBER)).outcome).toBe('shown');
  return known;
};

const hidden = async (life: Life, settle: () => Promise<void>): Promise<Known> => {
  const known = await shown(life, settle);
  await hideNow(life, known);
  return known;
};

async function expectShown({ world, known }: Played<Known>): Promise<void> {
  const copy = await copyOf(world, known);
  expect(copy).toMatchObject({ phase: 'shown', byId: MODERATOR });
  expect(filesIn(world, HALL)).toHaveLength(1);
  expect(world.discord.messages.get(copy?.messageId ?? '')?.files).toHaveLength(1);
  expect(await auditOf(world)).toEqual([`shown in the gallery ${known.jobId} by ${MODERATOR}`]);
}

async function expectShownOnce(played: Played<Known>): Promise<void> {
  await expectShown(played);
  expect(wordsIn(played.world, HALL)).toHaveLength(1);
}

async function expectTakenOut({ world, known }: Played<Known>): Promise<void> {
  expect(await copyOf(world, known)).toMatchObject({ phase: 'gone' });
  expect(wordsIn(world, HALL)).toEqual([]);
  expect(await auditOf(world)).toEqual([`taken out of the gallery ${known.jobId} by ${MODERATOR}`]);
}

async function expectNoResult({ world, known }: Played<Known>): Promise<void> {
  expect(['hidden', 'gone', undefined]).toContain((await copyOf(world, known))?.phase);
  expect(filesIn(world, HALL)).toEqual([]);
  expect(wordsIn(world, HALL).length).toBeLessThanOrEqual(1);
}

async function expectHidden({ world, known }: Played<Known>): Promise<void> {
  expect(await copyOf(world, known)).toMatchObject({ phase: 'hidden' });
  expect(filesIn(world, HALL)).toEqual([]);
  expect(wordsIn(world, HALL)).toEqual([expect.stringContaining('Hidden until the moderators review it')]);
}

async function expectBack({ world, known }: Played<Known>): Promise<void> {
  expect(await copyOf(world, known)).toMatchObject({ phase: 'shown', byId: MEMBER, number: 1 });
  expect(filesIn(world, HALL)).toHaveLength(1);
  expect(wordsIn(world, HALL)).toHaveLength(1);
}

const SHOWN: Visit<Known> = { prepare: made, steps: [show] };
const TAKEN_OUT: Visit<Known> = { prepare: shown, steps: [takeOut] };
const HIDDEN: Visit<Known> = { prepare: shown, steps: [hide] };
const RESTORED: Visit<Known> = { prepare: hidden, steps: [restore] };
const HIDDEN_AT_ONCE: Visit<Known> = { prepare: made, steps: [showAndHide] };

describe('a bot that is killed at any moment of a copy in the gallery', () => {
  it.each([
    { what: 'is shown', visit: SHOWN, expectInOrder: expectShownOnce },
    { what: 'is removed', visit: TAKEN_OUT, expectInOrder: expectTakenOut },
    { what: 'belongs to a result that is hidden', visit: HIDDEN, expectInOrder: expectHidden },
    { what: 'belongs to a result that is restored', visit: RESTORED, expectInOrder: expectBack },
    { what: 'is shown while its result is hidden', visit: HIDDEN_AT_ONCE, expectInOrder: expectNoResult },
  ])(
    'leaves one copy or none that shows it, as decided, and one line in the log, if the copy $what',
    async ({ visit, expectInOrder }) => {
      expect(await killEverywhere(visit, expectInOrder, { again: 1 })).toBeGreaterThan(20);
    },
    120_000,
  );

  it('and stays away until Discord has forgotten the nonce leaves nothing that shows a hidden result', async () => {
    expect(await killEverywhere(SHOWN, expectShown, { absentMs: 20 * 60_000 })).toBeGreaterThan(5);
    const noFiles = async (played: Played<Known>): Promise<void> => expect(filesIn(played.world, HALL)).toEqual([]);
    expect(await killEverywhere(HIDDEN_AT_ONCE, noFiles, { absentMs: 20 * 60_000 })).toBeGreaterThan(15);
  }, 120_000);
});
