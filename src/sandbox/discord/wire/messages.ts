import {
  type APIAttachment,
  type APIMessage,
  type APIMessageInteractionMetadata,
  AttachmentFlags,
  InteractionType,
} from 'discord-api-types/v10';
import type { Attachments } from '../messages/attachments.ts';
import type { Core } from '../state/core.ts';
import type { StoredAttachment, StoredInteraction, StoredMessage } from '../state/state.ts';
import { componentToWire, storedReference, type WireComponent } from './components.ts';
import { userOf, type Wire } from './people.ts';

export const attachmentToWire = (attachments: Attachments, one: StoredAttachment): Wire<APIAttachment> => {
  const url = attachments.addressOf(one);
  return {
    id: one.id,
    filename: one.filename,
    size: one.sizeBytes,
    url,
    proxy_url: url,
    title: one.title ?? undefined,
    description: one.description ?? undefined,
    content_type: one.contentType ?? undefined,
    width: one.width ?? undefined,
    height: one.height ?? undefined,
    ephemeral: one.ephemeral || undefined,
    flags: one.isSpoiler ? AttachmentFlags.IsSpoiler : undefined,
  };
};

/** A message in Discord's form. Files that a component shows aren't repeated as attachments. */
export type WireMessage = Wire<Omit<APIMessage, 'components' | 'referenced_message'>> & {
  components: WireComponent[];
  referenced_message?: WireMessage | null;
};

export const messageToWire = (core: Core, message: StoredMessage, { shallow = false } = {}): WireMessage => {
  const { attachments, state } = core;
  const shown = shownFiles(message);
  const files = message.attachmentIds
    .filter((id) => !shown.has(id))
    .map((id) => attachments.find(id))
    .filter((one) => one !== undefined);
  return {
    id: message.id,
    channel_id: message.channelId,
    author: userOf(state.world, message.authorId),
    type: message.type,
    content: message.content,
    embeds: [],
    components: message.components.map((one) => componentToWire(attachments, one)),
    attachments: files.map((one) => attachmentToWire(attachments, one)),
    flags: message.flags,
    mentions: message.mentions.userIds.map((id) => userOf(state.world, id)),
    mention_roles: message.mentions.roleIds,
    mention_everyone: message.mentions.everyone,
    timestamp: new Date(message.createdAt).toISOString(),
    edited_timestamp: message.editedAt === null ? null : new Date(message.editedAt).toISOString(),
    pinned: false,
    tts: false,
    nonce: message.nonce ?? undefined,
    ...interactionParts(core, message),
    ...(shallow ? {} : referenceParts(core, message)),
  };
};

/** The ids of the files that the message's components show. */
const shownFiles = (message: StoredMessage): Set<string> => {
  const text = JSON.stringify(message.components);
  return new Set(message.attachmentIds.filter((id) => text.includes(`${storedReference}${id}"`)));
};

const interactionParts = (core: Core, message: StoredMessage) => {
  const { application } = core.state.world;
  if (message.authorId !== application.botUserId) return {};
  const interaction = core.state.interactions[message.interactionId ?? ''];
  if (!interaction) return { application_id: application.id };
  const { id, type, commandName } = interaction;
  const user = userOf(core.state.world, interaction.userId);
  return {
    application_id: application.id,
    webhook_id: application.id,
    interaction_metadata: metadataOf(core, interaction),
    interaction: commandName === null ? undefined : { id, type, name: commandName, user },
  };
};

/** How a message came about. For an answer to a form, includes how the form did. */
const metadataOf = (core: Core, interaction: StoredInteraction): Wire<APIMessageInteractionMetadata> => {
  const { id, type, sourceMessageId, targetId, openedById } = interaction;
  const opener = core.state.interactions[openedById ?? ''];
  return {
    id,
    type,
    user: userOf(core.state.world, interaction.userId),
    authorizing_integration_owners: { '0': interaction.guildId ?? '0' },
    target_message_id: targetId ?? undefined,
    interacted_message_id: type === InteractionType.MessageComponent ? (sourceMessageId ?? undefined) : undefined,
    triggering_interaction_metadata: opener && metadataOf(core, opener),
  };
};

const referenceParts = (core: Core, message: StoredMessage) => {
  if (message.repliesTo === null) return {};
  const target = core.state.messages[message.channelId]?.find((one) => one.id === message.repliesTo);
  return {
    message_reference: { type: 0, message_id: message.repliesTo, channel_id: message.channelId },
    referenced_message: target ? messageToWire(core, target, { shallow: true }) : null,
  };
};
