import { ApplicationCommandOptionType, InteractionType, MessageFlags } from 'discord.js';
import { z } from 'zod';
import { CAUTIOUS_LIMIT_BYTES } from '../../jobs/job/job.ts';
import { type KnownNames, type Mention, mentionsIn, toReadableText } from '../../jobs/job/readable-text.ts';
import { customIdsIn, nameIn, objectsWith, THREADS } from '../rest/message.ts';

/**
 * Interactions as Discord sends them, reduced to what Easel reads. They come from the raw event, because discord.js'
 * objects need a cache of servers that a bot without intents doesn't have. The schemas are strict only where a field
 * decides something, so that an unneeded field never keeps a member from a response.
 */

/** Permissions as a bit set. */
const permissions = z.string().regex(/^\d+$/).transform(BigInt);

/** A list that may be missing. */
const listOf = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .array(schema)
    .nullish()
    .transform((list) => list ?? []);

const attachmentSchema = z.object({
  id: z.string(),
  filename: z.string(),
  size: z.number(),
  url: z.string().transform(canonicalAddress),
  /** May be missing, because Discord's type filter looks at the name only. */
  content_type: z.string().nullish(),
  /** Of pictures and clips. Missing if Discord can't read the file. */
  width: z.number().nullish(),
  height: z.number().nullish(),
});
export type SourceAttachment = z.output<typeof attachmentSchema>;
/** A picture in a message. Discord doesn't tell the size of pictures in components. */
export type MessagePicture = Omit<SourceAttachment, 'id' | 'size'> & { size?: number };

const contentSchema = z.object({ attachments: listOf(attachmentSchema), components: listOf(z.unknown()) });

/** The message under a pressed button, also if the button opened a form. */
const messageFacts = {
  id: z.string(),
  channel_id: z.string(),
  flags: z.int().catch(0),
  interaction_metadata: z
    .object({ user: z.object({ id: z.string() }) })
    .optional()
    .catch(undefined),
};
const messageSchema = contentSchema.extend(messageFacts).transform((message) => ({
  id: message.id,
  channelId: message.channel_id,
  /** Whether only one person sees it. */
  isPrivate: (message.flags & MessageFlags.Ephemeral) !== 0,
  /** Whose interaction it responded to, if to one. */
  answeredId: message.interaction_metadata?.user.id,
  /** The custom ids of its buttons and menus. */
  customIds: customIdsIn(message.components),
  /** The addresses of its pictures, which Discord signs for a day. */
  pictureAddresses: picturesIn(message).map(({ url }) => url),
}));

const optionSchema = z.object({
  name: z.string(),
  type: z.number(),
  value: z.union([z.string(), z.number(), z.boolean()]).nullish(),
  focused: z.boolean().nullish(),
  get options() {
    return z.array(optionSchema).nullish();
  },
});
export type OptionValue = string | number | boolean;

/** Of a person, role or channel. */
const name = z.string().nullish().catch(undefined);

const commandDataSchema = z.object({
  name: z.string(),
  options: listOf(optionSchema),
  target_id: z.string().nullish(),
  resolved: z
    .object({
      attachments: z.record(z.string(), attachmentSchema).nullish(),
      users: z
        .record(z.string(), z.object({ bot: z.boolean().nullish(), username: name, global_name: name }))
        .nullish(),
      members: z.record(z.string(), z.object({ permissions: permissions.nullish(), nick: name })).nullish(),
      roles: z.record(z.string(), z.object({ name })).nullish(),
      channels: z.record(z.string(), z.object({ name })).nullish(),
      messages: z
        .record(
          z.string(),
          contentSchema.extend({
            application_id: z.string().nullish(),
            author: z.object({ id: z.string(), bot: z.boolean().nullish() }).nullish(),
            webhook_id: z.string().nullish(),
          }),
        )
        .nullish(),
    })
    .nullish(),
});
type CommandData = z.output<typeof commandDataSchema>;

const fieldSchema = z.object({
  custom_id: z.string(),
  value: z.union([z.string(), z.boolean()]).nullish(),
  values: z.array(z.string()).optional(),
});
/** A form's fields by custom id: a text, or the chosen values. Empty fields are an empty text or list. */
const fieldsSchema = z
  // Labels with one field, rows of fields, or texts.
  .array(z.object({ component: fieldSchema.optional(), components: z.array(fieldSchema).default([]) }))
  .transform((rows): Readonly<Record<string, string | string[]>> => {
    const fields = rows.flatMap(({ component, components }) => [component ?? [], components].flat());
    return Object.fromEntries(fields.map(({ custom_id, value, values }) => [custom_id, values ?? String(value ?? '')]));
  });

const common = z.object({
  id: z.string(),
  application_id: z.string(),
  token: z.string(),
  guild_id: z.string().nullish(),
  channel_id: z.string().nullish(),
  channel: z.object({ type: z.number(), parent_id: z.string().nullish(), nsfw: z.boolean().nullish() }).nullish(),
  member: z.object({ user: z.object({ id: z.string() }), roles: z.array(z.string()), permissions }).nullish(),
  user: z.object({ id: z.string() }).nullish(),
  app_permissions: permissions.catch(0n),
  attachment_size_limit: z.int().min(0).catch(0),
});

