import { describe, expect, it } from 'vitest';
import type { Brought } from '../../../src/moderation/records/messages.ts';
import {
  addReport,
  decideAbout,
  partShown,
  type Report,
  removeWithSource,
  withChild,
  withLocation,
} from '../../../src/moderation/reports/report-decisions.ts';
import {
  behind,
  CHILDREN_MAX,
  type ReportPart,
  type ReportRecord,
  type ReportState,
  statesOf,
} from '../../../src/moderation/reports/report-record.ts';
import { NOW } from '../../jobs/samples.ts';
import { SUBJECT, sampleRecord } from '../report-samples.ts';

const byMember = { byId: 'a', reason: 'other' as const, why: 'not nice', isModerator: false, reportsToHide: 2 };
const intimate = { ...byMember, reason: 'intimate' as const, reportsToHide: 50 };
const byModerator = { byId: 'mod', reason: 'other' as const, why: '', isModerator: true, reportsToHide: 2 };
const reportBy = (byId: string) => ({ byId, atMs: NOW - 1, reason: 'other' as const, why: '' });
const actionsOf = (record: ReportRecord | undefined): string[] =>
  record?.outbox.map(({ action, byId }) => `${action} by ${byId}`) ?? [];

describe('a report', () => {
  it('begins the record of a result, which is shown still', () => {
    const { after, outcome } = addReport(undefined, SUBJECT, byMember, NOW);
    expect(outcome.outcome).toBe('counted');
    expect(after).toMatchObject({ ...SUBJECT, state: 'shown' });
    expect(after?.reports).toEqual([{ byId: 'a', atMs: NOW, reason: 'other' as const, why: 'not nice' }]);
    expect(after?.outbox).toEqual([{ action: 'reported', byId: 'a', atMs: NOW, why: 'not nice' }]);
  });

  it('hides at the set number of members, in nobody’s name', () => {
    const { after, outcome } = addReport(sampleRecord({ reports: [reportBy('b')] }), SUBJECT, byMember, NOW);
    expect(outcome.outcome).toBe('hidden');
    expect(after).toMatchObject({ state: 'hidden', byId: 'easel' });
    expect(actionsOf(after)).toEqual(['reported by a', 'hidden by easel']);
  });

  it('of a moderator hides at once, in their name', () => {
    const { after } = addReport(undefined, SUBJECT, byModerator, NOW);
    expect(after).toMatchObject({ state: 'hidden', byId: 'mod' });
    expect(actionsOf(after)).toEqual(['reported by mod', 'hidden by mod']);
  });

  it('of an intimate picture hides at once, whatever was reported before, and after other reports as well', () => {
    const { after } = addReport(sampleRecord({ reports: [reportBy('a')] }), SUBJECT, intimate, NOW);
    expect(after).toMatchObject({ state: 'hidden', byId: 'a', urgent: { sinceMs: NOW } });
    const covered = addReport(sampleRecord({ state: 'hidden', byId: 'mod' }), SUBJECT, intimate, NOW);
    expect(covered.after).toMatchObject({ state: 'hidden', byId: 'mod', urgent: { sinceMs: NOW } });
    expect(addReport(covered.after, SUBJECT, { ...intimate, byId: 'b' }, NOW).outcome.outcome).toBe('already');
  });

  it.each<[string, Partial<ReportRecord>, Report]>([
    ['of a member who has reported it', { reports: [reportBy('a')] }, byMember],
    ['of what is hidden', { state: 'hidden' }, byModerator],
    ['of what is removed', { state: 'removed' }, byModerator],
    ['of a member, where a moderator has restored it', { state: 'restored' }, byMember],
  ])('%s changes nothing', (_, before, report) => {
    const { after, outcome } = addReport(sampleRecord(before), SUBJECT, report, NOW);
    expect(after).toBeUndefined();
    expect(outcome.outcome).toBe('already');
  });

  it('of a moderator hides what was restored, and stands once among the reports', () => {
    const before = sampleRecord({ state: 'restored', reports: [reportBy('mod')] });
    const { after } = addReport(before, SUBJECT, byModerator, NOW);
    expect(after).toMatchObject({ state: 'hidden', reports: [{ byId: 'mod', atMs: NOW }] });
  });
});

describe('a moderator’s word', () => {
  it.each<[ReportState, 'restored' | 'removed', string]>([
    ['shown', 'restored', 'decided'],
    ['shown', 'removed', 'decided'],
    ['hidden', 'restored', 'decided'],
    ['hidden', 'removed', 'decided'],
    ['restored', 'restored', 'late'],
    ['restored', 'removed', 'late'],
    ['removed', 'restored', 'late'],
    ['removed', 'removed', 'late'],
  ])('on what is %s, to have it %s, is %s', (state, to, expected) => {
    const { after, outcome } = decideAbout(sampleRecord({ state }), { to, byId: 'mod' }, NOW);
    expect(outcome.outcome).toBe(expected);
    expect(actionsOf(after)).toEqual(expected === 'decided' ? [`${to} by mod`] : []);
  });

  it('is none on what nobody reported', () => {
    expect(decideAbout(undefined, { to: 'removed', byId: 'mod' }, NOW)).toEqual({ outcome: { outcome: 'gone' } });
  });

  it('may remove what was restored once a moderator has reported it again', () => {
    const { after } = addReport(sampleRecord({ state: 'restored' }), SUBJECT, byModerator, NOW);
    expect(decideAbout(after, { to: 'removed', byId: 'mod' }, NOW).outcome.outcome).toBe('decided');
  });
});

