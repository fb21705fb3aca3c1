import {
  type APIBaseInteraction,
  type APIChannel,
  InteractionContextType,
  type InteractionType,
} from 'discord-api-types/v10';
import { type Location, memberOf, permissionsIn, personOf } from '../locations.ts';
import { findMessage } from '../messages/messages.ts';
import type { Core } from '../state/core.ts';
import type { StoredInteraction } from '../state/state.ts';
import { channelToWire } from './channels.ts';
import { messageToWire, type WireMessage } from './messages.ts';
import { memberToWire, userOf, type Wire } from './people.ts';

/** Discord sends more about the channel than the types say. */
type WireInteraction = Wire<Omit<APIBaseInteraction<InteractionType, unknown>, 'channel' | 'message'>> & {
  channel: Wire<APIChannel> & { permissions: string };
  message: WireMessage | undefined;
};

/** An interaction as the gateway sends it. */
export const interactionToWire = (
  core: Core,
  interaction: StoredInteraction,
  location: Location,
  data: unknown,
): WireInteraction => {
  const { world } = core.state;
  const { userId, sourceMessageId } = interaction;
  const user = userOf(world, userId);
  const lastMessageId = core.state.messages[location.channelId]?.at(-1)?.id ?? null;
  const message = sourceMessageId === null ? undefined : findMessage(core, location.channelId, sourceMessageId);
  return {
    id: interaction.id,
    application_id: world.application.id,
    type: interaction.type,
    token: interaction.token,
    version: 1,
    data,
    channel_id: location.channelId,
    channel: {
      ...channelToWire(world, location, lastMessageId),
      permissions: String(permissionsIn(world, location, userId)),
    },
    ...whereAndWho(core, location, userId, user),
    message: message && messageToWire(core, message),
    app_permissions: String(permissionsIn(world, location, world.application.botUserId)),
    locale: personOf(world, userId)?.locale ?? 'en-US',
    entitlements: [],
    attachment_size_limit: interaction.uploadLimitBytes,
  };
};

const whereAndWho = (core: Core, location: Location, userId: string, user: ReturnType<typeof userOf>) => {
  if (location.kind === 'direct') {
    return { user, context: InteractionContextType.BotDM, authorizing_integration_owners: { '0': '0' } };
  }
  const { guild } = location;
  const member = memberOf(guild, userId);
  return {
    guild_id: guild.id,
    guild: { id: guild.id, locale: guild.locale, features: [] },
    guild_locale: guild.locale,
    context: InteractionContextType.Guild,
    authorizing_integration_owners: { '0': guild.id },
    member: member && {
      ...memberToWire(member),
      user,
      permissions: String(permissionsIn(core.state.world, location, userId)),
    },
  };
};
