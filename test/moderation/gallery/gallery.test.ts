import { beforeEach, describe, expect, it } from 'vitest';
import { RetryLater } from '../../../src/engine/lane.ts';
import { endJob } from '../../../src/jobs/job/ended.ts';
import type { EndedJob } from '../../../src/jobs/job/job.ts';
import { createLog } from '../../../src/log.ts';
import { createGallery, type GalleryMessages } from '../../../src/moderation/gallery/gallery.ts';
import type { GalleryCopy } from '../../../src/moderation/gallery/gallery-copy.ts';
import {
  askForCopy,
  decisionsIn,
  endCopy,
  markCopyGone,
  type NewCopy,
  removeCopy,
  showCopy,
  withCopyLocation,
} from '../../../src/moderation/gallery/gallery-decisions.ts';
import type { Store } from '../../../src/store/store.ts';
import { StoreError } from '../../../src/store/store.ts';
import { sampleJob } from '../../jobs/samples.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { BreakingDatabase, storeOver } from '../../support/memory-database.ts';
import { LOGS_NOTHING } from '../logs-nothing.ts';

const MEMBER = 'member';
const MODERATOR = 'moderator';
const AT = { guildId: 'guild', jobId: 'job' };
const SHOWING: NewCopy = {
  ...AT,
  ...{ memberId: MEMBER, byId: MEMBER, source: { channelId: 'source', messageId: 'result' } },
  ...{ channelId: 'hall', ageRestricted: false, uploadLimitBytes: 1_000 },
};
const ENTRY = endJob(
  sampleJob({
    memberId: MEMBER,
    request: { modelId: 'image-model-a', prompt: 'a castle', sources: [], spoiler: false },
    tasks: [],
  }),
  0,
);
const copyIn = (phase: GalleryCopy['phase'], changes: Partial<GalleryCopy> = {}): GalleryCopy => ({
  ...{ ...SHOWING, phase, atMs: 1, number: 1, ...changes },
});

describe('decisions about a copy', () => {
  it.each([
    ['undefined', undefined, 'wanted', 1],
    ['gone', copyIn('gone', { number: 3, ending: 'late' }), 'wanted', 4],
    ['wanted', copyIn('wanted'), 'under way', undefined],
    ['shown', copyIn('shown'), 'already', undefined],
    ['leaving', copyIn('leaving'), 'leaving', undefined],
  ] as const)('start a showing from phase %s', (_, before, outcome, number) => {
    const change = askForCopy(before, SHOWING, 5);
    expect(change.outcome.outcome).toBe(outcome);
    expect(change.after?.number).toBe(number);
    expect(change.after?.ending).toBeUndefined();
  });

  it.each([
    ['wanted', 'taken out'],
    ['shown', 'taken out'],
    ['leaving', 'leaving already'],
    ['gone', 'unknown'],
  ] as const)('remove it in phase %s: %s', (phase, outcome) => {
    const change = removeCopy(copyIn(phase), { byId: MEMBER }, 5);
    expect(change.outcome).toBe(outcome);
    expect(change.after?.phase).toBe(outcome === 'taken out' ? 'leaving' : undefined);
  });

  it('remove only the message that was meant', () => {
    const copy = copyIn('shown', { messageId: 'new' });
    expect(removeCopy(copy, { byId: MEMBER, messageId: 'old' }, 5)).toEqual({ outcome: 'unknown' });
    expect(removeCopy(copy, { byId: MEMBER, messageId: 'new' }, 5).outcome).toBe('taken out');
    expect(removeCopy(undefined, { byId: MEMBER }, 5).outcome).toBe('unknown');
  });

  it('log what others do, but not what the author or Easel does', () => {
    const loggedFrom = (before: GalleryCopy, after: GalleryCopy | undefined) =>
      after && decisionsIn(before, after).map(({ action }) => action);
    const by = (byId: string) => {
      const [wanted, shown] = [copyIn('wanted', { byId }), copyIn('shown', { byId })];
      return [
        loggedFrom(wanted, showCopy(wanted, wanted, 5)),
        loggedFrom(shown, removeCopy(shown, { byId }, 5).after),
        // A copy that can't be shown leaves without a decision.
        loggedFrom(wanted, endCopy({ ...wanted, messageId: 'message' }, wanted, 'lost', 5)),
      ];
    };
    expect(by(MODERATOR)).toEqual([['shown in the gallery'], ['taken out of the gallery'], []]);
    expect(by(MEMBER)).toEqual([[], [], []]);
    expect(by('easel')).toEqual([[], [], []]);
  });

  it('ignore what comes too late for another showing or a removal', () => {
    const late = copyIn('wanted', { number: 1 });
    const next = copyIn('wanted', { number: 2 });
    for (const now of [undefined, next]) {
      expect(withCopyLocation(now, late, { messageId: 'message' })).toEqual({ outcome: false });
    }
    expect(showCopy(next, late, 5)).toBeUndefined();
    expect(endCopy(next, late, 'lost', 5)).toBeUndefined();
    expect(markCopyGone(next, late, 5)).toBeUndefined();
    // The message is still recorded, so that it can be deleted.
    expect(withCopyLocation(copyIn('leaving'), late, { messageId: 'message' })).toMatchObject({
      after: { messageId: 'message' },
      outcome: false,
    });
    expect(showCopy(copyIn('leaving'), late, 5)).toBeUndefined();
    expect(endCopy(copyIn('leaving'), late, 'lost', 5)).toBeUndefined();
  });

  it('delete the message of a copy that can’t be shown', () => {
    const phaseOf = (copy: GalleryCopy, ending: 'lost' | 'deleted') => endCopy(copy, copy, ending, 5)?.phase;
    expect(phaseOf(copyIn('wanted'), 'lost')).toBe('gone');
    expect(phaseOf(copyIn('wanted', { messageId: 'message' }), 'lost')).toBe('leaving');
    expect(phaseOf(copyIn('wanted', { messageId: 'message' }), 'deleted')).toBe('gone');
  });
});

