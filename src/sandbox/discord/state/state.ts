import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { storedCommand } from '../checks/commands.ts';
import { messageComponent } from '../checks/components.ts';
import { type World, world } from '../world/world-schema.ts';
import { snowflake } from './snowflakes.ts';

/** An uploaded file. Its bytes are in the sandbox's folder, under its id. */
const storedAttachment = z.object({
  id: snowflake,
  filename: z.string(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  contentType: z.string().nullable(),
  sizeBytes: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  isSpoiler: z.boolean(),
  channelId: snowflake,
  /** Whether it came with a command; then it lives only as long as the sandbox. */
  ephemeral: z.boolean(),
});
export type StoredAttachment = z.output<typeof storedAttachment>;

const storedMessage = z.object({
  id: snowflake,
  channelId: snowflake,
  authorId: snowflake,
  /** Discord's numbers: 0 plain, 19 reply, 20 answer to a chat command, 23 to a context menu. */
  type: z.int(),
  content: z.string(),
  components: z.array(messageComponent),
  flags: z.int(),
  attachmentIds: z.array(snowflake),
  mentions: z.object({ userIds: z.array(snowflake), roleIds: z.array(snowflake), everyone: z.boolean() }),
  /** Who was pinged when it was posted. Edits don't ping. */
  notifiedIds: z.array(snowflake),
  createdAt: z.int(),
  editedAt: z.int().nullable(),
  nonce: z.union([z.string(), z.int()]).nullable(),
  repliesTo: snowflake.nullable(),
  /** The interaction that the message answers. */
  interactionId: snowflake.nullable(),
  /** Who sees the message, if it is ephemeral. */
  ephemeralFor: snowflake.nullable(),
});
export type StoredMessage = z.output<typeof storedMessage>;

const storedInteraction = z.object({
  id: snowflake,
  token: z.string(),
  /** Discord's numbers: 2 command, 3 component, 4 autocomplete, 5 modal. */
  type: z.int(),
  guildId: snowflake.nullable(),
  channelId: snowflake,
  userId: snowflake,
  createdAt: z.int(),
  uploadLimitBytes: z.int(),
  commandName: z.string().nullable(),
  /** 1 chat input, 3 message; null for others. */
  commandType: z.int().nullable(),
  /** The message whose component was used, or from which the form was opened. */
  sourceMessageId: snowflake.nullable(),
  /** The target of a context menu command. */
  targetId: snowflake.nullable(),
  /** For a form, the interaction that opened it. */
  openedById: snowflake.nullable(),
  /** The callback's type, once answered. */
  answeredWith: z.int().nullable(),
  /** The message that `@original` means. */
  originalId: snowflake.nullable(),
});
export type StoredInteraction = z.output<typeof storedInteraction>;

/** Everything that outlives a restart of the sandbox. */
export const sandboxState = z.object({
  world,
  commands: z.array(storedCommand),
  attachments: z.record(snowflake, storedAttachment),
  /** By channel, oldest first. */
  messages: z.record(snowflake, z.array(storedMessage)),
  /** By id. */
  interactions: z.record(snowflake, storedInteraction),
  lastSnowflake: snowflake,
  /** Signs the addresses of attachments. */
  signingKey: z.string(),
});
export type SandboxState = z.output<typeof sandboxState>;

export const freshState = (world: World): SandboxState => ({
  world,
  commands: [],
  attachments: {},
  messages: {},
  interactions: {},
  lastSnowflake: '0',
  signingKey: randomBytes(32).toString('hex'),
});
