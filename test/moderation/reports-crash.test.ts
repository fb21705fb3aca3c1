import { describe, expect, it } from 'vitest';
import { partsBehind, type ReportReason } from '../../src/moderation/reports/report-record.ts';
import { isSettled } from '../../src/moderation/requests/request-decisions.ts';
import { allOf } from '../support/all-records.ts';
import {
  auditOf,
  countsOf,
  filesIn,
  holdsIn,
  killEverywhere,
  type Played,
  play,
  type Step,
  settle,
  type Visit,
  wordsAt,
  wordsIn,
} from './crash-visits.ts';
import {
  CHANNEL,
  GUILD,
  type Life,
  live,
  MEMBER,
  MODERATOR,
  openWorld,
  PREVIEW,
  REVIEW,
  SECOND_MEMBER,
  STAFF,
  type World,
} from './crash-world.ts';

interface Known {
  jobId: string;
  messageId: string;
}

const subject = ({ jobId, messageId }: Known) => ({
  ...{ guildId: GUILD, jobId, memberId: MEMBER, channelId: CHANNEL, messageId },
});
const recordOf = ({ records }: World, { jobId }: Known) => records.reports.get(`${GUILD}-${jobId}`);

/** The record, once all its steps are done. */
const settledIn = async (world: World, known: Known) => {
  const record = await recordOf(world, known);
  return record && partsBehind(record, world.clock.now()).length === 0 ? record : undefined;
};

/** Reports again only if the result looks unchanged. */
const report = (byId: string, isModerator = false, reason: ReportReason = 'other'): Step<Known> => ({
  act: async ({ moderation }, known) => {
    await moderation.reports.report(subject(known), {
      byId,
      reason,
      why: 'not nice',
      isModerator,
      reportsToHide: 2,
    });
    await moderation.reports.carryOut(GUILD, known.jobId);
  },
  hasHappened: async (world, known) => {
    const record = await recordOf(world, known);
    return record?.reports.some((one) => one.byId === byId) ?? false;
  },
});

const decide = (to: 'restored' | 'removed'): Step<Known> => ({
  act: async ({ moderation }, { jobId }) => {
    await moderation.reports.decide(GUILD, jobId, to, MODERATOR);
    await moderation.reports.carryOut(GUILD, jobId);
  },
  hasHappened: async (world, { jobId }) =>
    (await auditOf(world)).includes(`${to} ${jobId} by ${MODERATOR}`) ||
    (await allOf(world.records.decisions)).records.some(
      ([, { entry }]) => entry.action === to && entry.jobId === jobId,
    ),
});

async function prepare(life: Life, settle: () => Promise<void>): Promise<Known> {
  const jobId = await life.make(MEMBER);
  await settle();
  return { jobId, messageId: await messageOf(life, MEMBER, jobId) };
}

async function messageOf({ history }: Life, memberId: string, jobId: string): Promise<string> {
  const messageId = (await history.find(GUILD, memberId, jobId))?.location.messageId;
  if (messageId === undefined) throw new Error('the result has no message');
  return messageId;
}

const HIDDEN: Visit<Known> = { prepare, steps: [report(SECOND_MEMBER), report('another')] };

async function expectHidden({ world, known }: Played<Known>): Promise<void> {
  expect(await settledIn(world, known)).toMatchObject({ state: 'hidden' });
  expect(wordsAt(world, known.messageId)).toContain('Hidden until the moderators review it');
  expect(await countsOf(world)).toMatchObject({ reported: 2, hidden: 1 });
  expect(await auditOf(world)).toEqual([
    `reported ${known.jobId} by ${SECOND_MEMBER}`,
    `reported ${known.jobId} by another`,
    `hidden ${known.jobId} by easel`,
  ]);
}

/** The result, and one card with the evidence. The message itself says what was decided, so the channel has no other line. */
function expectSaidOnce({ world }: { world: World }): void {
  expect(wordsIn(world, CHANNEL)).toHaveLength(1);
  expect(wordsIn(world, STAFF)).toHaveLength(1);
  expect(filesIn(world, STAFF)).toHaveLength(1);
}

/** Discord knows nonces only for some minutes. After that, a post whose answer was lost is repeated. */
function expectSaidTwiceAtMost({ world }: { world: World }): void {
  expect(wordsIn(world, CHANNEL)).toHaveLength(1);
  expect([1, 2]).toContain(wordsIn(world, STAFF).length);
}

const RESTORED: Visit<Known> = { prepare, steps: [report(MODERATOR, true), decide('restored')] };

async function expectRestored({ world, known }: Played<Known>): Promise<void> {
  expect(await settledIn(world, known)).toMatchObject({ state: 'restored' });
  expect(wordsAt(world, known.messageId)).toContain('> a castle');
  expect(filesIn(world, CHANNEL)).toHaveLength(1);
  expect(await countsOf(world)).toMatchObject({ reported: 1, hidden: 1 });
  expect(await auditOf(world)).toEqual([
    ...[`reported ${known.jobId} by ${MODERATOR}`, `hidden ${known.jobId} by ${MODERATOR}`],
    `restored ${known.jobId} by ${MODERATOR}`,
  ]);
}

