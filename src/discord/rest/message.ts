import { ChannelType } from 'discord.js';
import { z } from 'zod';

/** Messages and channels as Discord has them, reduced to what Easel reads. */

/** Channel types of threads. The parent of any other channel is a category. */
export const THREADS: readonly number[] = [
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
];

export interface MessageRef {
  channelId: string;
  messageId: string;
}

const namedAttachmentSchema = z.object({ id: z.string(), filename: z.string(), url: z.string() });

/** A file of a message. Discord signs its address for about a day. */
interface FileOfMessage {
  attachmentId: string;
  name: string;
  address: string;
}

const messageSchema = z.object({
  id: z.string(),
  channel_id: z.string(),
  attachments: z.array(namedAttachmentSchema).default([]),
  components: z.array(z.unknown()).default([]),
});

export const shownMessageSchema = messageSchema.transform((message) => ({
  id: message.id,
  channelId: message.channel_id,
  files: filesOf(message),
  /** The custom ids of its buttons and menus. */
  customIds: customIdsIn(message.components),
}));
export type ShownMessage = z.output<typeof shownMessageSchema>;

export interface SentMessage {
  id: string;
  channelId: string;
  /** Without addresses, because they expire and this is stored. */
  files: Omit<FileOfMessage, 'address'>[];
  /** The files' addresses by id, if known. */
  addresses?: ReadonlyMap<string, string>;
}

export const sentMessageSchema = messageSchema.transform(
  (message): SentMessage => ({
    id: message.id,
    channelId: message.channel_id,
    files: filesOf(message).map(({ attachmentId, name }) => ({ attachmentId, name })),
    addresses: new Map(filesOf(message).map(({ attachmentId, address }) => [attachmentId, address])),
  }),
);

const uploadedSchema = z
  .object({ attachment_id: z.string(), url: z.string() })
  .transform(
    ({ attachment_id, url }): FileOfMessage => ({ attachmentId: attachment_id, name: nameIn(url), address: url }),
  );

function filesOf({ attachments, components }: z.output<typeof messageSchema>): FileOfMessage[] {
  const attached = attachments.map(({ id, filename, url }) => ({ attachmentId: id, name: filename, address: url }));
  // Files that components show are listed there, and not among the message's attachments.
  return [...attached, ...objectsWith('attachment_id', uploadedSchema, components)];
}

const withCustomIdSchema = z.object({ custom_id: z.string() }).transform(({ custom_id }) => custom_id);

/** The custom ids of all components, however deep. */
export function customIdsIn(components: unknown): string[] {
  return objectsWith('custom_id', withCustomIdSchema, components);
}

/** The objects that have this property and fit the schema, however deep in the value. */
export function objectsWith<Fitting>(name: string, schema: z.ZodType<Fitting>, value: unknown): Fitting[] {
  if (value === null || typeof value !== 'object') return [];
  const { data } = Object.hasOwn(value, name) ? schema.safeParse(value) : {};
  const below = Object.values(value).flatMap((one) => objectsWith(name, schema, one));
  return data === undefined ? below : [data, ...below];
}

/** The file's name in its address at Discord. */
export function nameIn(address: string): string {
  return URL.canParse(address) ? (new URL(address).pathname.split('/').at(-1) ?? '') : '';
}
