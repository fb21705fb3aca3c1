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

/** The colour of a name: that of the highest role with a colour. */
export const nameColour = (guild: GuildCard | undefined, userId: string): string | undefined => {
  const roleIds = guild?.members.find((one) => one.userId === userId)?.roleIds ?? [];
  const roles = guild?.roles.filter(({ id, colour }) => roleIds.includes(id) && colour !== null) ?? [];
  return roles.toSorted((a, b) => b.position - a.position)[0]?.colour ?? undefined;
};

/** A person's role in a server, in a word or two. */
export const roleWordsOf = (world: WorldView, guild: GuildCard | undefined, userId: string): string => {
  if (userId === world.botUserId) return 'Bot';
  if (userId === guild?.ownerId) return 'Owner';
  const roleIds = guild?.members.find((one) => one.userId === userId)?.roleIds ?? [];
  const highest = guild?.roles.filter(({ id }) => roleIds.includes(id)).toSorted((a, b) => b.position - a.position)[0];
  if (userId === world.operatorId) return highest ? `${highest.name}, operator` : 'Operator of the bot';
  return highest?.name ?? 'Member';
};

/** Sorts members first, then by highest role, and the owner last. */
export const rankOf = (guild: GuildCard | undefined, userId: string): number => {
  if (userId === guild?.ownerId) return Number.POSITIVE_INFINITY;
  const roleIds = guild?.members.find((one) => one.userId === userId)?.roleIds ?? [];
  return Math.max(0, ...(guild?.roles ?? []).flatMap(({ id, position }) => (roleIds.includes(id) ? [position] : [])));
};

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

const unreadCache = new WeakMap<object, (channelId: string) => boolean>();

/** Whether a channel has messages that the person hasn't seen. Returns the same function while nothing changes. */
export const isUnread = ({ seen, personId, latest }: State): ((channelId: string) => boolean) => {
  const known = unreadCache.get(latest);
  const own = seen[personId];
  if (known && unreadCache.get(own ?? latest) === known) return known;
  const made = (channelId: string): boolean => (latest[channelId] ?? '') !== (own?.[channelId] ?? '');
  unreadCache.set(latest, made);
  unreadCache.set(own ?? latest, made);
  return made;
};
