import { ChannelType, OverwriteType, PermissionFlagsBits, Routes } from 'discord.js';
import { z } from 'zod';
import { maySee, permissionsOf } from '../server/permissions.ts';
import { SETUP_CHANNELS, type SetupChannel, type SetupFacts } from '../server/setup-guesses.ts';
import { THREADS } from './message.ts';
import { isUnknownMember } from './outcome.ts';
import type { Call, CallOptions } from './request.ts';

export interface ChannelFacts {
  /** Undefined outside servers. */
  guildId: string | undefined;
  /** Undefined for a thread, which inherits it from its parent. */
  isAgeRestricted: boolean | undefined;
  /** Only for a thread. */
  parentChannelId: string | undefined;
  /** A forum or media channel, where people write only in posts, which are threads. */
  isForum: boolean;
}

const permissionsSchema = z.string().transform(BigInt);
const overwritesSchema = z
  .array(z.object({ id: z.string(), allow: permissionsSchema, deny: permissionsSchema }))
  .default([]);
const channelSchema = z
  .object({
    name: z.string().nullish(),
    type: z.number(),
    guild_id: z.string().nullish(),
    nsfw: z.boolean().nullish(),
    parent_id: z.string().nullish(),
    permission_overwrites: overwritesSchema,
  })
  .transform(({ name, type, guild_id, nsfw, parent_id, permission_overwrites: overwrites }) => {
    const isThread = THREADS.includes(type);
    const facts: ChannelFacts = {
      guildId: guild_id ?? undefined,
      isAgeRestricted: isThread ? undefined : nsfw === true,
      parentChannelId: isThread ? (parent_id ?? undefined) : undefined,
      isForum: type === ChannelType.GuildForum || type === ChannelType.GuildMedia,
    };
    return { name: name ?? '', facts, overwrites, isPrivateThread: type === ChannelType.PrivateThread };
  });
const serverSchema = z.object({ name: z.string() }).transform(({ name }) => name);

const nameSchema = z
  .object({
    nick: z.string().nullish(),
    user: z.object({ username: z.string(), global_name: z.string().nullish() }),
  })
  .transform(({ nick, user }) => nick ?? user.global_name ?? user.username);

const ownSchema = z.object({ id: z.string() }).transform(({ id }) => id);

const memberSchema = z.object({ roles: z.array(z.string()) }).transform(({ roles }) => roles);

const ownerSchema = z.object({ owner_id: z.string() });
const rolesSchema = z.array(
  z.object({ id: z.string(), name: z.string(), permissions: permissionsSchema, managed: z.boolean().default(false) }),
);
const channelListSchema = z.array(
  z
    .object({
      id: z.string(),
      name: z.string(),
      type: z.number(),
      position: z.number().default(0),
      permission_overwrites: overwritesSchema,
    })
    .transform(({ permission_overwrites: overwrites, ...channel }) => ({ ...channel, overwrites })),
);

/** Who can see a channel. For a thread, who can see its parent. */
export interface Audience extends Pick<z.output<typeof channelSchema>, 'isPrivateThread' | 'overwrites'> {
  guildId: string | undefined;
}

