import { z } from 'zod';
import { snowflake } from '../state/snowflakes.ts';

const colour = z.string().regex(/^#[0-9a-f]{6}$/i);
/** A permission bit set as Discord writes it: a decimal number in a string. */
const permissionBits = z.string().regex(/^\d+$/);

/** A Discord account. */
export const person = z.object({
  id: snowflake,
  username: z.string(),
  /** The display name; null means the username. */
  globalName: z.string().nullable(),
  avatarColour: colour,
  bot: z.boolean().default(false),
  locale: z.string().default('en-US'),
  /** The file limit in bytes of this person's own subscription; null without one. */
  uploadLimitBytes: z.int().positive().nullable().default(null),
});
export type Person = z.output<typeof person>;

export const role = z.object({
  id: snowflake,
  name: z.string(),
  colour: z.int().default(0),
  position: z.int().default(0),
  permissions: permissionBits,
});
export type Role = z.output<typeof role>;

export const member = z.object({
  userId: snowflake,
  nick: z.string().nullable().default(null),
  roleIds: z.array(snowflake).default([]),
  joinedAt: z.int(),
});
export type Member = z.output<typeof member>;

const overwrite = z.object({
  /** A role or a member; the bot is a member too. */
  id: snowflake,
  type: z.enum(['role', 'member']),
  allow: permissionBits.default('0'),
  deny: permissionBits.default('0'),
});
export type Overwrite = z.output<typeof overwrite>;

const forumTag = z.object({
  id: snowflake,
  name: z.string(),
  /** Whether only people who can manage threads may use it. */
  moderated: z.boolean().default(false),
});

export const channel = z.object({
  id: snowflake,
  name: z.string(),
  /** Discord's numbers: 0 text, 5 announcements, 11 public thread, 12 private thread, 15 forum, 16 media. */
  type: z.union([z.literal(0), z.literal(5), z.literal(11), z.literal(12), z.literal(15), z.literal(16)]).default(0),
  /** The parent channel of a thread. */
  parentId: snowflake.nullable().default(null),
  topic: z.string().nullable().default(null),
  ageRestricted: z.boolean().default(false),
  position: z.int().default(0),
  overwrites: z.array(overwrite).default([]),
  /** Null for other channels. */
  thread: z.object({ archived: z.boolean(), locked: z.boolean() }).nullable().default(null),
  /** Who started a thread; null means the server's owner. */
  ownerId: snowflake.nullable().default(null),
  /** For posts in forum and media channels. */
  appliedTagIds: z.array(snowflake).default([]),
  /** Null for other channels. */
  forum: z
    .object({ tags: z.array(forumTag).default([]), requiresTag: z.boolean().default(false) })
    .nullable()
    .default(null),
});
export type Channel = z.output<typeof channel>;

/** The server's setting for a command, by name; '*' means all of the application's commands. */
const commandOverride = z.object({
  command: z.string(),
  /** A role (the server's own id means everyone), a member, or a channel ('*' means every channel). */
  target: z.enum(['role', 'member', 'channel']),
  id: z.union([snowflake, z.literal('*')]),
  allowed: z.boolean(),
});
export type CommandOverride = z.output<typeof commandOverride>;

export const guild = z.object({
  id: snowflake,
  name: z.string(),
  iconColour: colour,
  ownerId: snowflake,
  boostTier: z.int().min(0).max(3).default(0),
  /** Overrides the boost tier's file limit, in bytes. */
  uploadLimitBytes: z.int().positive().nullable().default(null),
  locale: z.string().default('en-US'),
  /** The role with the server's own id belongs to everyone. */
  roles: z.array(role),
  members: z.array(member),
  channels: z.array(channel),
  commandOverrides: z.array(commandOverride).default([]),
});
export type Guild = z.output<typeof guild>;

const application = z.object({
  id: snowflake,
  name: z.string(),
  /** The bot's user, one of `people`. */
  botUserId: snowflake,
  ownerId: snowflake,
  /** Set if a team owns the application. */
  team: z
    .object({
      id: snowflake,
      name: z.string(),
      ownerId: snowflake,
      members: z.array(z.object({ userId: snowflake, role: z.enum(['admin', 'developer', 'read_only']) })),
    })
    .nullable()
    .default(null),
  /** Privileged gateway intents that the developer portal allows. */
  privilegedIntents: z.int().default(0),
});

/** Servers, channels and people. All of it can change while the sandbox runs. */
export const world = z.object({
  application,
  people: z.array(person),
  guilds: z.array(guild),
  /** Direct messages between the bot and a person. */
  directChannels: z.array(z.object({ id: snowflake, userId: snowflake })).default([]),
});
export type World = z.output<typeof world>;
export type WorldInput = z.input<typeof world>;
