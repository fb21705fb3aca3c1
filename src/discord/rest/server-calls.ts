import { Routes } from 'discord.js';
import { z } from 'zod';
import { THREADS } from '../interactions/interaction.ts';
import { mayViewChannel } from '../server/permissions.ts';
import { isUnknownMember } from './outcome.ts';
import type { Call, CallOptions } from './request.ts';

export interface ChannelFacts {
  /** Undefined for what is in no server. */
  guildId: string | undefined;
  /** Undefined for a thread: the channel that it belongs to says. */
  isAgeRestricted: boolean | undefined;
  /** Of a thread. */
  parentChannelId: string | undefined;
}

const channelSchema = z
  .object({
    type: z.number(),
    guild_id: z.string().nullish(),
    nsfw: z.boolean().nullish(),
    parent_id: z.string().nullish(),
  })
  .transform(({ type, guild_id, nsfw, parent_id: parentId }): ChannelFacts => {
    const guildId = guild_id ?? undefined;
    if (THREADS.includes(type)) return { guildId, isAgeRestricted: undefined, parentChannelId: parentId ?? undefined };
    return { guildId, isAgeRestricted: nsfw === true, parentChannelId: undefined };
  });
const serverSchema = z.object({ name: z.string() }).transform(({ name }) => name);

const memberSchema = z.object({ roles: z.array(z.string()) }).transform(({ roles }) => roles);

const PRIVATE_THREAD = 12;
const permissionsSchema = z.string().transform(BigInt);
const audienceSchema = z.object({
  type: z.number(),
  parent_id: z.string().nullish(),
  permission_overwrites: z
    .array(z.object({ id: z.string(), allow: permissionsSchema, deny: permissionsSchema }))
    .default([]),
});
const rolesSchema = z.array(z.object({ id: z.string(), permissions: permissionsSchema }));

/** What Easel asks of servers, their channels and their members. */
export function serverCalls(call: Call) {
  return {
    channel: (channelId: string, options: CallOptions): Promise<ChannelFacts> =>
      call('get', Routes.channel(channelId), channelSchema, options),
    /** What a server is called. */
    serverName: (guildId: string, options: CallOptions) => call('get', Routes.guild(guildId), serverSchema, options),
    /** The roles of a member; undefined for who is not in the server, because they left or were banned. */
    memberRoleIds: (guildId: string, memberId: string, options: CallOptions): Promise<string[] | undefined> =>
      call('get', Routes.guildMember(guildId, memberId), memberSchema, options).catch((error: unknown) => {
        if (isUnknownMember(error)) return undefined;
        throw error;
      }),
    /** Whether a channel is open to every member of its server; a thread as its channel, but for a private one. */
    isOpenToEveryone: async (guildId: string, channelId: string, options: CallOptions): Promise<boolean> => {
      const own = await call('get', Routes.channel(channelId), audienceSchema, options);
      if (own.type === PRIVATE_THREAD) return false;
      const parentId = THREADS.includes(own.type) ? own.parent_id : undefined;
      const { permission_overwrites: overwrites } = parentId
        ? await call('get', Routes.channel(parentId), audienceSchema, options)
        : own;
      const roles = await call('get', Routes.guildRoles(guildId), rolesSchema, options);
      // The role @everyone has the server's id.
      const granted = roles.find(({ id }) => id === guildId)?.permissions ?? 0n;
      return mayViewChannel(
        granted,
        overwrites.find(({ id }) => id === guildId),
      );
    },
  };
}
