import type { APIInteractionDataResolved } from 'discord-api-types/v10';
import { inGuild, type Location, memberOf, permissionsIn, personOf } from '../locations.ts';
import { channelPermissions } from '../permissions.ts';
import type { Core } from '../state/core.ts';
import type { StoredAttachment, StoredMessage } from '../state/state.ts';
import { channelToWire } from './channels.ts';
import { roleToWire } from './guilds.ts';
import { attachmentToWire, messageToWire, type WireMessage } from './messages.ts';
import { memberToWire, userToWire, type Wire } from './people.ts';

/** What the ids in an interaction refer to. */
export interface Referenced {
  userIds?: string[];
  roleIds?: string[];
  channelIds?: string[];
  messages?: StoredMessage[];
  attachments?: StoredAttachment[];
}

type Resolved = Wire<APIInteractionDataResolved> & { messages: Record<string, WireMessage> | undefined };

const byId = <Value>(entries: [string, Value][]): Record<string, Value> | undefined =>
  entries.length > 0 ? Object.fromEntries(entries) : undefined;

/** Discord's `resolved`, without empty parts. */
export const resolvedToWire = (core: Core, location: Location, viewerId: string, referenced: Referenced): Resolved => {
  const { world } = core.state;
  const guild = location.kind === 'guild' ? location.guild : undefined;
  const people = (referenced.userIds ?? []).map((id) => personOf(world, id)).filter((one) => one !== undefined);
  const channels = guild?.channels.filter((one) => referenced.channelIds?.includes(one.id)) ?? [];
  return {
    users: byId(people.map((one) => [one.id, userToWire(one)])),
    members: byId(
      people.flatMap((one) => {
        const member = guild && memberOf(guild, one.id);
        if (!member) return [];
        const { deaf: _deaf, mute: _mute, ...partial } = memberToWire(member);
        return [[one.id, { ...partial, permissions: String(permissionsIn(world, location, one.id)) }]];
      }),
    ),
    roles: byId(
      (guild?.roles ?? [])
        .filter((one) => referenced.roleIds?.includes(one.id))
        .map((one) => [one.id, roleToWire(one)]),
    ),
    channels: byId(
      channels.flatMap((channel) => {
        if (!guild) return [];
        const wire = channelToWire(world, inGuild(guild, channel), null);
        return [[channel.id, { ...wire, permissions: String(channelPermissions(guild, channel, viewerId)) }]];
      }),
    ),
    messages: byId((referenced.messages ?? []).map((one) => [one.id, messageToWire(core, one)])),
    attachments: byId((referenced.attachments ?? []).map((one) => [one.id, attachmentToWire(core.attachments, one)])),
  };
};
