import { describe, expect, it } from 'vitest';
import type { Brought } from '../../../src/moderation/records/messages.ts';
import {
  addReport,
  bringBack,
  decideReport,
  decisionsIn,
  followSource,
  type Report,
  type ReportOutcome,
  undoDecision,
  undoEnded,
  undoEndsInMs,
  withBroughtPart,
  withLocation,
} from '../../../src/moderation/reports/report-decisions.ts';
import { limitReached } from '../../../src/moderation/reports/report-limits.ts';
import {
  decisionDeadlineMs,
  lacksFiles,
  lateTryInMs,
  partStates,
  partsBehind,
  type ReportPart,
  type ReportRecord,
  type ReportState,
  type WithholdingSource,
  withholdingAmong,
} from '../../../src/moderation/reports/report-record.ts';
import { NOW } from '../../jobs/samples.ts';
import { SUBJECT, sampleRecord } from '../report-samples.ts';

const common = { isModerator: false, isTimedOut: false, reportsToHide: 2, ofDay: 1 };
const byMember = { ...common, byId: 'a', reason: 'other' as const, why: 'not nice' };
const intimate = { ...byMember, reason: 'intimate' as const, reportsToHide: 50 };
const byModerator = { ...common, byId: 'mod', reason: 'other' as const, why: '', isModerator: true };
const reportBy = (byId: string) => ({ byId, atMs: NOW - 1, reason: 'other' as const, why: '', ofDay: 1 });
const FILE = { attachmentId: '1', name: 'a.png' };
const actionsOf = (after: ReportRecord | undefined, before?: ReportRecord): string[] =>
  (after ? decisionsIn(before, after) : []).map(({ action, byId }) => `${action} by ${byId}`);

describe('a report', () => {
  it('creates a record, and the result stays visible', () => {
    const { after, outcome } = addReport(undefined, SUBJECT, byMember, NOW);
    expect(outcome).toEqual({ outcome: 'counted' });
    expect(after).toMatchObject({ ...SUBJECT, state: 'shown' });
    expect(after?.reports).toEqual([{ byId: 'a', atMs: NOW, reason: 'other' as const, why: 'not nice', ofDay: 1 }]);
    const { jobId, memberId, channelId, messageId } = SUBJECT;
    expect(after && decisionsIn(undefined, after)).toEqual([
      { action: 'reported', byId: 'a', why: 'not nice', jobId, memberId, channelId, messageId },
    ]);
  });

  it('hides the result once enough members have reported it, in Easel’s name', () => {
    const { after, outcome } = addReport(sampleRecord({ reports: [reportBy('b')] }), SUBJECT, byMember, NOW);
    expect(outcome).toEqual({ outcome: 'hidden' });
    expect(after).toMatchObject({ state: 'hidden', byId: 'easel' });
    expect(actionsOf(after)).toEqual(['reported by a', 'hidden by easel']);
  });

  it('by a moderator hides the result at once, in their name', () => {
    const { after } = addReport(undefined, SUBJECT, byModerator, NOW);
    expect(after).toMatchObject({ state: 'hidden', byId: 'mod' });
    expect(actionsOf(after)).toEqual(['reported by mod', 'hidden by mod']);
  });

  it('of an intimate picture hides the result at once, even after other reports', () => {
    const { after } = addReport(sampleRecord({ reports: [reportBy('a')] }), SUBJECT, intimate, NOW);
    expect(after).toMatchObject({ state: 'hidden', byId: 'a', urgent: { sinceMs: NOW } });
    const covered = addReport(sampleRecord({ state: 'hidden', byId: 'mod' }), SUBJECT, intimate, NOW);
    expect(covered.after).toMatchObject({ state: 'hidden', byId: 'mod', urgent: { sinceMs: NOW } });
    expect(addReport(covered.after, SUBJECT, { ...intimate, byId: 'b' }, NOW)).toEqual({
      outcome: { outcome: 'already hidden' },
    });
  });

  it.each<[string, Partial<ReportRecord>, Report, ReportOutcome['outcome']]>([
    ['by a member who has reported it already', { reports: [reportBy('a')] }, byMember, 'already yours'],
    ['of a hidden result', { state: 'hidden' }, byModerator, 'already hidden'],
    ['of a removed result', { state: 'removed' }, intimate, 'already removed'],
  ])('%s changes nothing, and the answer says why', (_, before, report, expected) => {
    const { after, outcome } = addReport(sampleRecord(before), SUBJECT, report, NOW);
    expect(after).toBeUndefined();
    expect(outcome).toEqual({ outcome: expected });
  });

  it('by a member in a timeout hides nothing, even as an intimate picture', () => {
    const timedOut = { ...intimate, isTimedOut: true, reportsToHide: 1 };
    const { after, outcome } = addReport(undefined, SUBJECT, timedOut, NOW);
    expect(outcome).toEqual({ outcome: 'counted' });
    expect(after).toMatchObject({ state: 'shown', reports: [{ reason: 'intimate' }] });
    expect(after?.urgent).toBeUndefined();
    expect(addReport(after, SUBJECT, { ...intimate, byId: 'b' }, NOW).after).toMatchObject({ state: 'hidden' });
  });

  it('by a moderator hides a restored result, and is recorded once', () => {
    const before = sampleRecord({ state: 'restored', reports: [reportBy('mod')] });
    const { after } = addReport(before, SUBJECT, byModerator, NOW);
    expect(after).toMatchObject({ state: 'hidden', reports: [{ byId: 'mod', atMs: NOW }] });
  });
});

