import { describe, expect, it } from 'vitest';
import type { AuditAction } from '../../src/moderation/records/audit-log.ts';
import { NEW_SETTINGS } from '../../src/moderation/settings/settings.ts';
import { allOf } from '../support/all-records.ts';
import { killEverywhere, type Visit, wordsIn } from './crash-visits.ts';
import { GUILD, type Life, MEMBER, MODERATOR, REVIEW, STAFF, type World } from './crash-world.ts';

/** What a decision is about; its fields depend on the kind. */
interface Known {
  id: string;
}

const MINUTE_MS = 60_000;
const who = { guildId: GUILD, memberId: MEMBER, byId: MODERATOR };
const by = { byId: MODERATOR, why: 'a reason' };
const memberIn = ({ records }: World) => records.members.get(`${GUILD}-${MEMBER}`);
const settingsIn = async ({ records }: World) => {
  const record = await records.settings.get(GUILD);
  if (!record) throw new Error('there are no settings');
  return record;
};
const roundIn = async ({ records }: World) => (await allOf(records.rounds)).records[0]?.[1];

interface Kind {
  action: AuditAction;
  prepare?: (life: Life) => Promise<string>;
  act: (life: Life, known: Known) => Promise<unknown>;
  hasHappened: (world: World, known: Known) => Promise<boolean>;
}

const openRound = async (life: Life): Promise<string> => {
  await life.openRound();
  const [round] = life.rounds.undecided();
  if (!round) throw new Error('there is no round');
  const entry = { memberId: MEMBER, prompt: 'a red boat', approvalChannelId: 'staff', isPreviewed: false };
  await life.rounds.submit(round.id, entry);
  return round.id;
};
const timeOut = ({ moderation, clock }: Life) =>
  moderation.memberDecisions.timeOut(who, clock.now() + 60 * MINUTE_MS, 'a reason');
const trust = ({ moderation }: Life) => moderation.memberDecisions.trust(who);
const change = ({ moderation }: Life, action: 'settings changed' | 'settings imported') =>
  moderation.settings.change(GUILD, { byId: MODERATOR, action }, (before) => ({ ...before, reportsToHide: 7 }));
const undoState = async ({ moderation }: Life) => (await moderation.settings.of(GUILD)).undo;

/** In preparation, for the kinds that undo another one. */
const after = (prepared: (life: Life) => Promise<unknown>) => async (life: Life) => {
  await prepared(life);
  return '';
};