interface Family extends Known {
  child: Known;
  grandchild: Known;
  requestId: string;
  previewId: string;
}

const FAMILY: Visit<Family> = {
  prepare: async (life, settle) => {
    const known = await prepare(life, settle);
    const source = { jobId: known.jobId, memberId: MEMBER };
    const childId = await life.make(SECOND_MEMBER, source);
    await settle();
    const grandchildId = await life.make(MEMBER, { jobId: childId, memberId: SECOND_MEMBER });
    const requestId = await life.ask(SECOND_MEMBER, REVIEW, { madeFrom: source });
    const previewId = await life.ask(SECOND_MEMBER, PREVIEW, { madeFrom: source });
    await settle();
    const child = { jobId: childId, messageId: await messageOf(life, SECOND_MEMBER, childId) };
    const grandchild = { jobId: grandchildId, messageId: await messageOf(life, MEMBER, grandchildId) };
    return { ...known, child, grandchild, requestId, previewId };
  },
  steps: [report(MODERATOR, true), decide('removed')],
};

async function expectRemoved({ world, known }: Played<Family>): Promise<void> {
  const { child, grandchild, requestId, previewId } = known;
  for (const one of [known, child, grandchild]) {
    expect(await settledIn(world, one)).toMatchObject({ state: 'removed' });
    expect(wordsAt(world, one.messageId)).toContain('The moderators removed this');
  }
  const request = await world.records.requests.get(requestId);
  expect(request).toMatchObject({ decision: { kind: 'rejected' } });
  expect(request && isSettled(request)).toBe(true);
  expect(wordsAt(world, request?.location.messageId)).toContain('Not made');
  const preview = await world.records.requests.get(previewId);
  expect(preview).toMatchObject({ phase: 'discarded' });
  expect(preview && isSettled(preview)).toBe(true);
  expect(wordsAt(world, preview?.location.messageId)).toContain('Not published');
  expect(wordsAt(world, preview?.result?.messageId)).toContain('Discarded');
  expect(filesIn(world, CHANNEL)).toEqual([]);
  // The card's evidence.
  expect(filesIn(world, STAFF)).toHaveLength(1);
  const audit = [
    ...[`reported ${known.jobId}`, `hidden ${known.jobId}`, `removed ${known.jobId}`, `removed ${child.jobId}`],
    ...[`removed ${grandchild.jobId}`, `rejected ${requestId}`, `discarded ${previewId}`],
  ];
  expect((await auditOf(world)).sort()).toEqual(audit.map((entry) => `${entry} by ${MODERATOR}`).sort());
  expect(await countsOf(world, SECOND_MEMBER)).toMatchObject({ rejected: 1 });
}

const FAMILY_RESTORED: Visit<Family> = {
  prepare: FAMILY.prepare,
  steps: [report('another', false, 'intimate'), decide('restored')],
};

async function expectFamilyRestored({ world, known }: Played<Family>): Promise<void> {
  const { child, grandchild, requestId, previewId } = known;
  expect(await settledIn(world, known)).toMatchObject({ state: 'restored' });
  for (const one of [child, grandchild]) {
    expect(await settledIn(world, one)).toMatchObject({ state: 'shown' });
  }
  for (const one of [known, child, grandchild]) expect(wordsAt(world, one.messageId)).toContain('> a castle');
  expect(filesIn(world, CHANNEL)).toHaveLength(3);
  for (const id of [requestId, previewId]) expect(await world.records.requests.get(id)).not.toHaveProperty('decision');
  const family = [known, child, grandchild];
  const audit = [
    `reported ${known.jobId} by another`,
    ...family.map(({ jobId }) => `hidden ${jobId} by another`),
    ...family.map(({ jobId }) => `restored ${jobId} by ${MODERATOR}`),
  ];
  expect((await auditOf(world)).sort()).toEqual(audit.sort());
  const { reportsMade } = (await world.records.members.get(`${GUILD}-another`)) ?? {};
  expect(reportsMade).toMatchObject([{ jobId: known.jobId, isIntimate: true }]);
}

/** Two moderators: one approves what the other removes. */
const AT_ONCE: Visit<Family> = {
  prepare: FAMILY.prepare,
  steps: [
    {
      act: ({ moderation: { requests, reports } }, { jobId, requestId, previewId }) =>
        Promise.all([
          requests.press(requestId, { press: 'approved', byId: 'another' }).then(() => requests.carryOut(requestId)),
          requests.press(previewId, { press: 'published', byId: 'another' }).then(() => requests.carryOut(previewId)),
          reports.decide(GUILD, jobId, 'removed', MODERATOR).then(() => reports.carryOut(GUILD, jobId)),
        ]),
      hasHappened: async (world, known) => (await recordOf(world, known))?.state === 'removed',
    },
  ],
};