describe('a decision to show a result', () => {
  const kept = (reports: ReportRecord['reports']): ReportRecord => {
    const { after } = decideReport(sampleRecord({ reports }), { to: 'restored', byId: 'mod' }, NOW);
    if (!after) throw new Error('nothing was decided');
    return after;
  };

  it('covers ordinary reports: later ones are counted and hide nothing', () => {
    const { after, outcome } = addReport(kept([reportBy('b')]), SUBJECT, { ...byMember, reportsToHide: 1 }, NOW + 1);
    expect(outcome).toEqual({ outcome: 'kept', atMs: NOW });
    expect(after).toMatchObject({ state: 'restored', reports: [{ byId: 'b' }, { byId: 'a' }] });
    expect(partStates(after ?? sampleRecord(), NOW).card).not.toBe(partStates(kept([reportBy('b')]), NOW).card);
    expect(addReport(after, SUBJECT, byMember, NOW + 2)).toEqual({ outcome: { outcome: 'kept', atMs: NOW } });
  });

  it('covers reports as an intimate picture only if there was one', () => {
    const urgent = { state: 'hidden', byId: 'a', urgent: { sinceMs: NOW + 1 } };
    expect(addReport(kept([reportBy('b')]), SUBJECT, intimate, NOW + 1).after).toMatchObject(urgent);
    const known = kept([{ ...reportBy('b'), reason: 'intimate' }]);
    expect(addReport(known, SUBJECT, intimate, NOW + 1).after).toMatchObject({ state: 'restored' });
    // Another decision about other reasons doesn't undo this one.
    const { after: hidden } = addReport(known, SUBJECT, byModerator, NOW + 1);
    const { after: again } = decideReport(hidden, { to: 'restored', byId: 'mod' }, NOW + 2);
    expect(addReport(again, SUBJECT, intimate, NOW + 3).outcome).toEqual({ outcome: 'kept', atMs: NOW + 2 });
  });
});