const KINDS: Kind[] = [
  { action: 'timed out', act: timeOut, hasHappened: async (world) => !!(await memberIn(world))?.timeout },
  {
    action: 'timeout lifted',
    prepare: after(timeOut),
    act: ({ moderation }) => moderation.memberDecisions.lift(who),
    hasHappened: async (world) => !(await memberIn(world))?.timeout,
  },
  {
    action: 'undone',
    prepare: async (life) => String(await timeOut(life)),
    act: ({ moderation }, { id }) => moderation.memberDecisions.undo(who, Number(id)),
    hasHappened: async (world) => !(await memberIn(world))?.timeout,
  },
  { action: 'trusted', act: trust, hasHappened: async (world) => !!(await memberIn(world))?.trusted },
  {
    action: 'no longer trusted',
    prepare: after(trust),
    act: ({ moderation }) => moderation.memberDecisions.untrust(who),
    hasHappened: async (world) => !(await memberIn(world))?.trusted,
  },
  {
    action: 'paused',
    act: ({ moderation }) => moderation.settings.setPause(GUILD, true, by),
    hasHappened: async (world) => (await settingsIn(world)).pause !== null,
  },
  {
    action: 'resumed',
    prepare: after(({ moderation }) => moderation.settings.setPause(GUILD, true, by)),
    act: ({ moderation }) => moderation.settings.setPause(GUILD, false, by),
    hasHappened: async (world) => (await settingsIn(world)).pause === null,
  },
  ...(['settings changed', 'settings imported'] as const).map((action) => ({
    action,
    act: (life: Life) => change(life, action),
    hasHappened: async (world: World) => (await settingsIn(world)).settings.reportsToHide === 7,
  })),
  {
    action: 'settings undone',
    prepare: after((life) => change(life, 'settings changed')),
    act: async (life) => life.moderation.settings.undo(GUILD, MODERATOR, await undoState(life)),
    hasHappened: async (world) => (await settingsIn(world)).settings.reportsToHide === NEW_SETTINGS.reportsToHide,
  },
  {
    action: 'round opened',
    act: (life) => life.openRound({ openedById: MODERATOR }),
    // Without its message, a crash drops it, and the moderator opens another one.
    hasHappened: async ({ records }) =>
      (await allOf(records.rounds)).records.some(([, { ending }]) => ending?.how !== 'dropped'),
  },
  {
    action: 'entry removed',
    prepare: openRound,
    act: ({ rounds }, { id }) => rounds.remove(id, 1, MODERATOR, 'a reason'),
    hasHappened: async (world) => (await roundIn(world))?.entries[0]?.state === 'removed',
  },
  {
    action: 'entry approved',
    prepare: openRound,
    act: async ({ rounds }, { id }) => {
      const atMs = (await rounds.find(id))?.entries[0]?.atMs ?? 0;
      return rounds.approve(id, 1, MODERATOR, atMs);
    },
    hasHappened: async (world) => (await roundIn(world))?.entries[0]?.state === 'accepted',
  },
  {
    action: 'vote started early',
    prepare: openRound,
    act: ({ rounds }, { id }) => rounds.endEarly(id, 'submitting', MODERATOR),
    hasHappened: async (world) => (await roundIn(world))?.phase !== 'submitting',
  },
  {
    action: 'round cancelled',
    prepare: openRound,
    act: ({ rounds }, { id }) => rounds.cancel(id, MODERATOR),
    hasHappened: async (world) => (await roundIn(world))?.phase === 'ended',
  },
];

const entriesOf = async ({ records }: World, action: AuditAction) =>
  ((await records.audit.get(GUILD))?.entries ?? []).filter((one) => one.action === action && one.byId === MODERATOR);

const toVisit = ({ prepare, act, hasHappened }: Kind): Visit<Known> => ({
  prepare: async (life, settle) => {
    const id = (await prepare?.(life)) ?? '';
    await settle();
    return { id };
  },
  steps: [{ act, hasHappened }],
});

describe('a bot that is killed at any moment', () => {
  it.each(KINDS)('logs and posts a decision once: $action', async (kind) => {
    let linesBefore = 0;
    const visit = toVisit(kind);
    const prepared: Visit<Known> = {
      ...visit,
      prepare: async (life, settle, world) => {
        const known = await visit.prepare(life, settle, world);
        linesBefore = wordsIn(world, STAFF).length;
        return known;
      },
    };
    const kills = await killEverywhere(prepared, async ({ world, known }) => {
      expect(await kind.hasHappened(world, known)).toBe(true);
      expect(await entriesOf(world, kind.action)).toHaveLength(1);
      expect(wordsIn(world, STAFF)).toHaveLength(linesBefore + 1);
    });
    expect(kills).toBeGreaterThan(3);
  });

  it('trusts the author together with the approval, and logs both once', async () => {
    const visit: Visit<Known> = {
      prepare: async (life, settle) => {
        const id = await life.ask(MEMBER, REVIEW);
        await settle();
        return { id };
      },
      steps: [
        {
          act: async ({ moderation: { memberDecisions, requests } }, { id }) => {
            await memberDecisions.trustAuthor({ ...who, jobId: id }, (also) =>
              requests.press(id, { press: 'approved', byId: MODERATOR }, also),
            );
            await requests.carryOut(id);
          },
          hasHappened: async ({ records }, { id }) => (await records.requests.get(id))?.decision !== undefined,
        },
      ],
    };
    await killEverywhere(visit, async ({ world }) => {
      expect((await memberIn(world))?.trusted).toMatchObject({ byId: MODERATOR });
      expect(await entriesOf(world, 'approved')).toHaveLength(1);
      expect(await entriesOf(world, 'trusted')).toHaveLength(1);
    });
  }, 60_000);
});