describe('what was made from a result that is removed', () => {
  it.each<ReportState>(['shown', 'hidden', 'restored'])('goes with it where it is %s', (state) => {
    const { after } = removeWithSource(sampleRecord({ state }), { byId: 'mod', subject: undefined }, NOW);
    expect(actionsOf(after)).toEqual(['removed by mod']);
  });

  it('needs to be known, or told where it is', () => {
    expect(removeWithSource(undefined, { byId: 'mod', subject: undefined }, NOW).outcome.outcome).toBe('gone');
    const { after } = removeWithSource(undefined, { byId: 'mod', subject: SUBJECT }, NOW);
    expect(after).toMatchObject({ ...SUBJECT, state: 'removed', reports: [] });
  });

  it('is removed once', () => {
    const removed = sampleRecord({ state: 'removed' });
    expect(removeWithSource(removed, { byId: 'mod', subject: SUBJECT }, NOW).after).toBeUndefined();
  });
});

describe('what is made from a result', () => {
  const child = { jobId: 'job2', memberId: 'b' };

  it('is kept with it once', () => {
    const { after, outcome } = withChild(undefined, SUBJECT, child, NOW);
    expect(outcome).toBe('noted');
    expect(after?.children).toEqual([{ ...child, atMs: NOW }]);
    expect(withChild(after, SUBJECT, child, NOW + 1)).toEqual({ outcome: 'noted' });
  });

  it.each<ReportState>(['hidden', 'removed'])('is not begun any more where it is %s', (state) => {
    expect(withChild(sampleRecord({ state }), SUBJECT, child, NOW)).toEqual({ outcome: 'hidden' });
  });

  it('is refused where one more could not be kept: removing could not reach it', () => {
    const children = Array.from({ length: CHILDREN_MAX }, (_, index) => ({
      ...child,
      jobId: `job-${index}`,
      atMs: NOW,
    }));
    const full = sampleRecord({ children });
    expect(withChild(full, SUBJECT, child, NOW)).toEqual({ outcome: 'full' });
    expect(withChild(full, SUBJECT, { ...child, jobId: 'job-0' }, NOW)).toEqual({ outcome: 'noted' });
  });
});

describe('a record whose parts are as they should be', () => {
  const card = { outcome: 'there' as const, message: { id: 'card', channelId: 'staff', files: [] } };
  const bring = (seen: ReportRecord, part: ReportPart, now = seen, brought: Brought = card): ReportRecord =>
    partShown(now, { part, state: statesOf(seen, NOW)[part], seen, brought }, NOW).after ?? now;
  const allShown = (record: ReportRecord): ReportRecord =>
    behind(record, NOW).reduce((now, part) => bring(now, part), record);

  it('is done, at the place where it was found', () => {
    const hidden = sampleRecord({ state: 'hidden' });
    const seen = withLocation(hidden, { ...SUBJECT, messageId: 'another' });
    expect(bring(seen, 'result', hidden)).toMatchObject({
      messageId: 'another',
      shown: { result: 'hidden' },
    });
    expect(behind(allShown(hidden), NOW)).toEqual([]);
    expect(withLocation(hidden, undefined)).toEqual(hidden);
  });

  it.each<[string, Partial<ReportRecord>, ReportPart[]]>([
    ['was decided about', { state: 'removed' }, ['result', 'children', 'notice']],
    ['was reported once more', { reports: [reportBy('b')] }, ['card']],
  ])('is not done where it %s since', (_, changed, parts) => {
    expect(behind({ ...allShown(sampleRecord({ state: 'hidden' })), ...changed }, NOW)).toEqual(parts);
  });

  it('loses the files of an intimate picture once its card has them, and not before', () => {
    const urgent = sampleRecord({ state: 'hidden', reports: [reportBy('b')], urgent: { sinceMs: NOW } });
    expect(statesOf(urgent, NOW).result).toBe('hidden');
    const covered = bring(urgent, 'card');
    expect(statesOf(covered, NOW).result).toBe('emptied');
    const restored = { ...allShown(covered), state: 'restored' as const };
    expect(allShown(restored).urgent).toBeUndefined();
  });

  it('owes its card while the moderators’ channel is closed, and no longer', () => {
    const reported = sampleRecord({ reports: [reportBy('b')] });
    const closed = bring(reported, 'card', reported, { outcome: 'closed' });
    expect(closed.cardDueAtMs).toBeGreaterThan(NOW);
    const posted = bring(reported, 'card', closed);
    expect(posted).toMatchObject({ card: { channelId: 'staff', messageId: 'card', files: [] } });
    expect(posted.cardDueAtMs).toBeUndefined();
  });
});
