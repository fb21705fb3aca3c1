import { describe, expect, it } from 'vitest';
import { isEnded } from '../../src/jobs/job/job.ts';
import type { GatedRequest } from '../../src/moderation/requests/request.ts';
import { isSettled } from '../../src/moderation/requests/request-decisions.ts';
import type { Gates } from '../../src/moderation/settings/modes.ts';
import { allOf } from '../support/all-records.ts';
import { wordsOf } from '../support/fake-discord.ts';
import {
  auditOf,
  countsOf,
  filesIn,
  holdsIn,
  killEverywhere,
  type Played,
  type Step,
  type Visit,
  wordsAt,
  wordsIn,
} from './crash-visits.ts';
import { CHANNEL, GUILD, type Life, MEMBER, MODERATOR, REVIEW, STAFF, VOTE, type World } from './crash-world.ts';

interface Known {
  id: string | undefined;
}

const onlyRequest = async ({ records }: World): Promise<GatedRequest | undefined> =>
  (await allOf(records.requests)).records[0]?.[1];
const heldIn = async (world: World): Promise<string[]> => Object.keys(await holdsIn(world));

const asked =
  (gates: Gates) =>
  async (life: Life, settle: () => Promise<void>): Promise<Known> => {
    const id = await life.ask(MEMBER, gates);
    await settle();
    return { id };
  };

/** The request is about to expire. */
const askedLate: Visit<Known>['prepare'] = async (life, settle, { records, clock }) => {
  const known = await asked(REVIEW)(life, settle);
  const [key, request] = (await allOf(records.requests)).records[0] ?? [];
  if (key && request) await records.requests.set(key, { ...request, expiresAtMs: clock.now() + 20_000 });
  return known;
};

const decide = (kind: 'approved' | 'rejected' | 'withdrawn', byId: string, why = ''): Step<Known> => ({
  act: async ({ moderation }, { id = '' }) => {
    await moderation.requests.press(id, { press: kind, byId, why });
    await moderation.requests.carryOut(id);
  },
  hasHappened: async (world) => (await onlyRequest(world))?.decision !== undefined,
});

const undo: Step<Known> = {
  act: async ({ moderation }, { id = '' }) => {
    const { decision } = (await moderation.requests.find(id)) ?? {};
    await moderation.requests.undo(id, { byId: MODERATOR, atMs: decision?.atMs ?? 0 });
    await moderation.requests.carryOut(id);
  },
  hasHappened: async (world) => (await onlyRequest(world))?.decision === undefined,
};

const rejected: Visit<Known>['prepare'] = async (life, settle, world) => {
  const known = await asked(REVIEW)(life, settle);
  const { id = '' } = known;
  await life.moderation.requests.press(id, { press: 'rejected', byId: MODERATOR, isUndoable: true });
  await life.moderation.requests.carryOut(id);
  await settle();
  expect(await heldIn(world)).toEqual([]);
  return known;
};

/** It waits as before, held once and in no history, and its author knows. */
async function expectUndone({ world, known, life }: Played<Known>): Promise<void> {
  const request = await onlyRequest(world);
  expect(request).toMatchObject({ phase: 'asked', id: known.id });
  expect(await heldIn(world)).toEqual([`${known.id}-1`]);
  expect(world.service.createCalls).toBe(0);
  expect(await auditOf(world)).toEqual([byModerator('rejected', known), byModerator('undone', known)]);
  expect(await countsOf(world)).toMatchObject({ rejected: 0 });
  expect((await life.history.page(GUILD, MEMBER, { most: 10 })).entries).toEqual([]);
  expect(wordsAt(world, request?.location.messageId)).toContain('Waiting for a moderator');
  expect(wordsAt(world, request?.card?.messageId)).toContain('If no one decides');
  expect(new Set(world.discord.whispers.map((body) => wordsOf({ body }))).size).toBe(2);
}

const vote = (byId: string): Step<Known> => ({
  act: async ({ moderation }, { id = '' }) => {
    await moderation.requests.press(id, { press: 'voted', byId, seenEdits: 0 });
    await moderation.requests.carryOut(id);
  },
  hasHappened: async (world) => (await onlyRequest(world))?.voterIds.includes(byId) ?? false,
});

/** In small steps, so that a killed bot is not away for long. */
const expire: Step<Known> = {
  act: async ({ clock, mortal, moderation }, { id = '' }) => {
    while (!mortal.isDead && !(await moderation.requests.find(id))?.decision) await clock.advance(5_000);
  },
  hasHappened: async (world) => (await onlyRequest(world))?.decision !== undefined,
};

