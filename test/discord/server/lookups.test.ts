import { describe, expect, it } from 'vitest';
import { createLookup } from '../../../src/discord/rest/lookup.ts';
import type { Outcome } from '../../../src/discord/rest/outcome.ts';
import type { ChannelFacts } from '../../../src/discord/rest/server-calls.ts';
import { createChannels, createMembersNow, createServerNames } from '../../../src/discord/server/lookups.ts';
import { createLog } from '../../../src/log.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const HERE = '1300000000000000000';
const THERE = '1400000000000000000';
const of = (guildId: string | undefined, isAgeRestricted = false): ChannelFacts => ({
  ...{ guildId, isAgeRestricted, parentChannelId: undefined, isForum: false },
});
const threadOf = (parentChannelId: string | undefined): ChannelFacts => ({
  ...{ guildId: HERE, isAgeRestricted: undefined, parentChannelId, isForum: false },
});

function channelsWorld(channels: Record<string, ChannelFacts>) {
  const clock = new FakeClock();
  const asked: string[] = [];
  const channelFacts = async (channelId: string): Promise<Outcome<ChannelFacts>> => {
    asked.push(channelId);
    const value = channels[channelId];
    return value ? { outcome: 'done', value } : { outcome: 'no access' };
  };
  const ask = createLookup(createLog('silent'));
  return { clock, asked, channels, ...createChannels({ rest: { channelFacts }, ask, clock }) };
}

describe('a channel’s server', () => {
  it('is another one if Discord says so', async () => {
    const { isElsewhere } = channelsWorld({ own: of(HERE), other: of(THERE), direct: of(undefined) });
    expect(await isElsewhere(HERE, 'own')).toBe(false);
    expect(await isElsewhere(HERE, 'other')).toBe(true);
    expect(await isElsewhere(HERE, 'direct')).toBe(true);
  });

  it('is looked up once, even by concurrent calls, because it never changes', async () => {
    const { find, idsOf, isElsewhere, asked, clock } = channelsWorld({ thread: threadOf('parent') });
    await Promise.all([isElsewhere(HERE, 'thread'), isElsewhere(HERE, 'thread')]);
    await clock.advance(86_400_000);
    expect(await find('thread')).toMatchObject({ guildId: HERE });
    expect(await idsOf('thread')).toEqual(['thread', 'parent']);
    expect(asked).toEqual(['thread']);
  });

  it('is unknown if Discord refuses to tell, and looked up again after a minute, or by callers that need it', async () => {
    const { find, isElsewhere, asked, channels, clock } = channelsWorld({});
    expect(await isElsewhere(HERE, 'other')).toBe(false);
    expect(await isElsewhere(HERE, 'other')).toBe(false);
    expect(asked).toHaveLength(1);
    expect(await find('other')).toBeUndefined();
    expect(asked).toHaveLength(2);
    channels['other'] = of(THERE);
    await clock.advance(60_000);
    expect(await isElsewhere(HERE, 'other')).toBe(true);
    expect(asked).toHaveLength(3);
  });
});

describe('a channel’s age restriction', () => {
  it('is looked up, for a thread at its parent', async () => {
    const { isAgeRestricted } = channelsWorld({ day: of(HERE), night: of(HERE, true), thread: threadOf('night') });
    expect(await isAgeRestricted('day')).toBe(false);
    expect(await isAgeRestricted('night')).toBe(true);
    expect(await isAgeRestricted('thread')).toBe(true);
  });

  it('is unknown if Discord doesn’t say, which isn’t cached', async () => {
    const { isAgeRestricted, channels } = channelsWorld({ thread: threadOf('night'), stray: threadOf(undefined) });
    expect(await isAgeRestricted('day')).toBeUndefined();
    expect(await isAgeRestricted('thread')).toBeUndefined();
    expect(await isAgeRestricted('stray')).toBeUndefined();
    channels['night'] = of(HERE, true);
    expect(await isAgeRestricted('thread')).toBe(true);
  });

  it('is cached for a minute', async () => {
    const { isAgeRestricted, channels, clock, asked } = channelsWorld({ day: of(HERE) });
    await isAgeRestricted('day');
    channels['day'] = of(HERE, true);
    expect(await isAgeRestricted('day')).toBe(false);
    await clock.advance(60_000);
    expect(await isAgeRestricted('day')).toBe(true);
    expect(asked).toHaveLength(2);
  });

  it('is known if the channel’s server was looked up', async () => {
    const { find, isAgeRestricted, isElsewhere, asked } = channelsWorld({ night: of(HERE, true) });
    await isElsewhere(HERE, 'night');
    expect(await isAgeRestricted('night')).toBe(true);
    await find('night');
    expect(asked).toEqual(['night']);
  });
});