describe('the gallery', () => {
  let clock: FakeClock;
  let database: BreakingDatabase;
  let store: Store;
  let messages: Set<string>;
  let said: { show?: 'unavailable'; hide?: 'gone' | 'closed'; remove?: 'closed' };
  let isForbidden: boolean;
  let calls: string[];
  let entries: Map<string, EndedJob>;

  beforeEach(async () => {
    clock = new FakeClock();
    database = new BreakingDatabase();
    store = await storeOver(database);
    messages = new Set();
    said = {};
    isForbidden = false;
    calls = [];
    entries = new Map([[AT.jobId, ENTRY]]);
  });

  function open(changed: Partial<GalleryMessages> = {}) {
    const fake: GalleryMessages = {
      show: async ({ number, messageId = `message${number}` }, _, keep) => {
        calls.push('show');
        if (said.show) throw new RetryLater();
        messages.add(messageId);
        return (await keep({ messageId })) ? 'there' : 'taken out';
      },
      redraw: async () => void calls.push('redraw'),
      hide: async () => {
        calls.push('hide');
        return said.hide ?? 'there';
      },
      remove: async ({ messageId = '' }) => {
        calls.push('remove');
        if (said.remove) return false;
        messages.delete(messageId);
        return true;
      },
      exists: async ({ messageId = '' }) => messages.has(messageId),
      ...changed,
    };
    return createGallery({
      ...{ store, clock, log: createLog('silent'), messages: fake },
      history: { find: async (_, __, jobId) => entries.get(jobId) },
      decisions: LOGS_NOTHING,
      recheck: async () => isForbidden,
    });
  }

  it('shows nothing that was forbidden between the press and its record', async () => {
    isForbidden = true;
    expect(await open().show(SHOWING)).toEqual({ outcome: 'ended', ending: 'forbidden' });
    expect(calls).toEqual([]);
  });

  it('shows nothing that is no longer in its author’s history', async () => {
    const gallery = open();
    said.show = 'unavailable';
    expect(await gallery.show(SHOWING)).toEqual({ outcome: 'later' });
    entries.clear();
    await gallery.carryOut(AT.guildId, AT.jobId);
    expect(await gallery.find(AT.guildId, AT.jobId)).toMatchObject({ phase: 'gone', ending: 'lost' });
  });

  it.each([
    { state: 'hidden', outcome: { outcome: 'ended', ending: 'forbidden' }, phase: 'hidden', left: ['message'] },
    { state: 'removed', outcome: { outcome: 'leaving' }, phase: 'gone', left: [] },
  ] as const)('shows no result in a message that was posted while it became $state', async (expected) => {
    const { state, outcome, phase, left } = expected;
    const gallery = open({
      show: async (_, __, keep) => {
        void gallery.followReport(AT.guildId, AT.jobId, state);
        while ((await gallery.find(AT.guildId, AT.jobId))?.phase === 'wanted');
        messages.add('message');
        expect(await keep({ messageId: 'message' })).toBe(false);
        return 'taken out';
      },
    });
    expect(await gallery.show(SHOWING)).toEqual(outcome);
    await gallery.carryOut(AT.guildId, AT.jobId);
    expect(messages).toEqual(new Set(left));
    expect(await gallery.find(AT.guildId, AT.jobId)).toMatchObject({ phase });
  });

  it('refuses to show anything if its records cannot be written', async () => {
    database.breakNextCommit = 'before';
    await expect(open().show(SHOWING)).rejects.toThrow(StoreError);
    expect(calls).toEqual([]);
  });

  it('retries with back-off while Discord is unavailable, and gives up after an hour', async () => {
    const gallery = open();
    said.show = 'unavailable';
    await gallery.show(SHOWING);
    const stopping = new AbortController();
    const running = gallery.run(stopping.signal).catch(() => undefined);
    for (let seconds = 0; seconds < 3_900; seconds += 5) await clock.advance(5_000);
    expect(calls.length).toBeGreaterThan(10);
    expect(calls.length).toBeLessThan(25);
    expect(await gallery.find(AT.guildId, AT.jobId)).toMatchObject({ phase: 'gone', ending: 'late' });
    stopping.abort();
    await running;
  });

  it('retries with back-off after an unexpected error too', async () => {
    const gallery = open({
      show: async () => {
        calls.push('show');
        throw new Error('a fault');
      },
    });
    expect(await gallery.show(SHOWING)).toEqual({ outcome: 'later' });
    const stopping = new AbortController();
    const running = gallery.run(stopping.signal).catch(() => undefined);
    for (let seconds = 0; seconds < 120; seconds += 5) await clock.advance(5_000);
    expect(calls.length).toBeLessThan(6);
    stopping.abort();
    await running;
  });

  it('shows a hidden result in the same message again, however long that takes', async () => {
    const gallery = open();
    await gallery.show(SHOWING);
    await gallery.followReport(AT.guildId, AT.jobId, 'hidden');
    said.show = 'unavailable';
    await gallery.followReport(AT.guildId, AT.jobId, 'restored');
    await clock.advance(3 * 3_600_000);
    delete said.show;
    await gallery.carryOut(AT.guildId, AT.jobId);
    expect(await gallery.find(AT.guildId, AT.jobId)).toMatchObject({
      phase: 'shown',
      messageId: 'message1',
      number: 1,
    });
    expect(messages).toEqual(new Set(['message1']));
  });

  it('brings back no hidden message that someone deleted', async () => {
    const gallery = open();
    await gallery.show(SHOWING);
    said.hide = 'gone';
    await gallery.followReport(AT.guildId, AT.jobId, 'hidden');
    await gallery.followReport(AT.guildId, AT.jobId, 'restored');
    expect(await gallery.find(AT.guildId, AT.jobId)).toMatchObject({ phase: 'gone' });
  });

  it.each([
    ['hide', 'hidden'],
    ['remove', 'removed'],
  ] as const)('retries a closed channel once an hour: %s', async (kind, state) => {
    const gallery = open();
    await gallery.show(SHOWING);
    said[kind] = 'closed';
    await gallery.followReport(AT.guildId, AT.jobId, state);
    const stopping = new AbortController();
    const running = gallery.run(stopping.signal).catch(() => undefined);
    for (let minutes = 0; minutes < 190; minutes += 5) await clock.advance(300_000);
    expect(calls.filter((call) => call === kind)).toHaveLength(4);
    stopping.abort();
    await running;
  });
});