describe('a moderator’s decision', () => {
  it.each<[ReportState, 'restored' | 'removed', string, string[]]>([
    ['shown', 'restored', 'decided', ['kept by mod']],
    ['shown', 'removed', 'decided', ['removed by mod']],
    ['hidden', 'restored', 'decided', ['restored by mod']],
    ['hidden', 'removed', 'decided', ['removed by mod']],
    ['restored', 'restored', 'late', []],
    ['restored', 'removed', 'late', []],
    ['removed', 'restored', 'late', []],
    ['removed', 'removed', 'late', []],
  ])('about a result that is %s, for %s, is %s', (state, to, expected, actions) => {
    const before = sampleRecord({ state });
    const { after, outcome } = decideReport(before, { to, byId: 'mod' }, NOW);
    expect(outcome.outcome).toBe(expected);
    expect(after?.kept?.wasHidden).toBe(to === 'restored' && after ? state === 'hidden' : undefined);
    expect(actionsOf(after, before)).toEqual(actions);
  });

  it('is impossible for a result without reports', () => {
    expect(decideReport(undefined, { to: 'removed', byId: 'mod' }, NOW)).toEqual({ outcome: { outcome: 'gone' } });
  });

  it('can remove a restored result once a moderator has reported it again', () => {
    const { after } = addReport(sampleRecord({ state: 'restored' }), SUBJECT, byModerator, NOW);
    expect(decideReport(after, { to: 'removed', byId: 'mod' }, NOW).outcome.outcome).toBe('decided');
  });
});

const removedSource: WithholdingSource = { state: 'removed', byId: 'mod', sinceMs: 0 };
const hiddenSource: WithholdingSource = { state: 'hidden', byId: 'b', sinceMs: NOW };
const follow = (
  found: ReportRecord | undefined,
  source?: WithholdingSource,
  subject: typeof SUBJECT | undefined = SUBJECT,
) => followSource(found, { source, byId: 'mod', subject }, NOW);

describe('a result whose source is removed', () => {
  it.each<ReportState>(['shown', 'hidden', 'restored'])('is removed too if it is %s', (state) => {
    const { after } = followSource(
      sampleRecord({ state }),
      { source: removedSource, byId: '', subject: undefined },
      NOW,
    );
    expect(actionsOf(after)).toEqual(['removed by mod']);
  });

  it('needs a record or a known message', () => {
    const nowhere = { source: removedSource, byId: '', subject: undefined };
    expect(followSource(undefined, nowhere, NOW)).toEqual({ outcome: false });
    const { after } = follow(undefined, removedSource);
    expect(after).toMatchObject({ ...SUBJECT, state: 'removed', reports: [] });
  });

  it('is removed once', () => {
    const removed = sampleRecord({ state: 'removed' });
    expect(follow(removed, removedSource).after).toBeUndefined();
  });

  it('follows its other sources once that one is back', () => {
    const { after } = follow(undefined, removedSource);
    expect([follow(after).after?.state, follow(after, hiddenSource).after?.state]).toEqual(['shown', 'hidden']);
  });
});

describe('a result whose source was reported as an intimate picture', () => {
  it('is hidden with it, and shown again with it', () => {
    const { after: hidden } = follow(undefined, hiddenSource);
    expect(hidden).toMatchObject({ state: 'hidden', withSource: { sinceMs: NOW } });
    expect(partStates(hidden ?? sampleRecord(), NOW)).toMatchObject({ result: 'hidden', derived: 'hidden' });
    const { after: shown, outcome } = follow(hidden);
    expect(outcome).toBe(true);
    expect(shown).toMatchObject({ state: 'shown' });
    expect(shown?.withSource).toBeUndefined();
    expect(partStates(shown ?? sampleRecord(), NOW)).toMatchObject({ result: 'shown', copy: 'shown' });
    expect([...actionsOf(hidden), ...actionsOf(shown, hidden)]).toEqual(['hidden by b', 'restored by mod']);
  });

  it('stays hidden while another source is', () => {
    const { after: hidden } = follow(undefined, hiddenSource);
    expect(follow(hidden, { ...hiddenSource, byId: 'c', sinceMs: NOW - 9 })).toEqual({ outcome: false });
  });

  it.each<[string, Partial<ReportRecord>]>([
    ['was hidden for another reason', { state: 'hidden' }],
    ['was removed', { state: 'removed' }],
    ['was restored since', { state: 'restored', kept: { atMs: NOW, isIntimate: false, wasHidden: true } }],
  ])('is left alone if it %s', (_, before) => {
    expect(follow(sampleRecord(before), hiddenSource)).toEqual({ outcome: false });
    expect(follow(sampleRecord(before))).toEqual({ outcome: false });
  });

  it('is hidden though a clock that was ahead says that it was restored since', () => {
    const kept = { atMs: NOW + 1, isIntimate: false, wasHidden: true };
    expect(follow(sampleRecord({ state: 'restored', kept }), hiddenSource).outcome).toBe(true);
  });

  it('stays hidden if it’s reported as one too, and may be decided about by itself', () => {
    const { after: hidden } = follow(undefined, hiddenSource);
    const { after: reported } = addReport(hidden, SUBJECT, intimate, NOW);
    expect(follow(reported)).toEqual({ outcome: false });
    const { after: restored } = decideReport(hidden, { to: 'restored', byId: 'mod' }, NOW);
    expect(restored).toMatchObject({ state: 'restored' });
    expect(restored?.withSource).toBeUndefined();
  });
});

