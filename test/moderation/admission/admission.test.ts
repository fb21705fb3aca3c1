import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { JobRequest } from '../../../src/jobs/job/job.ts';
import { createLog } from '../../../src/log.ts';
import type { ViewerInChannel } from '../../../src/moderation/access/reader.ts';
import { createAdmission } from '../../../src/moderation/admission/admission.ts';
import type { RequestFacts } from '../../../src/moderation/admission/verdict.ts';
import { auditCollection, createAuditLog } from '../../../src/moderation/records/audit-log.ts';
import { createMembers } from '../../../src/moderation/records/members.ts';
import { type ModerationSettings, settingsSchema } from '../../../src/moderation/settings/settings.ts';
import { createWordRules } from '../../../src/moderation/words/words.ts';
import { StoreError } from '../../../src/store/store.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { BreakingDatabase, storeOver } from '../../support/memory-database.ts';

const GUILD = '1300000000000000000';
const MEMBER = '1200000000000000001';
const facts: RequestFacts = {
  guildId: GUILD,
  memberId: MEMBER,
  request: { modelId: 'image-model-a', prompt: 'a boat', sources: [], spoiler: false },
  ...{ channelIds: ['1'], ageRestricted: false, roleIds: [], isModerator: false },
};

const VIEWER: Omit<ViewerInChannel, 'settings'> = {
  ...{ userId: MEMBER, isModerator: false, managedChannelId: undefined, roleIds: [], isAdministrator: false },
  ...{ channelId: '1', parentChannelId: undefined, isAgeRestricted: false },
};

/** What is kept over a restart, and the door as each run of the bot opens it. */
async function world(changed: Partial<ModerationSettings>) {
  const clock = new FakeClock();
  const database = new BreakingDatabase();
  const store = await storeOver(database);
  const settings = settingsSchema.parse(changed);
  const rules = { settings, words: createWordRules(settings), pause: null, undo: { steps: 0, changedAtMs: 0 } };
  const lines: string[] = [];
  const underWay = new Set<string>();
  const open = (request: Partial<JobRequest> = {}) => {
    const members = createMembers({ store, clock });
    const admission = createAdmission({
      ...{ members, clock },
      audit: createAuditLog({ store, clock }),
      log: createLog('debug', { write: (line) => void lines.push(line) }),
      underWayIds: async () => [...underWay],
      access: {
        statusOf: async () => 'open',
        lateSourceDenial: async () => undefined,
        sourceDenial: async () => 'ask first',
        consentRuleOf: async () => 'owner',
      },
      consents: { answersTo: async () => [] },
      openQuestions: () => [],
      isChannelAgeRestricted: async () => false,
      memberNow: async () => undefined,
    });
    const ask = async (jobId: string, work: () => Promise<boolean> = async () => true): Promise<string> => {
      const asked = { ...facts, request: { ...facts.request, ...request } };
      const admitted = await admission.admit(asked, rules, jobId, { ...VIEWER, settings });
      if (admitted.verdict === 'refuse') return admitted.refusal.reason;
      const isStarted = await work().catch(async (error: unknown) => {
        await admitted.end(false);
        throw error;
      });
      await admitted.end(isStarted);
      return 'admitted';
    };
    return {
      ask,
      begun: async () => (await members.of(GUILD, MEMBER)).requested.map(({ jobId }) => jobId),
      refused: async () => (await members.of(GUILD, MEMBER)).counts.refused,
    };
  };
  return { clock, database, store, lines, underWay, open };
}

