import { expect, it } from 'vitest';
import type { GalleryCopy } from '../../../src/moderation/gallery/gallery-copy.ts';
import { decisionsIn, followReport } from '../../../src/moderation/gallery/gallery-decisions.ts';
import { BY_EASEL } from '../../../src/moderation/requests/request.ts';

const shown: GalleryCopy = {
  ...{ guildId: '1', jobId: 'job', memberId: '2', channelId: '3', phase: 'shown', byId: '9', number: 1, atMs: 5 },
  ...{ source: { channelId: '4', messageId: '5' }, ageRestricted: false, uploadLimitBytes: 1, messageId: '6' },
};
const after = (phase: GalleryCopy['phase'], state: Parameters<typeof followReport>[1]) =>
  followReport({ ...shown, phase }, state, 6).after;

it('a copy is hidden with its result, and comes back in the same message, shown by the same person', () => {
  for (const phase of ['wanted', 'shown', 'returning'] as const)
    expect(after(phase, 'hidden')).toMatchObject({ phase: 'hiding', messageId: '6', byId: '9', number: 1 });
  for (const phase of ['hiding', 'hidden'] as const)
    for (const state of ['restored', 'shown'] as const)
      expect(after(phase, state)).toMatchObject({ phase: 'returning', messageId: '6', byId: '9', number: 1 });
});

it('a copy is removed with its result, also while it is hidden', () => {
  for (const phase of ['wanted', 'shown', 'hiding', 'hidden', 'returning'] as const)
    expect(after(phase, 'removed')).toMatchObject({ phase: 'leaving', byId: BY_EASEL });
});

it('a copy that leaves or is gone stays away', () => {
  for (const phase of ['leaving', 'gone'] as const)
    for (const state of ['hidden', 'restored'] as const) expect(after(phase, state)).toBeUndefined();
  expect(followReport(undefined, 'hidden', 6)).toEqual({ outcome: false });
});

it('the log has one line for a copy that came back', () => {
  const actions = (before: GalleryCopy['phase']) => decisionsIn({ ...shown, phase: before }, shown);
  expect(actions('wanted')).toMatchObject([{ action: 'shown in the gallery', byId: '9' }]);
  expect(actions('returning')).toEqual([]);
});