describe('the source that a result follows', () => {
  const urgent = { sinceMs: NOW };
  it.each<[string, Partial<ReportRecord>[], WithholdingSource | undefined]>([
    [
      'none that is shown, restored or only reported',
      [{}, { state: 'restored', urgent }, { state: 'hidden' }],
      undefined,
    ],
    ['one that was reported as intimate', [{}, { state: 'hidden', byId: 'b', urgent }], hiddenSource],
    ['one that follows its own source', [{ state: 'hidden', byId: 'b', withSource: { sinceMs: NOW } }], hiddenSource],
    [
      'one that follows its own source while that is being removed',
      [{ state: 'hidden', byId: 'b', withSource: { sinceMs: NOW, removes: true } }],
      { ...hiddenSource, removes: true },
    ],
    [
      'the latest to be reported',
      [
        { state: 'hidden', byId: 'c', urgent: { sinceMs: NOW - 1 } },
        { state: 'hidden', byId: 'b', urgent },
      ],
      hiddenSource,
    ],
    [
      'rather one that was removed',
      [
        { state: 'hidden', urgent },
        { state: 'removed', byId: 'mod' },
      ],
      removedSource,
    ],
  ])('is %s', (_, sources, expected) => {
    expect(withholdingAmong(sources.map(sampleRecord))).toEqual(expected);
  });
});