const edit: Step<Known> = {
  act: async ({ moderation }, { id = '' }) => {
    await moderation.requests.press(id, { press: 'edited', byId: MODERATOR, prompt: 'a tower', seenEdits: 0 });
    await moderation.requests.carryOut(id);
  },
  hasHappened: async (world) => (await onlyRequest(world))?.editedById !== undefined,
};

/** A member asks only once. A request that reached the moderators is withdrawn. */
const ASKED: Visit<Known> = {
  prepare: async () => ({ id: undefined }),
  steps: [
    {
      act: async (life, known) => {
        known.id = 'asked';
        await life.ask(MEMBER, REVIEW);
      },
      hasHappened: async (_, { id }) => id !== undefined,
    },
  ],
};

async function expectAsked({ world }: Played<Known>): Promise<void> {
  const request = await onlyRequest(world);
  expect(world.service.createCalls).toBe(0);
  if (!request) {
    expect(await heldIn(world)).toEqual([]);
    expect([...wordsIn(world, CHANNEL), ...wordsIn(world, STAFF)]).toEqual([]);
    return;
  }
  if (request.phase === 'asked') {
    expect(request.decision).toBeUndefined();
    expect(await heldIn(world)).toEqual([`${request.id}-1`]);
    expect(wordsIn(world, CHANNEL)).toHaveLength(1);
    expect(wordsAt(world, request.location.messageId)).toContain('Waiting for a moderator');
    expect(wordsAt(world, request.card?.messageId)).toContain('castle');
    return;
  }
  expect(request).toMatchObject({ phase: 'unanswered' });
  expect(isSettled(request)).toBe(true);
  expect(await heldIn(world)).toEqual([]);
  expect([...wordsIn(world, CHANNEL), ...wordsIn(world, STAFF)]).toEqual([]);
}

/** At most one create, one job and one message that shows its end. Only unconfirmed tasks keep a hold. */
async function expectBegun({ world, life }: Played<Known>, audit: string[], prompt = 'a castle'): Promise<void> {
  const request = await onlyRequest(world);
  expect(request).toMatchObject({ phase: 'started', decision: { kind: 'approved' } });
  expect(request && isSettled(request)).toBe(true);
  expect(await auditOf(world)).toEqual(audit);
  expect(await countsOf(world)).toMatchObject({ approved: 1 });
  expect(world.service.createCalls).toBeLessThanOrEqual(1);
  const [entry, ...others] = (await life.history.page(GUILD, MEMBER, { most: 10 })).entries;
  expect(others).toEqual([]);
  expect(entry?.request.prompt).toBe(prompt);
  expect(entry?.tasks.every(isEnded)).toBe(true);
  const isMade = entry?.tasks[0]?.state === 'delivered';
  expect(filesIn(world, CHANNEL)).toHaveLength(isMade ? 1 : 0);
  // A request that was not sent starts again.
  expect(wordsAt(world, request?.location.messageId)).toMatch(isMade ? /Done/ : /Unconfirmed/);
  expect(wordsAt(world, request?.card?.messageId)).toContain('Approved');
  expect(wordsIn(world, STAFF)).toHaveLength(1);
}

/** The public message tells how the request ended, and never shows the picture. */
async function expectPreviewed({ world, known }: Played<Known>): Promise<void> {
  const request = await onlyRequest(world);
  expect(request).toMatchObject({ decision: { kind: 'approved' } });
  expect(request && isSettled(request)).toBe(true);
  expect(await auditOf(world)).toEqual([byModerator('approved', known)]);
  expect(world.service.createCalls).toBeLessThanOrEqual(1);
  expect(filesIn(world, CHANNEL)).toEqual([]);
  expect(wordsIn(world, CHANNEL).join()).not.toContain('castle');
  const phase = request?.phase ?? 'none';
  expect(['ready', 'failed', 'unconfirmed']).toContain(phase);
  expect(wordsAt(world, request?.location.messageId)).toMatch(
    phase === 'ready' ? /Done\. Moderators will review it/ : /couldn’t be made|never confirmed/,
  );
  expect(filesIn(world, STAFF)).toHaveLength(phase === 'ready' ? 1 : 0);
  // The card and, after a crash right behind its post, no second message of the picture.
  expect(wordsIn(world, STAFF).length).toBeLessThanOrEqual(2);
  expect(wordsIn(world, STAFF).join()).not.toContain('Sending to the service');
  expect(wordsAt(world, request?.card?.messageId)).toContain('Approved');
  if (phase !== 'unconfirmed') expect(await heldIn(world)).toEqual([]);
}

