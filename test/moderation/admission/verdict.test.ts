import { describe, expect, it } from 'vitest';
import {
  judge,
  type MemberFacts,
  type Occasion,
  type RequestFacts,
} from '../../../src/moderation/admission/verdict.ts';
import { gatesOf, MODE_NAMES } from '../../../src/moderation/settings/modes.ts';
import {
  lacksModeratorsChannel,
  type ModerationSettings,
  NEW_SETTINGS,
} from '../../../src/moderation/settings/settings.ts';
import { createWordRules } from '../../../src/moderation/words/words.ts';
import { DAY_MS } from '../../../src/time/clock.ts';
import { attached, work } from '../../support/sources.ts';

const CHANNEL = '1300000000000000202';
const THREAD = '1300000000000000301';
const OTHER = '1300000000000000203';
const STAFF = '1300000000000000205';
const GUILD = '1300000000000000000';
const ROLE = '1300000000000000101';
const NOW_MS = 100 * DAY_MS;

const FACTS: RequestFacts = {
  guildId: GUILD,
  memberId: '1300000000000000401',
  request: { modelId: 'image-model-a', aspectRatio: '1:1', prompt: 'a kite', sources: [], spoiler: false },
  channelIds: [CHANNEL],
  ageRestricted: false,
  roleIds: [],
  isModerator: false,
};
const MEMBER: MemberFacts = {
  timeout: null,
  isTrusted: false,
  startedAtMs: [],
  underWay: 0,
};

interface Case {
  request?: Partial<RequestFacts['request']>;
  wish?: Partial<RequestFacts>;
  member?: Partial<MemberFacts>;
  settings?: Partial<ModerationSettings>;
  isPaused?: boolean;
  occasion?: Occasion;
}

function verdictOf({ request, wish, member, settings, isPaused = false, occasion = 'ask' }: Case) {
  const all = { ...NEW_SETTINGS, ...settings };
  const pause = isPaused ? { byId: '1', atMs: 0, why: '' } : null;
  return judge(
    { ...FACTS, ...wish, request: { ...FACTS.request, ...request } },
    { ...MEMBER, ...member },
    { settings: all, words: createWordRules(all), pause },
    occasion,
    NOW_MS,
  );
}
const reasonOf = (one: Case): string => {
  const verdict = verdictOf(one);
  return verdict.verdict === 'refuse' ? verdict.refusal.reason : verdict.verdict;
};

describe('a verdict', () => {
  it('allows a request that no rule refuses', () => {
    expect(verdictOf({})).toEqual({ verdict: 'allow' });
  });

  it.each<[string, Case, string]>([
    ['a pause', { isPaused: true }, 'paused'],
    ['a pause also for moderators', { isPaused: true, wish: { isModerator: true } }, 'paused'],
    ['a timeout', { member: { timeout: { untilMs: NOW_MS + 1, why: 'spam' } } }, 'timed out'],
    ['a timeout that is over', { member: { timeout: { untilMs: NOW_MS, why: 'spam' } } }, 'allow'],
    ['another channel', { settings: { imageChannelIds: [OTHER] } }, 'channel'],
    ['the channel of clips does not count for pictures', { settings: { videoChannelIds: [OTHER] } }, 'allow'],
    ['clips elsewhere', { request: { modelId: 'omni-flash' }, settings: { videoChannelIds: [OTHER] } }, 'channel'],
    [
      'a thread of an allowed channel',
      { wish: { channelIds: [THREAD, CHANNEL] }, settings: { imageChannelIds: [CHANNEL] } },
      'allow',
    ],
    ['lacking the role', { settings: { roleIds: [ROLE] } }, 'role'],
    ['having the role', { settings: { roleIds: [ROLE] }, wish: { roleIds: [ROLE] } }, 'allow'],
    ['everybody where the role is @everyone', { settings: { roleIds: [GUILD] } }, 'allow'],
    ['a moderator without the role', { settings: { roleIds: [ROLE] }, wish: { isModerator: true } }, 'allow'],
    ['another model', { settings: { modelIds: ['image-model-b'] } }, 'model'],
    ['a model that is no longer offered', { request: { modelId: 'model-of-last-year' } }, 'retired model'],
    [
      'two models of which one is not used',
      { request: { modelId: 'image-model-b', andModelId: 'image-model-a' }, settings: { modelIds: ['image-model-b'] } },
      'model',
    ],
    ['another ratio', { settings: { ratios: ['16:9'] } }, 'ratio'],
    ['a ratio left to the service', { settings: { ratios: ['16:9'] }, request: { aspectRatio: undefined } }, 'ratio'],
    ['as many at once as may be', { settings: { jobsAtOnce: 2 }, member: { underWay: 2 } }, 'at once'],
    ['one less at once', { settings: { jobsAtOnce: 2 }, member: { underWay: 1 } }, 'allow'],
    [
      'more at once by a moderator',
      { settings: { jobsAtOnce: 2 }, member: { underWay: 2 }, wish: { isModerator: true } },
      'allow',
    ],
    [
      'as many today as may be',
      { settings: { jobsPerDay: 2 }, member: { startedAtMs: [NOW_MS - 9, NOW_MS - 5] } },
      'per day',
    ],
    [
      'as many, one of them yesterday',
      { settings: { jobsPerDay: 2 }, member: { startedAtMs: [NOW_MS - DAY_MS, NOW_MS - 5] } },
      'allow',
    ],
    ['a cooldown', { settings: { cooldownSeconds: 60 }, member: { startedAtMs: [NOW_MS - 59_999] } }, 'cooldown'],
    [
      'a cooldown that is over',
      { settings: { cooldownSeconds: 60 }, member: { startedAtMs: [NOW_MS - 60_000] } },
      'allow',
    ],
    ...[NOW_MS + 1, NOW_MS + 40 * DAY_MS].map((atMs): [string, Parameters<typeof reasonOf>[0], string] => [
      'no limit while a clock was ahead',
      { settings: { jobsPerDay: 1, cooldownSeconds: 60 }, member: { startedAtMs: [atMs, atMs] } },
      'allow',
    ]),
    ['an explicit prompt', { request: { prompt: 'a nude' } }, 'explicit'],
    ['an explicit prompt among adults', { request: { prompt: 'a nude' }, wish: { ageRestricted: true } }, 'allow'],
    ['a listed word by a moderator', { request: { prompt: 'loli' }, wish: { isModerator: true } }, 'words'],
  ])('on %s', (_, one, reason) => {
    expect(reasonOf(one)).toBe(reason);
  });

  it('says when the next request is possible', () => {
    const startedAtMs = [NOW_MS - 50, NOW_MS - 20, NOW_MS - 10];
    expect(verdictOf({ settings: { jobsPerDay: 2 }, member: { startedAtMs } })).toMatchObject({
      refusal: { limit: 2, againAtMs: NOW_MS - 20 + DAY_MS },
    });
  });
});

