import { describe, expect, it } from 'vitest';
import * as controls from '../../../src/discord/custom-ids/controls.ts';
import { parseCustomId } from '../../../src/discord/custom-ids/ids.ts';
import { SERVER_KINDS, SETUP_ROLES_MAX } from '../../../src/moderation/settings/setup.ts';

const { askIds, historyIds, privacyIds, queueIds, resolveIds, roundIds, serversIds, waitingIds } = controls;

const memberId = '1200000000000000001';
const guildId = '1200000000000000002';
const jobId = 'bhwo1mvalyps';
/** The largest id that Discord can create. */
const LARGEST_ID = '18446744073709551615';

interface Case {
  ids: { read(id: string): unknown; of(memberId: string, argument: never): string };
  text: string;
  argument: object;
}

/** Ids as they are on posted messages. */
const AS_POSTED: Case[] = [
  { ids: controls.cancelIds, text: `cancel:${jobId}`, argument: { jobId } },
  { ids: controls.starIds, text: `star:${jobId}-0`, argument: { jobId, picture: 0 } },
  { ids: controls.starIds, text: `star:${jobId}-2-none`, argument: { jobId, picture: 2, viewId: 'none' } },
  { ids: controls.makeIds, text: `make:vary-${jobId}-2-4`, argument: { verb: 'vary', jobId, picture: 2, credits: 4 } },
  { ids: controls.workIds, text: `work:view-${jobId}-3`, argument: { verb: 'view', jobId, picture: 3 } },
  { ids: controls.deleteIds, text: `delete:${jobId}`, argument: { jobId } },
  { ids: controls.promptIds, text: `prompt:${jobId}`, argument: { jobId } },
  { ids: controls.fetchIds, text: `fetch:${jobId}`, argument: { jobId } },
  { ids: controls.reportIds, text: `report:${jobId}`, argument: { jobId } },
  { ids: controls.reportIds, text: `report:${jobId}-${guildId}`, argument: { jobId, messageId: guildId } },
  { ids: controls.reportedIds, text: `reported:keep-${jobId}`, argument: { verb: 'keep', jobId } },
  { ids: controls.reportedIds, text: `reported:remove-${jobId}`, argument: { verb: 'remove', jobId } },
  { ids: controls.galleryIds, text: `gallery:show-${jobId}`, argument: { verb: 'show', jobId } },
  { ids: controls.galleryIds, text: `gallery:remove-${jobId}`, argument: { verb: 'remove', jobId } },
  { ids: controls.previewIds, text: `preview:view-${jobId}`, argument: { verb: 'view', jobId } },
  { ids: controls.previewIds, text: `preview:publish-${jobId}`, argument: { verb: 'publish', jobId } },
  { ids: controls.previewIds, text: `preview:discard-${jobId}`, argument: { verb: 'discard', jobId } },
  { ids: historyIds, text: 'history:newest-0', argument: { verb: 'newest', viewId: '0' } },
  { ids: historyIds, text: `history:older-${jobId}-${jobId}`, argument: { verb: 'older', viewId: jobId, jobId } },
  { ids: serversIds, text: 'servers:0', argument: { page: 0 } },
  { ids: privacyIds, text: 'privacy:ask-here', argument: { verb: 'ask', where: 'here' } },
  { ids: privacyIds, text: 'privacy:yes-all', argument: { verb: 'yes', where: 'all' } },
  { ids: askIds, text: `ask:yes-${jobId}`, argument: { verb: 'yes', keptRequestId: jobId } },
  { ids: askIds, text: `ask:no-${jobId}`, argument: { verb: 'no', keptRequestId: jobId } },
  { ids: resolveIds, text: 'resolve:list-1-all', argument: { verb: 'list', page: 1, scope: 'all' } },
  {
    ids: resolveIds,
    text: `resolve:one-settle-0-one-${guildId}-${jobId}-2`,
    argument: { verb: 'one', decision: 'settle', page: 0, scope: 'one', guildId, jobId, number: '2' },
  },
  {
    ids: resolveIds,
    text: `resolve:one-release-0-all-${guildId}-${jobId}-0`,
    argument: { verb: 'one', decision: 'release', page: 0, scope: 'all', guildId, jobId, number: '0' },
  },
  {
    ids: resolveIds,
    text: `resolve:ask-settle-3-${guildId}-0123abcd`,
    argument: { verb: 'ask', decision: 'settle', page: 3, scope: guildId, mark: '0123abcd' },
  },
  {
    ids: resolveIds,
    text: 'resolve:all-release-0-all-0123abcd',
    argument: { verb: 'all', decision: 'release', page: 0, scope: 'all', mark: '0123abcd' },
  },
  ...['approve', 'reject', 'edit', 'trust', 'withdraw', 'why', 'vote', 'veto', 'prompt'].flatMap((verb) => [
    { ids: waitingIds, text: `waiting:${verb}-${jobId}`, argument: { verb, requestId: jobId } },
    { ids: waitingIds, text: `waiting:${verb}-${jobId}-3`, argument: { verb, requestId: jobId, edits: 3 } },
  ]),
  { ids: queueIds, text: 'queue:cards', argument: { verb: 'cards' } },
  ...['submit', 'mine', 'withdraw', 'entries', 'manage', 'cancel', 'confirm'].map((verb) => ({
    ids: roundIds,
    text: `round:${verb}-${jobId}`,
    argument: { verb, roundId: jobId },
  })),
  { ids: roundIds, text: `round:page-${jobId}-1`, argument: { verb: 'page', roundId: jobId, page: 1 } },
  { ids: roundIds, text: `round:managepage-${jobId}-0`, argument: { verb: 'managepage', roundId: jobId, page: 0 } },
  { ids: roundIds, text: `round:vote-${jobId}-7-1`, argument: { verb: 'vote', roundId: jobId, number: 7, page: 1 } },
  {
    ids: roundIds,
    text: `round:remove-${jobId}-7-1`,
    argument: { verb: 'remove', roundId: jobId, number: 7, page: 1 },
  },
  {
    ids: roundIds,
    text: `round:approve-${jobId}-7-1-mhz3k0w0`,
    argument: { verb: 'approve', roundId: jobId, number: 7, page: 1, atMs: Number.parseInt('mhz3k0w0', 36) },
  },
  { ids: roundIds, text: `round:end-${jobId}-s`, argument: { verb: 'end', roundId: jobId, phase: 'submitting' } },
  { ids: roundIds, text: `round:end-${jobId}-v`, argument: { verb: 'end', roundId: jobId, phase: 'voting' } },
];