async function expectEnded({ world, known }: Played<Known>, kind: string, byId: string, notices: number) {
  const request = await onlyRequest(world);
  expect(request).toMatchObject({ phase: kind, decision: { kind, byId } });
  expect(request && isSettled(request)).toBe(true);
  expect(await heldIn(world)).toEqual([]);
  expect(world.service.createCalls).toBe(0);
  expect(await auditOf(world)).toEqual([`${kind} ${known.id} by ${byId}`]);
  expect((await countsOf(world))?.rejected ?? 0).toBe(kind === 'rejected' ? 1 : 0);
  expect(wordsAt(world, request?.location.messageId)).toContain('The credits were returned');
  expect(wordsAt(world, request?.card?.messageId)).not.toContain('If no one decides');
  expect(wordsIn(world, STAFF)).toHaveLength(1);
  expect(wordsIn(world, CHANNEL)).toHaveLength(1);
  // Visible to its author only. A crash right after it may repeat it.
  expect(new Set(world.discord.whispers.map((body) => wordsOf({ body }))).size).toBe(notices);
}

const byModerator = (kind: string, { id }: Known): string => `${kind} ${id} by ${MODERATOR}`;

describe('a bot that is killed at any moment of a waiting request', () => {
  it('leaves one waiting request or none, when it was just asked for', async () => {
    expect(await killEverywhere(ASKED, expectAsked, { again: 3 })).toBeGreaterThan(40);
  }, 120_000);

  it.each([
    {
      what: 'and is approved, after an edit',
      visit: { prepare: asked(REVIEW), steps: [edit, decide('approved', MODERATOR)] },
      expectInOrder: (played: Played<Known>) =>
        expectBegun(
          played,
          [byModerator('prompt edited', played.known), byModerator('approved', played.known)],
          'a tower',
        ),
    },
    {
      what: 'and has the votes',
      visit: { prepare: asked(VOTE), steps: [vote('one'), vote('another')] },
      expectInOrder: (played: Played<Known>) => expectBegun(played, [`approved ${played.known.id} by easel`]),
    },
  ])(
    'makes it at most once when it is $what',
    async ({ visit, expectInOrder }) => {
      expect(await killEverywhere(visit, expectInOrder, { again: 12 })).toBeGreaterThan(100);
    },
    120_000,
  );

  it('makes it at most once and tells how it ended, when it is approved and previewed', async () => {
    const prepare: Visit<Known>['prepare'] = async (life, settle) => {
      const id = await life.ask(MEMBER, { ...REVIEW, after: 'moderators' });
      await settle();
      return { id };
    };
    const visit = { prepare, steps: [decide('approved', MODERATOR)] };
    expect(await killEverywhere(visit, expectPreviewed, { again: 6 })).toBeGreaterThan(50);
  }, 120_000);

  it('lets it wait again with one hold, when its rejection is undone', async () => {
    const visit = { prepare: rejected, steps: [undo] };
    expect(await killEverywhere(visit, expectUndone, { again: 1 })).toBeGreaterThan(20);
  }, 120_000);

  it.each<{ what: string; visit: Visit<Known>; end: [kind: string, byId: string, notices: number] }>([
    {
      what: 'is rejected',
      visit: { prepare: asked(REVIEW), steps: [decide('rejected', MODERATOR, 'not here')] },
      end: ['rejected', MODERATOR, 1],
    },
    {
      what: 'is withdrawn',
      visit: { prepare: asked(REVIEW), steps: [decide('withdrawn', MEMBER)] },
      end: ['withdrawn', MEMBER, 0],
    },
    {
      what: 'is vetoed after a vote',
      visit: { prepare: asked(VOTE), steps: [vote('one'), decide('rejected', MODERATOR)] },
      end: ['rejected', MODERATOR, 1],
    },
    { what: 'expires', visit: { prepare: askedLate, steps: [expire] }, end: ['expired', 'easel', 1] },
  ])(
    'returns its credits and tells only its author why, when it is $what',
    async ({ visit, end }) => {
      const expectInOrder = (played: Played<Known>) => expectEnded(played, ...end);
      expect(await killEverywhere(visit, expectInOrder, { again: 3 })).toBeGreaterThan(50);
    },
    120_000,
  );
});