describe('an admitted request', () => {
  it('counts after its answer, and limits its member before that', async () => {
    const { open, database } = await world({ jobsPerDay: 1 });
    const { ask, begun } = open();
    const answered = Promise.withResolvers<boolean>();
    const first = ask('a', () => answered.promise);
    expect(await ask('b')).toBe('per day');
    const commitsBefore = database.commits;
    answered.resolve(true);
    expect(await first).toBe('admitted');
    expect(database.commits - commitsBefore).toBe(1);
    expect(await begun()).toEqual(['a']);
    expect(await ask('c')).toBe('per day');
  });

  it.each<[string, Partial<ModerationSettings>]>([
    ['at once', { jobsAtOnce: 2 }],
    ['per day', { jobsPerDay: 2 }],
    ['cooldown', { cooldownSeconds: 60 }],
  ])('stays within the limit among simultaneous requests (%s)', async (reason, settings) => {
    const { open, underWay } = await world(settings);
    const { ask, begun } = open();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        ask(`job${index}`, async () => {
          // All of them were judged by then.
          await nextTurn();
          underWay.add(`job${index}`);
          return true;
        }),
      ),
    );
    const admitted = reason === 'cooldown' ? 1 : 2;
    expect(outcomes.filter((outcome) => outcome === 'admitted')).toHaveLength(admitted);
    expect(outcomes.filter((outcome) => outcome === reason)).toHaveLength(20 - admitted);
    expect(await begun()).toHaveLength(admitted);
  });

  it('counts once, also if its interaction is repeated after a restart', async () => {
    const { open, underWay } = await world({});
    await open().ask('a');
    underWay.add('a');
    const second = open();
    expect(await second.ask('a')).toBe('admitted');
    expect(await second.begun()).toEqual(['a']);
  });

  it('that was not started leaves nothing behind', async () => {
    const { open, database } = await world({ jobsPerDay: 1, jobsAtOnce: 1 });
    const { ask } = open();
    expect(await ask('a', async () => false)).toBe('admitted');
    await expect(ask('b', () => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
    expect(database.commits).toBe(0);
    expect(await ask('c')).toBe('admitted');
  });

  it('exceeds the limit at most once if the bot is killed before counting', async () => {
    const { open, underWay } = await world({ jobsPerDay: 2, jobsAtOnce: 3 });
    await open().ask('a');
    // The answer went out, and the process ended there.
    void open().ask('b', () => new Promise<boolean>(() => undefined));
    underWay.add('b');
    const after = open();
    expect(await after.ask('c')).toBe('admitted');
    expect(await after.ask('d')).toBe('per day');
    expect(await after.begun()).toEqual(['a', 'c']);
  });

  it('goes on if only its count failed, which is logged', async () => {
    const { open, database, lines } = await world({});
    const { ask, begun } = open();
    database.breakNextCommit = 'before';
    expect(await ask('a')).toBe('admitted');
    expect(lines.join()).toContain('could not be counted');
    expect(await ask('b')).toBe('admitted');
    expect(await begun()).toEqual(['b']);
  });
});

it('a draft that started is answered although the list of drafts can’t be written', async () => {
  const { open, database, lines, store } = await world({ drafts: 'on' });
  const { ask } = open({ isDraft: true });
  database.breakNextCommit = 'before';
  expect(await ask('a')).toBe('admitted');
  expect(lines.join()).toContain('could not be counted');
  expect(await ask('b')).toBe('admitted');
  expect((await store.collection(auditCollection).get(GUILD))?.drafts).toHaveLength(1);
});

describe('a refused request', () => {
  it.each<[number, string, Partial<ModerationSettings>]>([
    [1, 'words', { words: { refuse: ['boat'], review: [], explicit: [], allow: [] } }],
    [0, 'channel', { imageChannelIds: ['1300000000000000009'] }],
    [0, 'role', { roleIds: ['1300000000000000008'] }],
  ])('counts %i times in its member’s record if the reason is %s', async (count, reason, settings) => {
    const { ask, refused } = (await world(settings)).open();
    expect(await ask('a')).toBe(reason);
    expect(await refused()).toBe(count);
  });

  it('does not count if it came too soon after the last one', async () => {
    const { ask, refused } = (await world({ cooldownSeconds: 60 })).open();
    await ask('a');
    expect(await ask('b')).toBe('cooldown');
    expect(await refused()).toBe(0);
  });
});

describe('a store that cannot be read', () => {
  it('admits nothing', async () => {
    const { open, database } = await world({});
    database.texts.set(`members:${GUILD}-${MEMBER}`, 'damaged');
    let isRun = false;
    const asked = open().ask('a', async () => {
      isRun = true;
      return true;
    });
    await expect(asked).rejects.toThrow(StoreError);
    expect(isRun).toBe(false);
  });
});
