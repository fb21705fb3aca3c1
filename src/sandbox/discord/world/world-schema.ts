import { z } from 'zod';
import { snowflake } from '../state/snowflakes.ts';

const colour = z.string().regex(/^#[0-9a-f]{6}$/i);
/** A bit set of permissions as Discord writes it: a decimal number in a string. */
const permissionBits = z.string().regex(/^\d+$/);

/** Somebody with an account at Discord. */
export const person = z.object({
  id: snowflake,
  username: z.string(),
  /** The name that is shown; the username where it is null. */
  globalName: z.string().nullable(),
  avatarColour: colour,
  bot: z.boolean().default(false),
  locale: z.string().default('en-US'),
  /** What this person's own subscription allows per file, in bytes; null without one. */
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
  /** A role or a member, the bot included. */
  id: snowflake,
  type: z.enum(['role', 'member']),
  allow: permissionBits.default('0'),
  deny: permissionBits.default('0'),
});
export type Overwrite = z.output<typeof overwrite>;

const forumTag = z.object({
  id: snowflake,
  name: z.string(),
  /** Only who may manage threads puts it on a post. */
  moderated: z.boolean().default(false),
});

export const channel = z.object({
  id: snowflake,
  name: z.string(),
  /** Discord's numbers: 0 text, 5 announcements, 11 public thread, 12 private thread, 15 forum, 16 media. */
  type: z.union([z.literal(0), z.literal(5), z.literal(11), z.literal(12), z.literal(15), z.literal(16)]).default(0),
  /** The channel that a thread belongs to. */
  parentId: snowflake.nullable().default(null),
  topic: z.string().nullable().default(null),
  ageRestricted: z.boolean().default(false),
  position: z.int().default(0),
  overwrites: z.array(overwrite).default([]),
  /** Only for threads. */
  thread: z.object({ archived: z.boolean(), locked: z.boolean() }).nullable().default(null),
  /** Who began a thread; the server's owner where it is null. */
  ownerId: snowflake.nullable().default(null),
  /** Of a post in a forum or media channel. */
  appliedTagIds: z.array(snowflake).default([]),
  /** Only for forum and media channels. */
  forum: z
    .object({ tags: z.array(forumTag).default([]), requiresTag: z.boolean().default(false) })
    .nullable()
    .default(null),
});
export type Channel = z.output<typeof channel>;

/** What a server's admins set for a command (by name) or, with '*', for all of the application's. */
const commandOverride = z.object({
  command: z.string(),
  /** A role (the server's own id is everybody), a member, or a channel ('*' is every channel). */
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
  /** Overrides what the boost tier allows per file, in bytes. */
  uploadLimitBytes: z.int().positive().nullable().default(null),
  locale: z.string().default('en-US'),
  /** The role whose id is the server's own is everybody's. */
  roles: z.array(role),
  members: z.array(member),
  channels: z.array(channel),
  commandOverrides: z.array(commandOverride).default([]),
});
export type Guild = z.output<typeof guild>;

const application = z.object({
  id: snowflake,
  name: z.string(),
  /** Its bot's user, one of `people`. */
  botUserId: snowflake,
  ownerId: snowflake,
  /** Where a team owns the application. */
  team: z
    .object({
      id: snowflake,
      name: z.string(),
      ownerId: snowflake,
      members: z.array(z.object({ userId: snowflake, role: z.enum(['admin', 'developer', 'read_only']) })),
    })
    .nullable()
    .default(null),
  /** Gateway intents that need a switch in the developer portal and have it. */
  privilegedIntents: z.int().default(0),
});

/** Servers, channels and people: plain data, all of it changeable while the sandbox runs. */
export const world = z.object({
  application,
  people: z.array(person),
  guilds: z.array(guild),
  /** Direct messages between the bot and a person. */
  directChannels: z.array(z.object({ id: snowflake, userId: snowflake })).default([]),
});
export type World = z.output<typeof world>;
export type WorldInput = z.input<typeof world>;