describe('a removal that can be undone', () => {
  const END = NOW + 600_000;
  const remove = (changed: Partial<ReportRecord> = {}): ReportRecord => {
    const before = sampleRecord({ reports: [reportBy('b')], ...changed });
    const { after } = decideReport(before, { to: 'removed', byId: 'mod', why: 'no', isUndoable: true }, NOW);
    return after ?? before;
  };
  const undo = (before: ReportRecord, nowMs = NOW + 1) => undoDecision(before, { atMs: NOW, byId: 'mod2' }, nowMs);

  it('hides it and what was made from it until then, as a decision; after that nothing brings it back', () => {
    const removed = remove({ state: 'hidden' });
    expect(partStates(removed, NOW)).toMatchObject({ result: 'hidden removed', copy: 'hidden', derived: 'hidden' });
    expect(actionsOf(removed, sampleRecord({ state: 'hidden', reports: removed.reports }))).toEqual(['removed by mod']);
    expect(decideReport(removed, { to: 'restored', byId: 'mod2' }, NOW).outcome.outcome).toBe('late');
    expect(undoEndsInMs(removed, NOW)).toBe(END - NOW);
    const ended = undoEnded(removed, END);
    expect(follow(removed, removedSource).after).toEqual({ ...ended, decidedAtMs: NOW });
    expect(follow(ended).after).toBeUndefined();
    expect(ended).toMatchObject({ state: 'removed', byId: 'mod', why: 'no', decidedAtMs: NOW });
    expect(partStates(ended, END)).toMatchObject({ result: 'removed', copy: 'removed', derived: 'removed' });
    expect(actionsOf(ended, removed)).toEqual([]);
    expect([undo(removed, END).outcome, undo(ended).outcome]).toEqual(['late', 'late']);
  });

  it('keeps what only its message has, and empties the message once the card has a copy', () => {
    const card = { channelId: 'staff', messageId: 'card', files: [] };
    const files = [FILE];
    expect(partStates(remove({ card }), NOW).result).toBe('hidden removed');
    const emptied = remove({ card: { ...card, files } });
    expect(partStates(emptied, NOW).result).toBe('emptied removed');
    const { after: again = emptied } = undo({ ...emptied, shown: { ...emptied.shown, result: 'emptied removed' } });
    expect(again).toMatchObject({ state: 'shown', undoneById: 'mod2' });
    expect(lacksFiles(again, [])).toBe(true);
    const gone = { ...undoEnded(emptied, NOW + 600_000), shown: { result: 'removed' } };
    const { after: back = gone } = bringBack(gone, { source: undefined, byId: 'mod2' }, NOW + 600_000);
    expect(lacksFiles(back, [])).toBe(true);
    expect(actionsOf(back, gone)).toEqual(['restored by mod2']);
    expect(partStates(again, NOW)).toMatchObject({ result: 'shown', copy: 'shown', derived: 'shown' });
    expect(decisionsIn(emptied, again)).toMatchObject([{ action: 'undone', undid: 'removed', byId: 'mod2' }]);
  });

  it('is a removal for reporters and their limits; undone, its message and limits are as before', () => {
    const removed = remove({ state: 'hidden', card: { channelId: 'staff', messageId: 'card', files: [FILE] } });
    const shown = { ...removed, shown: { result: 'emptied removed' } };
    const limit = (record: ReportRecord) => limitReached(1, Array(5).fill(record));
    expect(addReport(shown, SUBJECT, { ...intimate, byId: 'd', reason: 'rules' }, NOW).outcome.outcome).toBe(
      'already removed',
    );
    expect(limit(shown)).toBeUndefined();
    const { after: again = shown } = undo(shown);
    expect(partStates(again, NOW).result).toBe('emptied');
    expect(lacksFiles(again, [])).toBe(true);
    expect(limit(again)).toBe('too many intimate');
  });

  it('is undone into a hidden picture if it was reported as intimate meanwhile', () => {
    const { after: reported = remove() } = addReport(remove(), SUBJECT, intimate, NOW + 1);
    expect(decisionDeadlineMs(reported)).toBeUndefined();
    const { after: again = reported } = undo(reported, NOW + 2);
    expect(again).toMatchObject({ state: 'hidden', urgent: { sinceMs: NOW + 1 } });
    expect(decisionDeadlineMs(again)).toBeGreaterThan(NOW);
  });
});

