import { ChannelType, PermissionFlagsBits } from 'discord.js';
import { allows, maySee, permissionsOf } from './permissions.ts';

/** What Discord knows about a server that is being set up. */
export interface SetupFacts {
  guildId: string;
  botId: string;
  botRoleIds: readonly string[];
  roles: readonly { id: string; name: string; permissions: bigint; managed: boolean }[];
  channels: readonly {
    id: string;
    name: string;
    type: number;
    position: number;
    overwrites: readonly { id: string; allow: bigint; deny: bigint }[];
  }[];
}

export interface SetupGuesses {
  moderatorRoleIds: string[];
  moderatorsChannelId: string | undefined;
  galleryChannelId: string | undefined;
  /** Whether Easel may create channels. */
  mayCreateChannel: boolean;
}

/** The channels that Easel creates if a manager wants it to. */
export const SETUP_CHANNELS = { moderators: 'easel-mods', gallery: 'easel-gallery' } as const;
export type SetupChannel = keyof typeof SETUP_CHANNELS;

const MODERATORS = /^(?:mods?|moderators?|moderation|staff)$/i;
const FOR_MODERATORS = /mod|staff|admin/i;
const FOR_SHOWING = /gallery|showcase|exhibition/i;
const FORUMS: readonly number[] = [ChannelType.GuildForum, ChannelType.GuildMedia];

/** Guesses from names and permissions who moderates a server, where, and where members show their pictures. */
export function guessSetup({ guildId, botId, botRoleIds, roles, channels }: SetupFacts): SetupGuesses {
  const { AttachFiles, ManageChannels, ManageGuild, ManageMessages, SendMessages, ViewChannel } = PermissionFlagsBits;
  const everyone = { guildId, memberId: '', roleIds: [] };
  const bot = { guildId, memberId: botId, roleIds: botRoleIds };
  // A server that shows nothing before it lets people in hides all channels from @everyone.
  const isGated = !allows(permissionsOf(everyone, roles, []), ViewChannel);
  const moderates = ({ id, name, permissions, managed }: SetupFacts['roles'][number]): boolean =>
    id !== guildId && !managed && (MODERATORS.test(name) || mayModerate(permissions));
  // Managers are always moderators.
  const mayModerate = (permissions: bigint): boolean =>
    allows(permissions, ManageMessages) && !allows(permissions, ManageGuild);
  const mayPost = ({ overwrites }: SetupFacts['channels'][number]): boolean => {
    const own = permissionsOf(bot, roles, overwrites);
    return [ViewChannel, SendMessages, AttachFiles].every((one) => allows(own, one));
  };
  const isHidden = ({ overwrites }: SetupFacts['channels'][number]): boolean =>
    !maySee(everyone, roles, { isPrivateThread: false, overwrites });
  const usable = channels.toSorted((one, other) => one.position - other.position).filter(mayPost);
  const hidden = usable.filter((one) => one.type === ChannelType.GuildText && isHidden(one));
  const shows = usable.filter(({ name }) => FOR_SHOWING.test(name));
  const forum = shows.find(({ type }) => FORUMS.includes(type));
  const named = hidden.find(({ name }) => FOR_MODERATORS.test(name));
  return {
    moderatorRoleIds: roles.filter(moderates).map(({ id }) => id),
    moderatorsChannelId: (named ?? (isGated ? undefined : hidden[0]))?.id,
    galleryChannelId: forum?.id,
    mayCreateChannel: allows(permissionsOf(bot, roles, []), ManageChannels),
  };
}

/** Which of these roles can't see a channel, for example one that was created before they were chosen. */
export function rolesThatMissChannel(
  { guildId, roles, channels }: SetupFacts,
  channelId: string | null,
  roleIds: readonly string[],
): string[] {
  const channel = channels.find(({ id }) => id === channelId);
  if (!channel) return [];
  const seen = { isPrivateThread: false, overwrites: channel.overwrites };
  return roleIds.filter((roleId) => !maySee({ guildId, memberId: '', roleIds: [roleId] }, roles, seen));
}

/** The channel that Easel created earlier. The moderators' channel counts only if everyone else still can't see it. */
export function findCreatedChannel(kind: SetupChannel, { guildId, roles, channels }: SetupFacts): string | undefined {
  const everyone = { guildId, memberId: '', roleIds: [] };
  return channels.find(
    ({ name, type, overwrites }) =>
      name === SETUP_CHANNELS[kind] &&
      type === ChannelType.GuildText &&
      (kind === 'gallery' || !maySee(everyone, roles, { isPrivateThread: false, overwrites })),
  )?.id;
}
