import type { KnownNames, Mention } from '../../jobs/job/readable-text.ts';
import type { AccessReaderParts } from '../../moderation/access/reader.ts';
import type { MemberNow } from '../../moderation/admission/sources.ts';
import { channelIdsOf } from '../interactions/interaction.ts';
import { createLookupCache, type LookupParts, type MaxAges, saidIn } from '../rest/lookup.ts';
import type { ChannelFacts } from '../rest/server-calls.ts';
import { maySee } from './permissions.ts';

/** What Discord knows about servers, their channels and members, cached for as long as it may be outdated. */

/** A channel never moves to another server or changes its kind. */
const FIXED: MaxAges = { knownMs: Number.POSITIVE_INFINITY };
/** A channel that is closed to Easel usually stays closed. */
const FIXED_OR_REFUSED: MaxAges = { ...FIXED, refusedMs: 60_000 };
/** A manager who switches a channel expects it to count soon. */
const SWITCHABLE: MaxAges = { knownMs: 60_000 };
const CHANNELS_MAX = 10_000;

/** Facts about channels. Their ids may come from files, so they may belong to any server. */
export type Channels = ReturnType<typeof createChannels>;

export function createChannels(parts: LookupParts<'channelFacts'>) {
  const channels = createLookupCache(parts, parts.rest.channelFacts, {
    failure: 'Discord did not say what a channel is',
    answersMax: CHANNELS_MAX,
  });
  const factsOf = async (channelId: string, maxAges: MaxAges): Promise<ChannelFacts | undefined> =>
    saidIn(await channels.get(maxAges, channelId));

  return {
    /** A channel's server and kind. Undefined if Discord doesn't say, which isn't cached. */
    find: (channelId: string): Promise<Pick<ChannelFacts, 'guildId' | 'isForum'> | undefined> =>
      factsOf(channelId, FIXED),
    /** The channel and, for a thread, its parent channel, if Discord says which. */
    idsOf: async (channelId: string): Promise<string[]> =>
      channelIdsOf(channelId, (await factsOf(channelId, FIXED))?.parentChannelId),
    /** Whether a channel is known to be in another server. Refused lookups are cached for a while. */
    isElsewhere: async (guildId: string, channelId: string): Promise<boolean> => {
      const facts = await factsOf(channelId, FIXED_OR_REFUSED);
      return facts !== undefined && facts.guildId !== guildId;
    },
    /** Whether a channel was deleted. Refused lookups are cached for a while. */
    isGone: async (channelId: string): Promise<boolean> =>
      (await channels.get(FIXED_OR_REFUSED, channelId)).outcome === 'gone',
    /** A thread inherits it from its parent. Undefined if Discord doesn't say, which isn't cached. */
    isAgeRestricted: async (channelId: string): Promise<boolean | undefined> => {
      const facts = await factsOf(channelId, FIXED);
      return facts && (await factsOf(facts.parentChannelId ?? channelId, SWITCHABLE))?.isAgeRestricted;
    },
  };
}

/** Short, because closing a channel to someone has to count soon. A page of works asks about few channels. */
const SIGHT_AGES = { knownMs: 60_000 };
const AUDIENCES_MAX = 5_000;

/** Whether a person can see a channel of their server. */
export function createSight(parts: LookupParts<'audience' | 'roles'>): AccessReaderParts['isChannelInSight'] {
  const options = { failure: 'Discord did not say who sees a channel', answersMax: AUDIENCES_MAX };
  const audiences = createLookupCache(parts, parts.rest.audience, options);
  const serverRoles = createLookupCache(parts, parts.rest.roles, options);

  return async (guildId, channelId, { userId, roleIds, isAdministrator }) => {
    const looked = await Promise.all([audiences.get(SIGHT_AGES, channelId), serverRoles.get(SIGHT_AGES, guildId)]);
    const [audience, roles] = [saidIn(looked[0]), saidIn(looked[1])];
    if (!audience || !roles) return undefined;
    if (audience.guildId !== guildId) return false;
    return isAdministrator || maySee({ guildId, memberId: userId, roleIds }, roles, audience);
  };
}

