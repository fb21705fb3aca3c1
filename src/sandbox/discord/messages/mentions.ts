import { PermissionFlagsBits } from 'discord.js';
import type { AllowedMentions } from '../checks/bodies.ts';
import { type MessageComponent, walk } from '../checks/components.ts';
import { has } from '../permissions.ts';
import { type Place, permissionsIn } from '../places.ts';
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
  place: Place,
  authorId: string,
  { content, components }: { content: string; components: MessageComponent[] },
  allowed: AllowedMentions | undefined,
): StoredMessage['mentions'] => {
  const text = textOf(content, components);
  const parse = allowed?.parse ?? (allowed ? [] : ['users', 'roles', 'everyone']);
  const users = new Set(found(text, /<@!?(\d+)>/g));
  const roles = new Set(found(text, /<@&(\d+)>/g));
  const mayMentionAll = has(permissionsIn(world, place, authorId), PermissionFlagsBits.MentionEveryone);
  const listed = (kind: 'users' | 'roles', id: string): boolean =>
    parse.includes(kind) || (allowed?.[kind]?.includes(id) ?? false);
  return {
    userIds: [...users].filter((id) => listed('users', id) && world.people.some((one) => one.id === id)),
    roleIds: [...roles].filter((id) => listed('roles', id) && place.kind === 'guild' && hasRole(place, id)),
    everyone: mayMentionAll && parse.includes('everyone') && /@(everyone|here)\b/.test(text),
  };
};

const hasRole = (place: Place & { kind: 'guild' }, roleId: string): boolean =>
  place.guild.roles.some((one) => one.id === roleId);

/** The people who are pinged by these mentions. */
export const notifiedBy = (place: Place, mentions: StoredMessage['mentions']): string[] => {
  if (place.kind === 'direct') return mentions.userIds;
  const { members } = place.guild;
  const byRole = members.filter(
    (one) => mentions.everyone || one.roleIds.some((roleId) => mentions.roleIds.includes(roleId)),
  );
  return [...new Set([...mentions.userIds, ...byRole.map((one) => one.userId)])];
};