describe('the rules of each occasion', () => {
  const moderators = { moderatorsChannelId: STAFF };
  const ALL = ['ask', 'round', 'reveal', 'move', 'gallery', 'approve', 'start', 'edit', 'publish'] as const;

  it.each<[string, Case, string, readonly Occasion[]]>([
    ['a pause', { isPaused: true }, 'paused', ['ask', 'round', 'reveal', 'move', 'gallery', 'approve']],
    [
      'a timeout',
      { member: { timeout: { untilMs: NOW_MS + 1, why: '' } } },
      'timed out',
      ['ask', 'round', 'reveal', 'move', 'gallery', 'approve', 'start'],
    ],
    [
      'the channel',
      { settings: { imageChannelIds: [OTHER] } },
      'channel',
      ['ask', 'round', 'reveal', 'move', 'approve', 'start'],
    ],
    ['a limit', { settings: { jobsAtOnce: 1 }, member: { underWay: 1 } }, 'at once', ['ask']],
    ['the lists', { request: { prompt: 'loli' } }, 'words', ALL],
    [
      'moderators’ word',
      { settings: { ...moderators, defaultMode: 'review' } },
      'ask',
      ['ask', 'round', 'reveal', 'move'],
    ],
    ['members’ votes', { settings: { ...moderators, defaultMode: 'vote' } }, 'ask', ['ask', 'reveal', 'move']],
  ])('%s', (_, one, reason, occasions) => {
    expect(ALL.filter((occasion) => reasonOf({ ...one, occasion }) === reason)).toEqual(occasions);
    expect(ALL.filter((occasion) => reasonOf({ ...one, occasion }) === 'allow')).toEqual(
      ALL.filter((occasion) => !occasions.includes(occasion)),
    );
  });
});