describe('undo of a decision to show a result', () => {
  const MINUTE_MS = 60_000;
  const keep = (before: ReportRecord): ReportRecord => {
    const { after } = decideReport(before, { to: 'restored', byId: 'mod', isUndoable: true }, NOW);
    if (!after) throw new Error('nothing was decided');
    return after;
  };
  const undo = (before: ReportRecord, atMs = NOW, nowMs = NOW + 1) =>
    undoDecision(before, { atMs, byId: 'mod2' }, nowMs);
  const urgent = { sinceMs: NOW - 1 };
  const intimateReport = { ...reportBy('b'), reason: 'intimate' as const };
  const kept = { atMs: NOW - 9, isIntimate: false, wasHidden: false };

  it.each<[string, Partial<ReportRecord>, string]>([
    ['shown with its reports', { reports: [reportBy('b')] }, 'kept'],
    ['hidden by Easel', { state: 'hidden', reports: [reportBy('b'), reportBy('c')] }, 'restored'],
    ['hidden by a moderator after another kept it', { state: 'hidden', byId: 'mod', kept }, 'restored'],
    ['hidden as an intimate picture', { state: 'hidden', byId: 'b', reports: [intimateReport], urgent }, 'restored'],
    ['hidden with its source', { state: 'hidden', withSource: { sinceMs: NOW } }, 'restored'],
    ['shown again with its source', { reports: [reportBy('b')], decidedAtMs: NOW - 5 }, 'kept'],
  ])('brings back what was %s, and is logged as undone', (_, changed, undid) => {
    const before = sampleRecord(changed);
    const restored = keep(before);
    // Its message has its files again, so nothing is urgent now.
    const result = { part: 'result' as const, state: 'restored', seen: restored, brought: undefined };
    const { after: shown = restored } = withBroughtPart(restored, result, NOW);
    expect(shown.urgent).toBeUndefined();
    const { after, outcome } = undo(shown);
    expect(outcome).toBe('undone');
    expect({ ...after, shown: {} }).toEqual({ ...before, decidedAtMs: NOW + 1, undoneById: 'mod2' });
    expect(after && decisionsIn(shown, after)).toMatchObject([{ action: 'undone', undid, byId: 'mod2' }]);
    expect(after && actionsOf(keep(after), after)).toEqual([`${undid} by mod`]);
    expect(keep(after ?? before).undoneById).toBeUndefined();
  });

  it.each<[string, ReportRecord, number?, number?]>([
    ['after ten minutes', keep(sampleRecord({ state: 'hidden' })), NOW, NOW + 10 * MINUTE_MS],
    ['while the clock is behind the decision', keep(sampleRecord({ state: 'hidden' })), NOW, NOW - 1],
    ['of another decision', keep(sampleRecord({ state: 'hidden' })), NOW - 5],
    ['twice', undo(keep(sampleRecord({ state: 'hidden' }))).after ?? sampleRecord()],
    [
      'once it was reported as an intimate picture',
      addReport(keep(sampleRecord()), SUBJECT, intimate, NOW).after ?? sampleRecord(),
    ],
    ['once its source was removed', follow(keep(sampleRecord()), removedSource).after ?? sampleRecord()],
    [
      'once its source is shown again',
      follow(keep(sampleRecord({ state: 'hidden', withSource: { sinceMs: NOW } }))).after ?? keep(sampleRecord()),
    ],
    [
      'of an answer to an appeal',
      decideReport(sampleRecord({ state: 'hidden' }), { to: 'restored', byId: 'mod' }, NOW).after ?? sampleRecord(),
    ],
  ])('is late %s', (_, before, atMs, nowMs) => {
    expect(undo(before, atMs, nowMs)).toEqual({ outcome: 'late' });
  });

  it('is offered for ten minutes at most, whatever the clock says', () => {
    const restored = keep(sampleRecord({ state: 'hidden' }));
    expect(undoEndsInMs(restored, NOW - 99 * MINUTE_MS)).toBe(10 * MINUTE_MS);
    expect(undoEndsInMs(restored, NOW + 10 * MINUTE_MS)).toBe(0);
  });

  it('hides again what was made from it, tells the author and reporters again, and keeps its deadline', () => {
    const shown = { result: 'emptied', copy: 'hidden', derived: 'hidden', notice: 'hidden', operator: 'reported' };
    const before = sampleRecord({ state: 'hidden', byId: 'b', reports: [intimateReport], urgent, shown });
    // What was made from it isn't shown again yet, and more may have been made.
    const told = {
      ...keep(before),
      shown: { ...shown, result: 'restored', notice: 'restored', reporters: 'restored' },
    };
    const { after = before } = undo(told);
    expect(partsBehind(after, NOW + 1)).toEqual(expect.arrayContaining(['result', 'derived', 'notice', 'reporters']));
    expect(partStates(after, NOW + 1)).toMatchObject({
      reporters: 'undone',
      operator: partStates(before, NOW).operator,
    });
    const { after: untold = before } = undo(keep(before));
    expect(partsBehind(untold, NOW + 1)).not.toContain('notice');
    expect(partsBehind(untold, NOW + 1)).not.toContain('reporters');
  });
});

