import { describe, expect, it } from 'vitest';
import {
  type Act,
  access,
  type Denial,
  type Viewer,
  type WorkFacts,
  type WorkStatus,
} from '../../../src/moderation/access/access.ts';

const AUTHOR = '1';

const VIEWERS = {
  author: { userId: AUTHOR, isModerator: false, mayManageMessages: false },
  member: { userId: '2', isModerator: false, mayManageMessages: false },
  moderator: { userId: '3', isModerator: true, mayManageMessages: true },
} satisfies Record<string, Viewer>;

const work: WorkFacts = {
  ...{ memberId: AUTHOR, status: 'open', isKept: true, isUnderWay: false, isDraft: false, hidesPrompt: false },
  ...{ isInSight: true, isAgeRestricted: false, isDeletedByHand: false },
  consent: true,
};

const ACTS = ['find', 'read', 'files', 'sample', 'show', 'reveal', 'repeat', 'build', 'star', 'cancel', 'delete'];

/** The acts that are allowed, in the order of the decision; without reports, which have a test of their own. */
function allowed(viewer: keyof typeof VIEWERS, facts: Partial<WorkFacts>, isAgeRestricted = false): string {
  const denials: Readonly<Record<string, Denial | undefined>> = access(
    VIEWERS[viewer],
    { ...work, ...facts },
    { isAgeRestricted },
  );
  expect(Object.keys(denials).sort()).toEqual([...ACTS, 'report'].sort());
  return ACTS.filter((act) => denials[act] === undefined).join(' ');
}

const denial = (act: Act, viewer: keyof typeof VIEWERS, facts: Partial<WorkFacts>): Denial | undefined =>
  access(VIEWERS[viewer], { ...work, ...facts }, { isAgeRestricted: false })[act];

type Row = [WorkStatus, Record<keyof typeof VIEWERS, string>];
const STATUSES: Row[] = [
  [
    'open',
    {
      author: 'find read files sample show repeat build star delete',
      member: 'find read files sample repeat build star',
      moderator: 'find read files sample show repeat build star delete',
    },
  ],
  ['unpublished', { author: 'find read files repeat build delete', member: '', moderator: 'read files repeat delete' }],
  ['discarded', { author: 'find read files delete', member: '', moderator: 'read files delete' }],
  ['hidden', { author: 'find read delete', member: '', moderator: 'read delete' }],
  ['removed', { author: 'find read delete', member: '', moderator: 'read delete' }],
  ['deleted', { author: 'find read files repeat build delete', member: '', moderator: 'find read show repeat delete' }],
];

describe('access to a work', () => {
  it.each(STATUSES)('that is %s', (status, expected) => {
    for (const viewer of ['author', 'member', 'moderator'] as const) {
      expect([viewer, allowed(viewer, { status })]).toEqual([viewer, expected[viewer]]);
    }
  });

  it('that is a draft belongs to its author alone, who can publish it', () => {
    const draft = { status: 'draft', isDraft: true } as const;
    expect(allowed('author', draft)).toBe('find read files reveal repeat build delete');
    expect(allowed('member', draft)).toBe('');
    expect(allowed('moderator', draft)).toBe('delete');
  });

  it('that Easel no longer keeps is limited to deleting its message and building on it', () => {
    expect(allowed('author', { isKept: false })).toBe('build delete');
    expect(allowed('member', { isKept: false })).toBe('build');
    expect(denial('read', 'author', { isKept: false })).toBe('gone');
    expect(denial('build', 'member', { isKept: false, status: 'hidden' })).toBe('hidden');
  });

  it('that is still being made can be cancelled, and neither shown nor deleted', () => {
    expect(allowed('author', { isUnderWay: true })).toBe('find read repeat build cancel');
    expect(allowed('member', { isUnderWay: true })).toBe('read repeat build');
    expect(allowed('moderator', { isUnderWay: true })).toBe('read repeat build cancel');
  });

  it('in a channel that others cannot see is denied to them, and never to its author', () => {
    expect(allowed('member', { isInSight: false })).toBe('');
    expect(allowed('moderator', { isInSight: false })).toBe('show delete');
    expect(allowed('author', { isInSight: false })).toBe(allowed('author', {}));
  });

  it('whose prompt is private can be repeated only by its author and moderators', () => {
    expect(allowed('member', { hidesPrompt: true })).toBe('find files sample build star');
    expect(allowed('moderator', { hidesPrompt: true })).toBe(allowed('moderator', {}));
  });

  it('from an age-restricted channel is shown only in such channels, and read and repeated by others only there', () => {
    const adult = { isAgeRestricted: true };
    expect(allowed('author', adult)).toBe('find read files repeat star delete');
    expect(allowed('member', adult)).toBe('find star');
    expect(allowed('member', adult, true)).toBe(allowed('member', {}));
    expect(denial('read', 'moderator', adult)).toBeUndefined();
    expect(denial('repeat', 'moderator', adult)).toBe('age restricted');
    expect(denial('reveal', 'author', { ...adult, status: 'draft', isDraft: true })).toBe('age restricted');
    expect(allowed('author', adult, true)).toBe(allowed('author', {}));
  });

  it('is built on as its author allows, who needs no permission', () => {
    expect(denial('build', 'member', { consent: false })).toBe('no consent');
    expect(denial('build', 'moderator', { consent: 'ask' })).toBe('ask first');
    expect(denial('build', 'author', { consent: false })).toBeUndefined();
  });

  it('doesn’t leave an age-restricted channel as a source, its author’s own neither', () => {
    for (const viewer of ['author', 'member'] as const) {
      expect(denial('build', viewer, { isAgeRestricted: true })).toBe('age restricted');
      expect(allowed(viewer, { isAgeRestricted: true }, true)).toContain('build');
    }
  });

  it('that was deleted in Discord can be posted again only by moderators', () => {
    expect(denial('show', 'author', { isDeletedByHand: true })).toBe('deleted');
    expect(denial('show', 'moderator', { isDeletedByHand: true })).toBeUndefined();
  });

  it('can be reported by everyone who sees it, in every state but a draft', () => {
    for (const status of ['open', 'hidden', 'removed', 'unpublished'] as const) {
      expect(denial('report', 'member', { status })).toBeUndefined();
      expect(denial('report', 'member', { status, isInSight: false })).toBe('out of sight');
    }
    expect(denial('report', 'member', { status: 'draft' })).toBe('draft');
    expect(denial('report', 'member', { isKept: false })).toBeUndefined();
  });
});
