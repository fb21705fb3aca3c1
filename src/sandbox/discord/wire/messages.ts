import type { Attachments } from '../attachments.ts';
import type { AnyComponent } from '../checks/components.ts';
import type { Embed } from '../checks/embeds.ts';
import type { Core } from '../core.ts';
import type { StoredAttachment, StoredMessage } from '../state.ts';
import { userOf, type WireUser } from './people.ts';

/** In the store, media of a message's own files say `attachment://` and the file's id. */
export const storedReference = 'attachment://';

const SPOILER_FLAG = 8;

export const attachmentToWire = (attachments: Attachments, one: StoredAttachment) => {
  const url = attachments.addressOf(one);
  return {
    id: one.id,
    filename: one.filename,
    size: one.sizeBytes,
    url,
    proxy_url: url,
    ...(one.title === null ? {} : { title: one.title }),
    ...(one.description === null ? {} : { description: one.description }),
    ...(one.contentType === null ? {} : { content_type: one.contentType }),
    ...(one.width === null || one.height === null ? {} : { width: one.width, height: one.height }),
    ...(one.ephemeral ? { ephemeral: true } : {}),
    ...(one.isSpoiler ? { flags: SPOILER_FLAG } : {}),
  };
};
export type WireAttachment = ReturnType<typeof attachmentToWire>;

/** What a media address becomes: a signed one for the message's own files, with what is known of the file. */
export interface WireMedia {
  id: string;
  url: string;
  proxy_url: string;
  width: number | null;
  height: number | null;
  content_type: string | null;
  loading_state: number;
  flags: number;
  attachment_id?: string;
}

const LOADED = 2;

const mediaToWire = (attachments: Attachments, url: string): WireMedia => {
  const file = url.startsWith(storedReference) ? attachments.find(url.slice(storedReference.length)) : undefined;
  if (!file) {
    const unknown = { width: null, height: null, content_type: null, loading_state: LOADED, flags: 0 };
    return { id: '0', url, proxy_url: url, ...unknown };
  }
  const address = attachments.addressOf(file);
  return {
    id: file.id,
    url: address,
    proxy_url: address,
    width: file.width,
    height: file.height,
    content_type: file.contentType,
    loading_state: LOADED,
    flags: 0,
    attachment_id: file.id,
  };
};

/** A component as Discord gives it back: media with addresses, everything else as it was sent. */
export interface WireComponent {
  type: number;
  id?: number | undefined;
  [field: string]: unknown;
}

const componentToWire = (attachments: Attachments, component: AnyComponent): WireComponent => {
  const inner = (components: readonly AnyComponent[]): WireComponent[] =>
    components.map((one) => componentToWire(attachments, one));
  switch (component.type) {
    case 1:
      return { ...component, components: inner(component.components) };
    case 17:
      return {
        ...component,
        accent_color: component.accent_color ?? null,
        spoiler: component.spoiler ?? false,
        components: inner(component.components),
      };
    case 9:
      return {
        ...component,
        components: inner(component.components),
        accessory: componentToWire(attachments, component.accessory),
      };
    case 11:
      return mediaPart(component, { media: mediaToWire(attachments, component.media.url) });
    case 12: {
      const items = component.items.map((item) => mediaPart(item, { media: mediaToWire(attachments, item.media.url) }));
      return { ...component, items };
    }
    case 13: {
      const file = mediaToWire(attachments, component.file.url);
      const stored = attachments.find(file.attachment_id ?? '');
      const about = { name: stored?.filename ?? 'unknown', size: stored?.sizeBytes ?? 0 };
      return { ...component, file, spoiler: component.spoiler ?? false, ...about };
    }
    case 14:
      return { ...component, divider: component.divider ?? true, spacing: component.spacing ?? 1 };
    default:
      return { ...component };
  }
};

const mediaPart = <Part extends { description?: string | undefined; spoiler?: boolean | undefined }, Media>(
  part: Part,
  media: Media,
) => ({ ...part, ...media, description: part.description ?? null, spoiler: part.spoiler ?? false });

const embedToWire = (attachments: Attachments, embed: Embed) => {
  const picture = (part: { url: string } | undefined) => {
    if (!part) return undefined;
    const { url, proxy_url, width, height, content_type } = mediaToWire(attachments, part.url);
    return { url, proxy_url, width: width ?? 0, height: height ?? 0, ...(content_type ? { content_type } : {}) };
  };
  const fields = embed.fields?.map((field) => ({ ...field, inline: field.inline ?? false }));
  return { ...embed, type: 'rich', fields, image: picture(embed.image), thumbnail: picture(embed.thumbnail) };
};

/** A message in Discord's form. Files that an embed or a component shows are not listed again as attachments. */
export interface WireMessage {
  id: string;
  channel_id: string;
  author: WireUser;
  type: number;
  content: string;
  embeds: ReturnType<typeof embedToWire>[];
  components: WireComponent[];
  attachments: WireAttachment[];
  flags: number;
  mentions: WireUser[];
  mention_roles: string[];
  mention_everyone: boolean;
  timestamp: string;
  edited_timestamp: string | null;
  pinned: boolean;
  tts: boolean;
  nonce?: string | number;
  application_id?: string;
  webhook_id?: string;
  interaction_metadata?: Record<string, unknown>;
  interaction?: Record<string, unknown>;
  message_reference?: { type: number; message_id: string; channel_id: string; guild_id?: string };
  referenced_message?: WireMessage | null;
}

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
    embeds: message.embeds.map((one) => embedToWire(attachments, one)),
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
    ...(message.nonce === null ? {} : { nonce: message.nonce }),
    ...interactionParts(core, message),
    ...(shallow ? {} : referenceParts(core, message)),
  };
};

/** The ids of the files that embeds and components of the message show. */
const shownFiles = (message: StoredMessage): Set<string> => {
  const text = JSON.stringify([message.embeds, message.components]);
  return new Set(message.attachmentIds.filter((id) => text.includes(`${storedReference}${id}"`)));
};

const interactionParts = (core: Core, message: StoredMessage) => {
  const { application } = core.state.world;
  if (message.authorId !== application.botUserId) return {};
  const interaction = core.state.interactions[message.interactionId ?? ''];
  if (!interaction) return { application_id: application.id };
  const user = userOf(core.state.world, interaction.userId);
  const { id, type } = interaction;
  return {
    application_id: application.id,
    webhook_id: application.id,
    interaction_metadata: {
      id,
      type,
      user,
      authorizing_integration_owners: { '0': interaction.guildId ?? '0' },
      ...(interaction.targetId === null ? {} : { target_message_id: interaction.targetId }),
      ...(interaction.sourceMessageId === null ? {} : { interacted_message_id: interaction.sourceMessageId }),
    },
    ...(interaction.commandName === null ? {} : { interaction: { id, type, name: interaction.commandName, user } }),
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