/** The fields of every interaction. */
export interface InteractionFacts {
  id: string;
  applicationId: string;
  token: string;
  receivedAtMs: number;
  /** Undefined outside servers. */
  guildId: string | undefined;
  channelId: string | undefined;
  userId: string;
  /** Undefined outside servers. */
  server: ServerFacts | undefined;
}

export interface ServerFacts {
  roleIds: string[];
  /** The parent channel of a thread; undefined outside threads. */
  parentChannelId: string | undefined;
  /** Undefined in threads, which inherit it from their parent. */
  isAgeRestricted: boolean | undefined;
  /** The member's permissions in this channel. */
  memberPermissions: bigint;
  /** The bot's permissions in this channel. */
  appPermissions: bigint;
  /** Depends on the server's boosts and the member's subscription. */
  uploadLimitBytes: number;
}

/** The channel and, for a thread, its parent channel. */
export function channelIdsOf(channelId: string, parentChannelId: string | undefined): string[] {
  return parentChannelId === undefined ? [channelId] : [channelId, parentChannelId];
}

/** The fields of each kind of interaction that Easel handles. */
const kindSchema = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal(InteractionType.ApplicationCommand),
      application_id: z.string(),
      data: commandDataSchema,
    })
    .transform(({ application_id, data }) => ({ kind: 'command' as const, ...commandOf(data, application_id) })),
  z
    .object({
      type: z.literal(InteractionType.ApplicationCommandAutocomplete),
      application_id: z.string(),
      data: commandDataSchema,
    })
    .transform(({ application_id, data }) => ({
      kind: 'autocomplete' as const,
      ...commandOf(data, application_id),
      focused: optionsOf(data).options.find(({ focused }) => focused)?.name ?? '',
    })),
  z
    .object({
      type: z.literal(InteractionType.MessageComponent),
      data: z.object({ custom_id: z.string(), values: listOf(z.string()) }),
      message: messageSchema,
    })
    .transform(({ data: { custom_id: customId, values }, message }) => ({
      kind: 'component' as const,
      customId,
      values,
      message,
    })),
  z
    .object({
      type: z.literal(InteractionType.ModalSubmit),
      data: z.object({ custom_id: z.string(), components: fieldsSchema }),
      /** The message whose button opened the form, if one did. */
      message: messageSchema.optional(),
    })
    .transform(({ data: { custom_id: customId, components: fields }, message }) => ({
      kind: 'modal' as const,
      customId,
      fields,
      message,
    })),
]);

export type Interaction = InteractionFacts &
  z.output<typeof kindSchema> & {
    /** What its texts name by ids whose names aren't known, so that a neutral word stands there. */
    unnamed: readonly Mention[];
  };
export type InteractionOf<Kind extends Interaction['kind']> = Extract<Interaction, { kind: Kind }>;

/** Suggestions for the option that is being typed, best first. */
export type Suggestions = readonly { name: string; value: string | number }[];

const typedSchema = z.object({ type: z.number() });
const HANDLED_TYPES: readonly number[] = kindSchema.options.flatMap(({ in: { shape } }) => [...shape.type.values]);

/**
 * The only way by which Easel reads what people type in Discord: as the words that others read.
 * @param names known ones of what texts name by ids, besides those that Discord sends along with a command
 * @returns undefined for kinds that Easel doesn't handle. @throws ZodError if it isn't an interaction as expected.
 */
export function parseInteraction(raw: unknown, receivedAtMs: number, names: KnownNames = {}): Interaction | undefined {
  const { type } = typedSchema.parse(raw);
  if (!HANDLED_TYPES.includes(type)) return undefined;
  return { ...factsOf(common.parse(raw), receivedAtMs), ...withReadableTexts(kindSchema.parse(raw), names) };
}

function withReadableTexts<Read extends z.output<typeof kindSchema>>(read: Read, given: KnownNames) {
  if (read.kind === 'component') return { ...read, unnamed: [] };
  const names = read.kind === 'modal' ? given : { ...given, ...read.names };
  const unnamed: Mention[] = [];
  const readable = <Value>(values: Readonly<Record<string, Value>>): Readonly<Record<string, Value | string>> =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        if (typeof value !== 'string') return [name, value];
        unnamed.push(...mentionsIn(value).filter(({ id }) => names[id] === undefined));
        return [name, toReadableText(value, names)];
      }),
    );
  return read.kind === 'modal'
    ? { ...read, fields: readable(read.fields), unnamed }
    : { ...read, options: readable(read.options), unnamed };
}

function factsOf(raw: z.output<typeof common>, receivedAtMs: number): InteractionFacts {
  const user = raw.member?.user ?? raw.user;
  if (!user)
    throw new z.ZodError([
      { code: 'custom', path: ['user'], message: 'an interaction without a user', input: undefined },
    ]);
  return {
    id: raw.id,
    applicationId: raw.application_id,
    token: raw.token,
    receivedAtMs,
    guildId: raw.guild_id ?? undefined,
    channelId: raw.channel_id ?? undefined,
    userId: user.id,
    server: serverOf(raw),
  };
}