describe('custom ids', () => {
  it.each(AS_POSTED)('reads and writes $text as on posted messages', ({ ids, text, argument }) => {
    const customId = `${text}:${memberId}`;
    expect(ids.read(customId)).toEqual({ ...argument, memberId });
    expect(Reflect.apply(ids.of, ids, [memberId, argument])).toBe(customId);
  });

  it('carry each kind of server with each number of pictures and the longest choice of /setup', () => {
    for (const kind of [...SERVER_KINDS, 'own'] as const)
      for (const picturesPerRequest of [1, 2, 3, 4]) {
        const moderatorRoleIds = Array.from({ length: SETUP_ROLES_MAX }, () => LARGEST_ID);
        const places = { moderatorsChannelId: LARGEST_ID, galleryChannelId: LARGEST_ID, moderatorRoleIds };
        const argument = { verb: 'gallery' as const, choice: { kind, picturesPerRequest, ...places } };
        const id = controls.setupIds.of(LARGEST_ID, argument);
        expect(controls.setupIds.read(id)).toEqual({ ...argument, memberId: LARGEST_ID });
      }
  });

  it('fit into Discord’s 100 characters with the longest values', () => {
    const largest = 'z'.repeat(14);
    const number = 999_999_999;
    const ids = [
      resolveIds.of(LARGEST_ID, {
        verb: 'one',
        decision: 'release',
        page: number,
        scope: 'all',
        guildId: LARGEST_ID,
        jobId: largest,
        number: '9',
      }),
      resolveIds.of(LARGEST_ID, {
        verb: 'all',
        decision: 'release',
        page: number,
        scope: LARGEST_ID,
        mark: '0123abcd',
      }),
      roundIds.of(LARGEST_ID, { verb: 'approve', roundId: largest, number, page: number, atMs: Date.UTC(2100, 0) }),
      controls.reportIds.of(LARGEST_ID, { jobId: largest, messageId: LARGEST_ID }),
    ];
    for (const id of ids) expect(id.length).toBeLessThanOrEqual(100);
  });

  it('don’t depend on the order of the arguments', () => {
    const argument = { page: 1, number: 7, roundId: jobId, verb: 'vote' } as const;
    expect(roundIds.of(memberId, argument)).toBe(`round:vote-${jobId}-7-1:${memberId}`);
  });

  it('throw if they are longer than Discord allows', () => {
    expect(() => controls.promptIds.of('1'.repeat(100), { jobId })).toThrow(RangeError);
  });

  it.each([
    '',
    'again',
    'again:x',
    `again:../etc:${memberId}`,
    `again:abc:${memberId}:more`,
    'again:abc:12',
    `again::${memberId}`,
    `${'a'.repeat(101)}`,
  ])('rejects %s', (text) => {
    expect(parseCustomId(text)).toBeUndefined();
  });

  it.each<[{ read(id: string): unknown }, string]>([
    [controls.promptIds, 'cancel:abc'],
    [controls.promptIds, 'prompt:abc-1'],
    [controls.promptIds, 'prompt:ABC'],
    [historyIds, 'history:12'],
    [historyIds, `history:older-${jobId}`],
    [privacyIds, 'privacy:yes-maybe'],
    [privacyIds, 'privacy:__proto__'],
    [controls.galleryIds, 'gallery:abc'],
    [controls.galleryIds, 'gallery:out-abc'],
    [controls.reportIds, 'report:abc-12'],
    [roundIds, 'round:vote-abc'],
    [roundIds, 'round:vote-abc-x-0'],
    [roundIds, 'round:end-abc-w'],
    [resolveIds, 'resolve:list-0-some'],
  ])('rejects ids of other actions or with other arguments: %#', (ids, text) => {
    expect(ids.read(`${text}:${memberId}`)).toBeUndefined();
  });
});
