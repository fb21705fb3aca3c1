import type { ChannelCard, GuildCard, PersonCard, WorldView } from '../../playground/protocol.ts';
import type { State } from './store.ts';

export const guildOf = (world: WorldView | null, channelId: string | null): GuildCard | undefined =>
  world?.guilds.find(({ channels }) => channels.some(({ id }) => id === channelId));

export const channelOf = (world: WorldView | null, channelId: string | null): ChannelCard | undefined =>
  [...(world?.guilds.flatMap(({ channels }) => channels) ?? []), ...(world?.direct ?? [])].find(
    ({ id }) => id === channelId,
  );

export const personOf = (world: WorldView | null, id: string): PersonCard | undefined =>
  world?.people.find((one) => one.id === id);

/** A person's roles in a server, the highest first. */
const rolesHeld = (guild: GuildCard | undefined, userId: string): GuildCard['roles'] => {
  const roleIds = guild?.members.find((one) => one.userId === userId)?.roleIds ?? [];
  const held = guild?.roles.filter(({ id }) => roleIds.includes(id)) ?? [];
  return held.toSorted((a, b) => b.position - a.position);
};

/** The colour of a name: that of the highest role with a colour. */
export const nameColour = (guild: GuildCard | undefined, userId: string): string | undefined =>
  rolesHeld(guild, userId).find(({ colour }) => colour !== null)?.colour ?? undefined;

/** A person's role in a server, in a word or two. */
export const roleWordsOf = (world: WorldView, guild: GuildCard | undefined, userId: string): string => {
  if (userId === world.botUserId) return 'Bot';
  if (userId === guild?.ownerId) return 'Owner';
  const [highest] = rolesHeld(guild, userId);
  if (userId === world.operatorId) return highest ? `${highest.name}, operator` : 'Operator of the bot';
  return highest?.name ?? 'Member';
};

/** Sorts members first, then by highest role, and the owner last. */
export const rankOf = (guild: GuildCard | undefined, userId: string): number =>
  userId === guild?.ownerId ? Number.POSITIVE_INFINITY : (rolesHeld(guild, userId)[0]?.position ?? 0);

/** A server's members, to choose from. */
export const membersOf = (world: WorldView | null, guild: GuildCard | undefined): { label: string; value: string }[] =>
  (guild?.members ?? []).map(({ userId }) => ({
    label: `@${personOf(world, userId)?.name ?? userId}`,
    value: userId,
  }));

/** A server's roles, to choose from. */
export const rolesOf = (guild: GuildCard | undefined): { label: string; value: string }[] =>
  (guild?.roles ?? []).map(({ id, name }) => ({ label: `@${name}`, value: id }));

/** A server's channels of these types, or all of them, to choose from. */
export const channelsOf = (guild: GuildCard | undefined, types: readonly number[] = []) =>
  (guild?.channels ?? [])
    .filter(({ type }) => types.length === 0 || types.includes(type))
    .map(({ id, name }) => ({ label: `#${name}`, value: id }));

/** What a channel is for. A thread without a topic uses its channel's. */
export const topicOf = (world: WorldView | null, channel: ChannelCard | undefined): string | null =>
  channel?.topic ?? channelOf(world, channel?.parentId ?? null)?.topic ?? null;

/** A channel's name in a sentence: "#gallery", a thread's title, or "@Easel". */
export const titleOf = (channel: ChannelCard | undefined): string => {
  if (!channel) return '';
  if (channel.type === 1) return `@${channel.name}`;
  return channel.parentId === null ? `#${channel.name}` : channel.name;
};

/** Whether a channel has messages that the person hasn't seen. */
export const isUnread = ({ seen, personId, latest }: State, channelId: string): boolean =>
  (latest[channelId] ?? '') !== (seen[personId]?.[channelId] ?? '');