function serverOf({ channel, member, ...raw }: z.output<typeof common>): ServerFacts | undefined {
  if (!raw.guild_id || !member) return undefined;
  const isThread = channel ? THREADS.includes(channel.type) : false;
  return {
    roleIds: member.roles,
    parentChannelId: isThread ? (channel?.parent_id ?? undefined) : undefined,
    isAgeRestricted: isThread ? undefined : (channel?.nsfw ?? undefined),
    memberPermissions: member.permissions,
    appPermissions: raw.app_permissions,
    uploadLimitBytes: raw.attachment_size_limit || CAUTIOUS_LIMIT_BYTES,
  };
}

const { Attachment, Subcommand, SubcommandGroup } = ApplicationCommandOptionType;

function optionsOf(data: Pick<CommandData, 'options'>): {
  subcommand: string | undefined;
  options: CommandData['options'];
} {
  const first = data.options[0];
  if (first?.type === Subcommand) return { subcommand: first.name, options: first.options ?? [] };
  if (first?.type !== SubcommandGroup) return { subcommand: undefined, options: data.options };
  const inner = optionsOf({ options: first.options ?? [] });
  return { subcommand: `${first.name} ${inner.subcommand ?? ''}`.trim(), options: inner.options };
}

function commandOf(data: CommandData, applicationId: string) {
  const { subcommand, options: given } = optionsOf(data);
  const options: Record<string, OptionValue> = {};
  const attachments: Record<string, SourceAttachment> = {};
  for (const { name, type, value } of given) {
    const attachment = type === Attachment ? data.resolved?.attachments?.[String(value)] : undefined;
    if (attachment) attachments[name] = attachment;
    else if (value !== undefined && value !== null) options[name] = value;
  }
  return {
    name: data.name,
    /** Includes its group, if it has one: `share set`. */
    subcommand,
    options,
    attachments,
    /** The people in options, by id. */
    people: peopleIn(data),
    names: namesIn(data),
    /** The message whose context menu was used. */
    target: targetOf(data, applicationId),
  };
}

/** What the people, roles and channels of a command are called here. */
function namesIn({ resolved }: CommandData): KnownNames {
  const { users, members, roles, channels } = resolved ?? {};
  const people = Object.entries(users ?? {}).map(([id, { username, global_name }]) => [
    id,
    members?.[id]?.nick || global_name || username,
  ]);
  const others = Object.entries({ ...roles, ...channels }).map(([id, { name }]) => [id, name]);
  return Object.fromEntries([...people, ...others].filter(([, name]) => name));
}

/** Permissions are those in this channel, none for people who aren't in the server. */
function peopleIn({ resolved }: CommandData): Readonly<Record<string, { isBot: boolean; permissions: bigint }>> {
  const people = Object.entries(resolved?.users ?? {}).map(([id, { bot }]) => [
    id,
    { isBot: bot === true, permissions: resolved?.members?.[id]?.permissions ?? 0n },
  ]);
  return Object.fromEntries(people);
}

function targetOf({ resolved, target_id: id }: CommandData, applicationId: string) {
  const target = resolved?.messages?.[id ?? ''];
  if (!id || !target) return undefined;
  // Any bot can give its buttons ids that look like Easel's. A message that isn't a response has no application id, but
  // its author's id is the application's if it is Easel's own.
  const isOwn = (target.application_id ?? target.author?.id) === applicationId;
  const { author, components, webhook_id: webhookId } = target;
  return {
    id,
    /** Whether Easel posted it. */
    isOwn,
    /** The custom ids of its buttons, if it is Easel's own. */
    customIds: isOwn ? customIdsIn(components) : [],
    pictures: picturesIn(target),
    /** Undefined if Discord doesn't say. */
    author: author ? { id: author.id, isMember: author.bot !== true && !webhookId } : undefined,
  };
}

/** The address as a parser writes it. One with a backslash, white space or a control character stays as it is. */
function canonicalAddress(address: string): string {
  return /[\\\s\p{Cc}]/u.test(address) || !URL.canParse(address) ? address : new URL(address).href;
}

const mediaSchema = z
  .object({ media: attachmentSchema.omit({ id: true, filename: true, size: true }) })
  .transform(({ media }): MessagePicture => ({ ...media, filename: nameIn(media.url) }));

/** Files that components show aren't among a message's attachments. */
function picturesIn({ attachments, components }: z.output<typeof contentSchema>): MessagePicture[] {
  const all = [...attachments, ...objectsWith('media', mediaSchema, components)].filter(({ content_type: type }) =>
    isPictureType(type),
  );
  return [...new Map(all.map((one) => [one.url, one])).values()];
}

/** Whether some model may read the picture, by Discord's type. No model reads SVG. */
export function isPictureType(contentType: string | null | undefined): boolean {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  return type.startsWith('image/') && type !== 'image/svg+xml';
}