function membersWorld(roleIds: Record<string, string[] | undefined>) {
  const clock = new FakeClock();
  const asked: string[] = [];
  const memberRoleIds = async (_guildId: string, memberId: string): Promise<Outcome<string[] | undefined>> => {
    asked.push(memberId);
    return Object.hasOwn(roleIds, memberId)
      ? { outcome: 'done', value: roleIds[memberId] }
      : { outcome: 'unavailable', retryAfterMs: undefined };
  };
  const ask = createLookup(createLog('silent'));
  return { clock, asked, find: createMembersNow({ rest: { memberRoleIds }, ask, clock }) };
}

describe('a member’s current roles', () => {
  it('are looked up, and cached for ten seconds', async () => {
    const roleIds: Record<string, string[] | undefined> = { a: ['artist'] };
    const { asked, clock, find } = membersWorld(roleIds);
    expect(await find('guild', 'a')).toEqual({ roleIds: ['artist'] });
    roleIds['a'] = undefined;
    expect(await find('guild', 'a')).toEqual({ roleIds: ['artist'] });
    await clock.advance(10_000);
    expect(await find('guild', 'a')).toBe('left');
    expect(asked).toHaveLength(2);
  });

  it('belong to one server', async () => {
    const { asked, find } = membersWorld({ a: [] });
    await find('guild', 'a');
    await find('other', 'a');
    expect(asked).toHaveLength(2);
  });

  it('are unknown if Discord doesn’t say, which isn’t cached', async () => {
    const roleIds: Record<string, string[] | undefined> = {};
    const { asked, find } = membersWorld(roleIds);
    expect(await find('guild', 'a')).toBeUndefined();
    expect(asked).toHaveLength(1);
    roleIds['a'] = [];
    expect(await find('guild', 'a')).toEqual({ roleIds: [] });
  });
});

function namesWorld() {
  const clock = new FakeClock();
  const asked: string[] = [];
  const answers: Outcome<string>[] = [];
  const names = createServerNames({
    clock,
    ask: (call, _failure, ...ids) => call(...ids, { signal: new AbortController().signal }),
    rest: {
      serverName: async (guildId) => {
        asked.push(guildId);
        return answers.shift() ?? { outcome: 'done', value: `Server ${guildId}` };
      },
    },
  });
  return { answers, asked, clock, names };
}

describe('names of servers', () => {
  it('are looked up once in ten minutes', async () => {
    const { asked, clock, names } = namesWorld();
    for (let times = 0; times < 3; times++) expect(await names.serverName('1')).toBe('Server 1');
    expect(asked).toEqual(['1']);
    await clock.advance(10 * 60_000);
    await names.serverName('1');
    expect(asked).toEqual(['1', '1']);
  });

  it('are looked up 25 at a time, so that more are cached each time', async () => {
    const { asked, names } = namesWorld();
    const ids = Array.from({ length: 40 }, (_, index) => String(index));
    expect((await names.serverNames(ids)).size).toBe(25);
    expect((await names.serverNames(ids)).size).toBe(40);
    expect(asked).toEqual(ids);
  });

  it('are looked up again if Discord was unavailable', async () => {
    const { answers, names } = namesWorld();
    answers.push({ outcome: 'unavailable', retryAfterMs: undefined, cause: undefined });
    expect(await names.serverName('1')).toBeUndefined();
    expect(await names.serverName('1')).toBe('Server 1');
  });
});

it('a bug in a lookup is logged as an error, and the lookup has no answer', async () => {
  const lines: { level: number; msg: string }[] = [];
  const ask = createLookup(createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) }));
  const channelFacts = () => Promise.reject(new TypeError('undefined is not a function'));
  const channels = createChannels({ rest: { channelFacts }, ask, clock: new FakeClock() });
  expect(await channels.find('any')).toBeUndefined();
  expect(lines).toMatchObject([{ level: 50, msg: 'Discord did not say what a channel is' }]);
});