/** Calls about servers, their channels and members. */
export function serverCalls(call: Call) {
  const channel = (channelId: string, options: CallOptions) =>
    call('get', Routes.channel(channelId), channelSchema, options);
  const namedAudience = async (channelId: string, options: CallOptions): Promise<Audience & { name: string }> => {
    const { facts, name, ...own } = await channel(channelId, options);
    const { guildId, parentChannelId } = facts;
    const { overwrites } = parentChannelId === undefined ? own : await channel(parentChannelId, options);
    return { guildId, name, isPrivateThread: own.isPrivateThread, overwrites };
  };
  const roles = (guildId: string, options: CallOptions) =>
    call('get', Routes.guildRoles(guildId), rolesSchema, options);
  const ownId = (options: CallOptions): Promise<string> => call('get', Routes.user(), ownSchema, options);
  const memberRoleIds = (guildId: string, memberId: string, options: CallOptions): Promise<string[] | undefined> =>
    call('get', Routes.guildMember(guildId, memberId), memberSchema, options).catch((error: unknown) => {
      if (isUnknownMember(error)) return undefined;
      throw error;
    });
  return {
    channelFacts: async (channelId: string, options: CallOptions): Promise<ChannelFacts> =>
      (await channel(channelId, options)).facts,
    audience: (channelId: string, options: CallOptions): Promise<Audience> => namedAudience(channelId, options),
    roles,
    serverName: (guildId: string, options: CallOptions) => call('get', Routes.guild(guildId), serverSchema, options),
    /** A member's roles; undefined if they left or were banned. */
    memberRoleIds,
    /** A member's display name in the server. */
    memberName: (guildId: string, memberId: string, options: CallOptions): Promise<string> =>
      call('get', Routes.guildMember(guildId, memberId), nameSchema, options),
    /** The bot's user id. */
    ownId,
    /** A member's permissions in the whole server; undefined if they aren't in it. */
    memberPermissions: async (guildId: string, memberId: string, options: CallOptions): Promise<bigint | undefined> => {
      const [{ owner_id: ownerId }, ofServer, roleIds] = await Promise.all([
        call('get', Routes.guild(guildId), ownerSchema, options),
        roles(guildId, options),
        memberRoleIds(guildId, memberId, options),
      ]);
      if (ownerId === memberId) return PermissionFlagsBits.Administrator;
      return roleIds && permissionsOf({ guildId, memberId, roleIds }, ofServer, []);
    },
    /** The bot's permissions in a channel that isn't a thread. */
    ownPermissions: async (guildId: string, channelId: string, options: CallOptions): Promise<bigint> => {
      const id = await ownId(options);
      const [ofServer, roleIds, { overwrites }] = await Promise.all([
        roles(guildId, options),
        call('get', Routes.guildMember(guildId, id), memberSchema, options),
        channel(channelId, options),
      ]);
      return permissionsOf({ guildId, memberId: id, roleIds }, ofServer, overwrites);
    },
    /** The server's roles and channels, and which roles the bot has. */
    setupFacts: async (guildId: string, options: CallOptions): Promise<SetupFacts> => {
      const botId = await ownId(options);
      const [ofServer, channels, botRoleIds] = await Promise.all([
        roles(guildId, options),
        call('get', Routes.guildChannels(guildId), channelListSchema, options),
        call('get', Routes.guildMember(guildId, botId), memberSchema, options),
      ]);
      return { guildId, botId, botRoleIds, roles: ofServer, channels };
    },
    /**
     * Creates a text channel. Only these roles and the bot see the one for moderators, and only the bot posts in a gallery.
     * @returns its id
     */
    createSetupChannel: async (
      guildId: string,
      kind: SetupChannel,
      roleIds: readonly string[],
      options: CallOptions,
    ): Promise<string> => {
      const botId = await ownId(options);
      const { AttachFiles, EmbedLinks, ReadMessageHistory, SendMessages, ViewChannel } = PermissionFlagsBits;
      const own = ViewChannel | SendMessages | EmbedLinks | AttachFiles | ReadMessageHistory;
      const body = {
        name: SETUP_CHANNELS[kind],
        type: ChannelType.GuildText,
        permission_overwrites: [
          { id: guildId, type: OverwriteType.Role, deny: String(kind === 'gallery' ? SendMessages : ViewChannel) },
          ...roleIds.map((id) => ({ id, type: OverwriteType.Role, allow: String(ViewChannel) })),
          { id: botId, type: OverwriteType.Member, allow: String(own) },
        ],
      };
      return call('post', Routes.guildChannels(guildId), ownSchema, { ...options, body });
    },
    /** Whether every member of the server can see a channel. A private thread is never open to everyone. */
    isOpenToEveryone: async (guildId: string, channelId: string, options: CallOptions): Promise<boolean> =>
      maySee(everyoneIn(guildId), await roles(guildId, options), await namedAudience(channelId, options)),
    /** What a channel of this server is called; empty if not every member can see it. */
    openChannelName: async (guildId: string, channelId: string, options: CallOptions): Promise<string> => {
      const channelHere = await namedAudience(channelId, options);
      if (channelHere.guildId !== guildId) return '';
      return maySee(everyoneIn(guildId), await roles(guildId, options), channelHere) ? channelHere.name : '';
    },
  };
}

const everyoneIn = (guildId: string) => ({ guildId, memberId: '', roleIds: [] });