async function expectAllRemoved({ world, known }: Played<Family>): Promise<void> {
  expect(filesIn(world, CHANNEL)).toEqual([]);
  const request = await world.records.requests.get(known.requestId);
  expect(wordsAt(world, request?.location.messageId)).toMatch(/The moderators removed this|Not made/);
  const preview = await world.records.requests.get(known.previewId);
  const expected = preview?.phase === 'published' ? 'The moderators removed this' : 'Not published';
  expect(wordsAt(world, preview?.location.messageId)).toContain(expected);
}

describe('a bot that is killed at any moment', () => {
  it('during two reports hides the result once, counts each report once, and says nothing in the channel', async () => {
    const expectInOrder = async (played: Played<Known>): Promise<void> => {
      await expectHidden(played);
      expectSaidOnce(played);
    };
    expect(await killEverywhere(HIDDEN, expectInOrder, { again: 5 })).toBeGreaterThan(100);
  }, 120_000);

  it('during a restore shows the result as it was', async () => {
    const expectInOrder = async (played: Played<Known>): Promise<void> => {
      await expectRestored(played);
      expectSaidOnce(played);
    };
    expect(await killEverywhere(RESTORED, expectInOrder, { again: 5 })).toBeGreaterThan(100);
  }, 120_000);

  it('during a removal removes everything made from the result, shown or not', async () => {
    expect(await killEverywhere(FAMILY, expectRemoved, { again: 40 })).toBeGreaterThan(100);
  }, 120_000);

  it('during a report of an intimate picture and its restore hides and shows what was made from it', async () => {
    expect(await killEverywhere(FAMILY_RESTORED, expectFamilyRestored)).toBeGreaterThan(60);
  }, 120_000);

  it('during a removal beside an approval and a publication shows nothing of either', async () => {
    // A report first, because nothing can be decided about a result without reports.
    const visit = { ...AT_ONCE, steps: [report(SECOND_MEMBER), ...AT_ONCE.steps] };
    expect(await killEverywhere(visit, expectAllRemoved, { again: 40 })).toBeGreaterThan(100);
  }, 120_000);

  it.each([
    { what: 'two reports', visit: HIDDEN, expectState: expectHidden },
    { what: 'a restore', visit: RESTORED, expectState: expectRestored },
  ])(
    'during $what and stays away for long comes to the same end',
    async ({ visit, expectState }) => {
      const expectInOrder = async (played: Played<Known>): Promise<void> => {
        await expectState(played);
        expectSaidTwiceAtMost(played);
      };
      expect(await killEverywhere(visit, expectInOrder, { absentMs: 20 * 60_000 })).toBeGreaterThan(20);
    },
    120_000,
  );
});

/** A result that is removed after `between`, in one life of the bot. */
async function removedAfter(between: (life: Life, source: { jobId: string; memberId: string }) => Promise<unknown>) {
  const world = await openWorld();
  const life = await live(world, 0);
  await life.start();
  const known = await prepare(life, () => settle(world, life));
  await report(MODERATOR, true).act(life, known);
  await life.moderation.reports.decide(GUILD, known.jobId, 'restored', MODERATOR);
  await between(life, { jobId: known.jobId, memberId: MEMBER });
  await report(MODERATOR, true).act(life, known);
  await decide('removed').act(life, known);
  return { world, life, known };
}

describe('removing a result', () => {
  it('also stops a request that was approved during a pause', async () => {
    const { world, life, known } = await removedAfter(async (alive, source) => {
      const { requests, settings } = alive.moderation;
      const requestId = await alive.ask(SECOND_MEMBER, REVIEW, { madeFrom: source });
      await settings.setPause(GUILD, true, { byId: MODERATOR, why: '' });
      await requests.press(requestId, { press: 'approved', byId: 'another' });
    });
    expect(wordsAt(world, known.messageId)).toContain('The moderators removed this');
    expect(await settledIn(world, known)).toBeUndefined();
    await life.moderation.settings.setPause(GUILD, false, { byId: MODERATOR, why: '' });
    await settle(world, life);
    life.stop();
    expect(world.service.createCalls).toBe(1);
    expect(await holdsIn(world)).toEqual({});
    expect(filesIn(world, CHANNEL)).toEqual([]);
  });

  it('also removes a preview that is being made', async () => {
    const { world, life } = await removedAfter((alive, source) =>
      alive.ask(SECOND_MEMBER, PREVIEW, { madeFrom: source }),
    );
    await settle(world, life);
    life.stop();
    expect((await allOf(world.records.requests)).records[0]?.[1]).toMatchObject({ phase: 'discarded' });
    expect(filesIn(world, CHANNEL)).toEqual([]);
  });

  it('ends without further presses', async () => {
    await expectRemoved(await play(FAMILY));
  });
});