describe('who waits for approval', () => {
  const review = { modes: { [CHANNEL]: 'review' as const }, moderatorsChannelId: STAFF };

  it.each<[string, Case, string]>([
    ['a member in a channel of reviews', {}, 'ask'],
    ['a member in its thread', { wish: { channelIds: [THREAD, CHANNEL] } }, 'ask'],
    ['a member elsewhere', { wish: { channelIds: [OTHER] } }, 'allow'],
    ['a moderator', { wish: { isModerator: true } }, 'allow'],
    ['a trusted member', { member: { isTrusted: true } }, 'allow'],
    ['a member of a trusted role', { wish: { roleIds: [ROLE] }, settings: { trustedRoleIds: [ROLE] } }, 'allow'],
    ['nobody, where moderators have no channel', { settings: { moderatorsChannelId: null } }, 'no moderators channel'],
    ['nobody, where the prompt is refused anyway', { request: { prompt: 'loli' } }, 'words'],
  ])('%s', (_, one, reason) => {
    expect(reasonOf({ ...one, settings: { ...review, ...one.settings } })).toBe(reason);
  });

  it.each(MODE_NAMES)('a doubtful word asks moderators in mode %s, and leaves the gate after', (mode) => {
    const words = { ...NEW_SETTINGS.words, review: ['storm'] };
    const settings = { moderatorsChannelId: STAFF, defaultMode: mode, words };
    expect(verdictOf({ settings, request: { prompt: 'a Storm' } })).toEqual({
      verdict: 'ask',
      gates: { before: 'moderators', after: gatesOf(mode).after },
      why: { reason: 'words', entry: 'storm' },
    });
    expect(reasonOf({ settings: { ...settings, moderatorsChannelId: null }, request: { prompt: 'a storm' } })).toBe(
      'no moderators channel',
    );
  });

  it.each(MODE_NAMES)('a picture by others asks moderators in mode %s if the server reviews such pictures', (mode) => {
    const sources = [attached(undefined, '1300000000000000402')];
    const gates = { before: 'moderators', after: gatesOf(mode).after };
    const settings = { moderatorsChannelId: STAFF, defaultMode: mode, reviewOthersPictures: 'on' as const };
    const noChannel = { ...settings, moderatorsChannelId: null };
    expect(reasonOf({ settings: noChannel, request: { sources } })).toBe('no moderators channel');
    expect(lacksModeratorsChannel({ ...NEW_SETTINGS, ...noChannel })).toBe(true);
    expect(verdictOf({ settings, request: { sources } })).toMatchObject({
      verdict: 'ask',
      gates,
      why: { reason: 'pictures' },
    });
  });

  const byOthers = [work('1', '1300000000000000402')];
  it.each<[string, Case]>([
    ['a picture of their own', { request: { sources: [attached(undefined, FACTS.memberId)] } }],
    ['no picture', {}],
    ['a trusted member', { request: { sources: byOthers }, member: { isTrusted: true } }],
    ['a moderator', { request: { sources: byOthers }, wish: { isModerator: true } }],
    ['the setting off', { request: { sources: byOthers }, settings: { reviewOthersPictures: 'off' } }],
  ])('no approval is needed for pictures by others: %s', (_, one) => {
    const settings = { moderatorsChannelId: STAFF, reviewOthersPictures: 'on' as const, ...one.settings };
    expect(reasonOf({ ...one, settings })).toBe('allow');
  });

  const reviewed = { ...NEW_SETTINGS.words, review: ['storm'] };
  it.each<[string, Case, string, string]>([
    ['nothing', {}, 'allow', 'allow'],
    ['the mode of the channel', { settings: { defaultMode: 'review' } }, 'ask', 'allow'],
    ['members’ votes', { settings: { defaultMode: 'vote' } }, 'ask', 'allow'],
    ['a review before everyone sees it', { settings: { defaultMode: 'preview' } }, 'ask', 'allow'],
    ['a word', { request: { prompt: 'a storm' } }, 'ask', 'no draft'],
    ['a word of a trusted member', { request: { prompt: 'a storm' }, member: { isTrusted: true } }, 'allow', 'allow'],
    ['a picture by others', { request: { sources: byOthers } }, 'ask', 'no draft'],
    [
      'a picture by others where the channel reviews too',
      { request: { sources: byOthers }, settings: { defaultMode: 'review' } },
      'ask',
      'no draft',
    ],
  ])('a request waits because of %s, and a draft may or may not skip that', (_, one, request, draft) => {
    const settings = {
      ...{ drafts: 'on' as const, moderatorsChannelId: STAFF, reviewOthersPictures: 'on' as const, words: reviewed },
      ...one.settings,
    };
    expect(reasonOf({ ...one, settings })).toBe(request);
    expect(reasonOf({ ...one, settings, request: { ...one.request, isDraft: true } })).toBe(draft);
    expect(reasonOf({ ...one, settings: { ...settings, drafts: 'off' }, request: { isDraft: true } })).toBe(
      'drafts off',
    );
  });

  const tooMuch = Array.from({ length: 20 }, (_, index) => `/[a-z]*a[a-z]{${200 + index}}[0-9]/`);

  it.each<[string, Case]>([
    ['a member', {}],
    ['a trusted member', { member: { isTrusted: true } }],
    ['a member of a trusted role', { wish: { roleIds: [ROLE] }, settings: { trustedRoleIds: [ROLE] } }],
    ['a moderator', { wish: { isModerator: true } }],
  ])('not even with a prompt that takes too long to check: %s', (_, one) => {
    const words = { ...NEW_SETTINGS.words, refuse: tooMuch };
    const settings = { moderatorsChannelId: STAFF, words, ...one.settings };
    expect(verdictOf({ ...one, settings, request: { prompt: 'a'.repeat(2_000) } })).toEqual({
      verdict: 'refuse',
      refusal: { reason: 'unread' },
    });
  });
});