/** Names change rarely. Refusals are kept as well, because anyone can write ids that name nothing. */
const MENTION_AGES = { knownMs: 10 * 60_000, refusedMs: 10 * 60_000 };
/** Discord has no shorter ids. */
const SNOWFLAKE = /^\d{17,20}$/;
/** Bounds what one text asks Discord. */
const NAMED_MAX = 5;

/**
 * The names of what a member's texts mention, if others there can read them: people and roles of the server, and channels
 * that every member sees. Resolves within a second.
 */
export function createMentionNames(parts: LookupParts<'memberName' | 'openChannelName' | 'roles'>) {
  const options = { failure: 'Discord did not say what a text mentions', answersMax: MEMBERS_MAX };
  const people = createLookupCache(parts, parts.rest.memberName, options);
  const roles = createLookupCache(parts, parts.rest.roles, options);
  const channels = createLookupCache(parts, parts.rest.openChannelName, options);
  const NAME_OF: Record<Mention['kind'], (guildId: string, id: string) => Promise<string | undefined>> = {
    person: async (guildId, id) => saidIn(await people.get(MENTION_AGES, guildId, id)),
    role: async (guildId, id) => saidIn(await roles.get(MENTION_AGES, guildId))?.find((one) => one.id === id)?.name,
    channel: async (guildId, id) => saidIn(await channels.get(MENTION_AGES, guildId, id)),
  };
  return async (guildId: string, mentions: readonly Mention[]): Promise<KnownNames> => {
    const kinds = new Map(mentions.filter(({ id }) => SNOWFLAKE.test(id)).map(({ id, kind }) => [id, kind]));
    const asked = [...kinds].slice(0, NAMED_MAX);
    const named = asked.map(async ([id, kind]) => ({ id, name: await NAME_OF[kind](guildId, id) }));
    return Object.fromEntries((await Promise.all(named)).flatMap(({ id, name }) => (name ? [[id, name]] : [])));
  };
}

/** Short, because a removed role has to count soon. Long enough that one request asks once. */
const MEMBER_AGES = { knownMs: 10_000 };
const MEMBERS_MAX = 5_000;

/** A member's current roles; undefined if Discord doesn't say in time. */
export function createMembersNow(parts: LookupParts<'memberRoleIds'>) {
  const members = createLookupCache(parts, parts.rest.memberRoleIds, {
    failure: 'Discord did not say which roles a member has; using those of the request',
    answersMax: MEMBERS_MAX,
  });
  return async (guildId: string, memberId: string): Promise<MemberNow | undefined> => {
    const looked = await members.get(MEMBER_AGES, guildId, memberId);
    if (looked.outcome !== 'done') return undefined;
    return looked.value === undefined ? 'left' : { roleIds: looked.value };
  };
}

/** Refusals are kept, because Discord names no server that Easel has left. */
const NAME_AGES = { knownMs: 10 * 60_000, refusedMs: 10 * 60_000 };
const SERVERS_MAX = 10_000;
const ASKED_TOGETHER_MAX = 25;

/** The names of servers. */
export type ServerNames = ReturnType<typeof createServerNames>;

export function createServerNames(parts: LookupParts<'serverName'>) {
  const names = createLookupCache(parts, parts.rest.serverName, {
    failure: 'Discord did not say what a server is called',
    answersMax: SERVERS_MAX,
  });
  return {
    /** Undefined if Discord doesn't say in time. */
    serverName: async (guildId: string): Promise<string | undefined> => saidIn(await names.get(NAME_AGES, guildId)),
    /** The cached names by id, and the first few others. Not all, because of Discord's rate limits. */
    serverNames: async (guildIds: readonly string[]): Promise<ReadonlyMap<string, string>> => {
      const unknown = guildIds.filter((guildId) => !names.peek(NAME_AGES, guildId)).slice(0, ASKED_TOGETHER_MAX);
      await Promise.all(unknown.map((guildId) => names.get(NAME_AGES, guildId)));
      return new Map(
        guildIds.flatMap((guildId): [string, string][] => {
          const found = names.peek(NAME_AGES, guildId);
          return found?.outcome === 'done' ? [[guildId, found.value]] : [];
        }),
      );
    },
  };
}