describe('a record whose parts are up to date', () => {
  const card = { outcome: 'there' as const, message: { id: 'card', channelId: 'staff', files: [] } };
  const bring = (seen: ReportRecord, part: ReportPart, now = seen, brought: Brought = card): ReportRecord =>
    withBroughtPart(now, { part, state: partStates(seen, NOW)[part], seen, brought }, NOW).after ?? now;
  const allShown = (record: ReportRecord): ReportRecord =>
    partsBehind(record, NOW).reduce((now, part) => bring(now, part), record);

  it('is done, and knows the message that shows the result', () => {
    const hidden = sampleRecord({ state: 'hidden' });
    const seen = withLocation(hidden, { ...SUBJECT, messageId: 'another' });
    expect(bring(seen, 'result', hidden)).toMatchObject({
      messageId: 'another',
      shown: { result: 'hidden' },
    });
    expect(partsBehind(allShown(hidden), NOW)).toEqual([]);
    expect(withLocation(hidden, undefined)).toEqual(hidden);
  });

  it.each<[string, Partial<ReportRecord>, ReportPart[]]>([
    ['has been decided about', { state: 'removed' }, ['copy', 'result', 'derived', 'notice']],
    ['has been reported again', { reports: [reportBy('b')] }, ['card']],
  ])('is not done if it %s since', (_, changed, parts) => {
    expect(partsBehind({ ...allShown(sampleRecord({ state: 'hidden' })), ...changed }, NOW)).toEqual(parts);
  });

  it('empties the message of an intimate picture only once the card has its files', () => {
    const urgent = sampleRecord({ state: 'hidden', reports: [reportBy('b')], urgent: { sinceMs: NOW } });
    expect(partStates(urgent, NOW).result).toBe('hidden');
    const covered = bring(urgent, 'card');
    expect(partStates(covered, NOW).result).toBe('emptied');
    const restored = { ...allShown(covered), state: 'restored' as const };
    expect(allShown(restored).urgent).toBeUndefined();
    const withCopy = {
      ...covered,
      card: { channelId: 'staff', messageId: 'card', files: [{ attachmentId: '1', name: 'a' }] },
    };
    const removed = { ...withCopy, state: 'removed' as const };
    expect(bring(removed, 'card', removed, { outcome: 'gone' }).card?.files).toEqual([]);
    expect(bring(withCopy, 'card', withCopy, { outcome: 'gone' }).card?.files).toHaveLength(1);
  });

  it.each<Brought>([{ outcome: 'closed' }, { outcome: 'gone', isChannelGone: true }])(
    'shows a decision later if its message is out of reach: %o',
    (brought) => {
      const restored = sampleRecord({ state: 'restored', urgent: { sinceMs: NOW } });
      const late = bring(restored, 'result', restored, brought);
      expect(lateTryInMs(late, NOW)).toBe(5 * 60_000);
      // Its files aren't there again yet.
      expect(late.urgent).toBeDefined();
      expect(lateTryInMs(bring(late, 'result', late, { outcome: 'gone' }), NOW)).toBeUndefined();
      expect(lateTryInMs({ ...late, state: 'removed' }, NOW)).toBeUndefined();
    },
  );

  it('retries its card while the moderators’ channel is closed', () => {
    const reported = sampleRecord({ reports: [reportBy('b')] });
    const closed = bring(reported, 'card', reported, { outcome: 'closed' });
    expect(closed.cardDueAtMs).toBeGreaterThan(NOW);
    const posted = bring(reported, 'card', closed);
    expect(posted).toMatchObject({ card: { channelId: 'staff', messageId: 'card', files: [] } });
    expect(posted.cardDueAtMs).toBeUndefined();
  });
});
