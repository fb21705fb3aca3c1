import { PermissionFlagsBits } from 'discord.js';
import type { AllowedMentions } from '../checks/bodies.ts';
import { type MessageComponent, walk } from '../checks/components.ts';
import { type GuildLocation, type Location, permissionsIn } from '../locations.ts';
import { has } from '../permissions.ts';
import type { StoredMessage } from '../state/state.ts';
import type { World } from '../world/world-schema.ts';

const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1]).filter((id) => id !== undefined);

const textOf = (content: string, components: MessageComponent[]): string =>
  [content, ...[...walk(components)].map(({ component }) => (component.type === 10 ? component.content : ''))].join(
    '\n',
  );

/**
 * Whom a text mentions, filtered by `allowed`. Without `allowed` every mention counts, as at Discord, so a bot has to
 * send it each time.
 */
export const mentionsOf = (
  world: World,
  location: Location,
  authorId: string,
  { content, components }: { content: string; components: MessageComponent[] },
  allowed: AllowedMentions | undefined,
): StoredMessage['mentions'] => {
  const text = textOf(content, components);
  const parse = allowed?.parse ?? (allowed ? [] : ['users', 'roles', 'everyone']);
  const users = new Set(found(text, /<@!?(\d+)>/g));
  const roles = new Set(found(text, /<@&(\d+)>/g));
  const mayMentionAll = has(permissionsIn(world, location, authorId), PermissionFlagsBits.MentionEveryone);
  const listed = (kind: 'users' | 'roles', id: string): boolean =>
    parse.includes(kind) || (allowed?.[kind]?.includes(id) ?? false);
  return {
    userIds: [...users].filter((id) => listed('users', id) && world.people.some((one) => one.id === id)),
    roleIds: [...roles].filter((id) => listed('roles', id) && location.kind === 'guild' && hasRole(location, id)),
    everyone: mayMentionAll && parse.includes('everyone') && /@(everyone|here)\b/.test(text),
  };
};

const hasRole = (location: GuildLocation, roleId: string): boolean =>
  location.guild.roles.some((one) => one.id === roleId);

/** The people who are pinged by these mentions. */
export const notifiedBy = (location: Location, mentions: StoredMessage['mentions']): string[] => {
  if (location.kind === 'direct') return mentions.userIds;
  const { members } = location.guild;
  const byRole = members.filter(
    (one) => mentions.everyone || one.roleIds.some((roleId) => mentions.roleIds.includes(roleId)),
  );
  return [...new Set([...mentions.userIds, ...byRole.map((one) => one.userId)])];
};
