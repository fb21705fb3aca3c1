import { z } from 'zod';

/** Messages and channels as Discord has them, reduced to what Easel reads. */

/** Channel types of threads. The parent of any other channel is a category. */
export const THREADS = [10, 11, 12];

export interface MessageRef {
  channelId: string;
  messageId: string;
}

const uploadedMediaSchema = z.object({ attachment_id: z.string(), url: z.string() });
const withCustomIdSchema = z.object({ custom_id: z.string() });
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

/** Without addresses, because they expire and this is stored. */
export const sentMessageSchema = messageSchema.transform((message) => ({
  id: message.id,
  channelId: message.channel_id,
  files: filesOf(message).map(({ attachmentId, name }) => ({ attachmentId, name })),
}));
export type SentMessage = z.output<typeof sentMessageSchema>;

function filesOf({ attachments, components }: z.output<typeof messageSchema>): FileOfMessage[] {
  const attached = attachments.map(({ id, filename, url }) => ({ attachmentId: id, name: filename, address: url }));
  return [...attached, ...uploadedIn(components)];
}

/** The custom ids of all components, however deep. */
export function customIdsIn(components: unknown): string[] {
  return objectsWith('custom_id', components).flatMap((one) => withCustomIdSchema.safeParse(one).data?.custom_id ?? []);
}

/** Files that components show are listed there, and not among the message's attachments. */
function uploadedIn(components: unknown): FileOfMessage[] {
  return objectsWith('attachment_id', components).flatMap((one) => {
    const { data } = uploadedMediaSchema.safeParse(one);
    return data ? [{ attachmentId: data.attachment_id, name: nameIn(data.url), address: data.url }] : [];
  });
}

function objectsWith(name: string, value: unknown): object[] {
  if (value === null || typeof value !== 'object') return [];
  return [
    ...(Object.hasOwn(value, name) ? [value] : []),
    ...Object.values(value).flatMap((one) => objectsWith(name, one)),
  ];
}

function nameIn(address: string): string {
  return URL.canParse(address) ? (new URL(address).pathname.split('/').at(-1) ?? '') : '';
}
