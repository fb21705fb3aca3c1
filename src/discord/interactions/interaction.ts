import { z } from 'zod';
import { CAUTIOUS_LIMIT_BYTES } from '../../jobs/job.ts';
import { customIdsIn } from '../rest/message.ts';

/** An interaction's token opens its message for 15 minutes from its arrival; a little less, for the clocks differ. */
export const TOKEN_LIFE_MS = 14.5 * 60_000;

/**
 * Interactions as Discord sends them, cut down to what Easel reads. They are taken from the raw event: discord.js'
 * own objects lean on a cache of servers that a bot without intents does not have. Strict on what decides, lenient on
 * what only informs: a member is not left without an answer for a field that is not needed.
 */

const permissions = z.string().regex(/^\d+$/).transform(BigInt);

const userSchema = z.object({ id: z.string() });
const authorSchema = z.object({ id: z.string(), bot: z.boolean().nullish() });

/** A list that may be left out. */
const listOf = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .array(schema)
    .nullish()
    .transform((list) => list ?? []);

const attachmentSchema = z.object({
  id: z.string(),
  filename: z.string(),
  size: z.number(),
  url: z.string(),
  /** May be missing: Discord's type filter looks at the name only. */
  content_type: z.string().nullish(),
  /** Of pictures and clips, read from the bytes; missing where Discord cannot read them. */
  width: z.number().nullish(),
  height: z.number().nullish(),
});
export type SourceAttachment = z.output<typeof attachmentSchema>;

const optionSchema = z.object({
  name: z.string(),
  type: z.number(),
  value: z.union([z.string(), z.number(), z.boolean()]).nullish(),
  focused: z.boolean().nullish(),
  get options() {
    return z.array(optionSchema).nullish();
  },
});

const commandDataSchema = z.object({
  name: z.string(),
  options: listOf(optionSchema),
  target_id: z.string().nullish(),
  resolved: z
    .object({
      attachments: z.record(z.string(), attachmentSchema).nullish(),
      users: z.record(z.string(), z.object({ bot: z.boolean().nullish() })).nullish(),
      members: z.record(z.string(), z.object({ permissions: permissions.nullish() })).nullish(),
      messages: z
        .record(
          z.string(),
          z.object({
            application_id: z.string().nullish(),
            author: authorSchema.nullish(),
            webhook_id: z.string().nullish(),
            attachments: listOf(attachmentSchema),
            components: listOf(z.unknown()),
          }),
        )
        .nullish(),
    })
    .nullish(),
});

/** The message that a button is on, or that opened a form. */
const messageSchema = z.object({
  id: z.string(),
  channel_id: z.string(),
  attachments: listOf(attachmentSchema),
  components: listOf(z.unknown()),
});

const componentDataSchema = z.object({ custom_id: z.string(), values: listOf(z.string()) });

const fieldSchema = z.object({
  custom_id: z.string(),
  value: z.union([z.string(), z.boolean()]).nullish(),
  values: z.array(z.string()).optional(),
});
const modalDataSchema = z.object({
  custom_id: z.string(),
  /** Labels around one field, rows of fields, and texts. */
  components: z.array(z.object({ component: fieldSchema.optional(), components: z.array(fieldSchema).optional() })),
});

const common = {
  id: z.string(),
  application_id: z.string(),
  token: z.string(),
  guild_id: z.string().nullish(),
  channel_id: z.string().nullish(),
  channel: z.object({ type: z.number(), parent_id: z.string().nullish(), nsfw: z.boolean().nullish() }).nullish(),
  member: z.object({ user: userSchema, roles: z.array(z.string()), permissions }).nullish(),
  user: userSchema.nullish(),
  app_permissions: permissions.catch(0n),
  attachment_size_limit: z.int().min(0).catch(0),
  locale: z.string().catch('en-US'),
};

const APPLICATION_COMMAND = 2;
const MESSAGE_COMPONENT = 3;
const AUTOCOMPLETE = 4;
const MODAL_SUBMIT = 5;

const interactionSchema = z.discriminatedUnion('type', [
  z.object({ ...common, type: z.literal(APPLICATION_COMMAND), data: commandDataSchema }),
  z.object({ ...common, type: z.literal(AUTOCOMPLETE), data: commandDataSchema }),
  z.object({
    ...common,
    type: z.literal(MESSAGE_COMPONENT),
    data: componentDataSchema,
    message: messageSchema,
  }),
  z.object({
    ...common,
    type: z.literal(MODAL_SUBMIT),
    data: modalDataSchema,
    message: messageSchema.optional(),
  }),
]);
type RawInteraction = z.output<typeof interactionSchema>;

export type OptionValue = string | number | boolean;

/** What every interaction tells, in a server or outside. */
export interface InteractionFacts {
  id: string;
  applicationId: string;
  token: string;
  receivedAtMs: number;
  channelId: string | undefined;
  locale: string;
  userId: string;
  /** Nothing outside servers. */
  server: ServerFacts | undefined;
}

export interface ServerFacts {
  guildId: string;
  roleIds: string[];
  /** The channel that this thread belongs to; undefined outside threads. */
  parentChannelId: string | undefined;
  /** Undefined in threads: their parent says. */
  isAgeRestricted: boolean | undefined;
  /** What the member may do in this channel. */
  memberPermissions: bigint;
  /** What the bot may do in this channel. */
  appPermissions: bigint;
  /** Counts the server's boosts and the member's own subscription. */
  uploadLimitBytes: number;
}

/** The channel and, for a thread, the one that it belongs to. */
export function channelIdsOf(channelId: string, { parentChannelId }: ServerFacts): string[] {
  return [channelId, ...(parentChannelId === undefined ? [] : [parentChannelId])];
}

/** Somebody whom an option names. */
export interface PersonFacts {
  isBot: boolean;
  /** In this channel; none where they are not in the server. */
  permissions: bigint;
}

interface CommandFacts {
  name: string;
  /** With its group before it, where it has one: `share set`. */
  subcommand: string | undefined;
  options: Readonly<Record<string, OptionValue>>;
  attachments: Readonly<Record<string, SourceAttachment>>;
  /** By their ids. */
  people: Readonly<Record<string, PersonFacts>>;
  /** The message whose menu was used. */
  target: TargetFacts | undefined;
}

interface TargetFacts {
  id: string;
  /** Of its buttons, where it is Easel's own. */
  customIds: string[];
  pictures: MessagePicture[];
  /** Who posted it; undefined where Discord does not say. */
  author: { id: string; isMember: boolean } | undefined;
}

/** A picture in a message, with what Discord read of it: of what a component shows it tells no size. */
export type MessagePicture = Omit<SourceAttachment, 'id' | 'size'> & { size?: number };

/** The message that a pressed button is on, or that opened a form. */
interface MessageFacts {
  id: string;
  channelId: string;
  /** Of its buttons and menus. */
  customIds: string[];
  /** Where its pictures are, as Discord signed the addresses for a day. */
  pictureAddresses: string[];
}

export type Interaction = InteractionFacts &
  (
    | ({ kind: 'command' } & CommandFacts)
    | ({ kind: 'autocomplete'; focused: string } & CommandFacts)
    | { kind: 'component'; customId: string; values: string[]; message: MessageFacts }
    | {
        kind: 'modal';
        customId: string;
        /** By custom id: a text, or what was chosen; what was left empty is an empty text or list. */
        fields: Readonly<Record<string, string | string[]>>;
        /** The message whose button opened the form, where one did. */
        message: MessageFacts | undefined;
      }
  );
export type InteractionOf<Kind extends Interaction['kind']> = Extract<Interaction, { kind: Kind }>;

/** For the option that is being typed, best first. */
export type Suggestions = readonly { name: string; value: string }[];

/** Channel types of threads; other channels' parents are categories. */
export const THREADS = [10, 11, 12];

const typedSchema = z.object({ type: z.number() });

/** @returns undefined for kinds that Easel does not answer. @throws ZodError when Discord sends another form. */
export function parseInteraction(raw: unknown, receivedAtMs: number): Interaction | undefined {
  const { type } = typedSchema.parse(raw);
  if (![APPLICATION_COMMAND, MESSAGE_COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT].includes(type)) return undefined;
  const parsed = interactionSchema.parse(raw);
  const facts = factsOf(parsed, receivedAtMs);
  if (parsed.type === MESSAGE_COMPONENT) {
    const { data, message } = parsed;
    return { ...facts, kind: 'component', customId: data.custom_id, values: data.values, message: messageOf(message) };
  }
  if (parsed.type === MODAL_SUBMIT) {
    const { data, message } = parsed;
    const at = message && messageOf(message);
    return { ...facts, kind: 'modal', customId: data.custom_id, fields: fieldsOf(data), message: at };
  }
  const command = commandOf(parsed.data, parsed.application_id);
  if (parsed.type === APPLICATION_COMMAND) return { ...facts, kind: 'command', ...command };
  return { ...facts, kind: 'autocomplete', ...command, focused: focusedOf(parsed.data) };
}

function factsOf(raw: RawInteraction, receivedAtMs: number): InteractionFacts {
  const user = raw.member?.user ?? raw.user;
  if (!user)
    throw new z.ZodError([{ code: 'custom', path: ['user'], message: 'an interaction of nobody', input: undefined }]);
  const server =
    !raw.guild_id || !raw.member
      ? undefined
      : {
          guildId: raw.guild_id,
          roleIds: raw.member.roles,
          parentChannelId: THREADS.includes(raw.channel?.type ?? -1)
            ? (raw.channel?.parent_id ?? undefined)
            : undefined,
          isAgeRestricted: THREADS.includes(raw.channel?.type ?? -1) ? undefined : (raw.channel?.nsfw ?? undefined),
          memberPermissions: raw.member.permissions,
          appPermissions: raw.app_permissions,
          uploadLimitBytes: raw.attachment_size_limit || CAUTIOUS_LIMIT_BYTES,
        };
  return {
    id: raw.id,
    applicationId: raw.application_id,
    token: raw.token,
    receivedAtMs,
    channelId: raw.channel_id ?? undefined,
    locale: raw.locale,
    userId: user.id,
    server,
  };
}

function fieldsOf({ components }: z.output<typeof modalDataSchema>): Record<string, string | string[]> {
  const fields = components.flatMap(({ component, components: row = [] }) => [
    ...(component ? [component] : []),
    ...row,
  ]);
  return Object.fromEntries(fields.map(({ custom_id, value, values }) => [custom_id, values ?? String(value ?? '')]));
}

type CommandData = z.output<typeof commandDataSchema>;
const SUBCOMMAND = 1;
const SUBCOMMAND_GROUP = 2;
const ATTACHMENT = 11;

function optionsOf(data: Pick<CommandData, 'options'>): {
  subcommand: string | undefined;
  options: CommandData['options'];
} {
  const first = data.options[0];
  if (first?.type === SUBCOMMAND) return { subcommand: first.name, options: first.options ?? [] };
  if (first?.type !== SUBCOMMAND_GROUP) return { subcommand: undefined, options: data.options };
  const inner = optionsOf({ options: first.options ?? [] });
  return { subcommand: `${first.name} ${inner.subcommand ?? ''}`.trim(), options: inner.options };
}

function commandOf(data: CommandData, applicationId: string): CommandFacts {
  const { subcommand, options } = optionsOf(data);
  const values: Record<string, OptionValue> = {};
  const attachments: Record<string, SourceAttachment> = {};
  for (const { name, type, value } of options) {
    const attachment = type === ATTACHMENT ? data.resolved?.attachments?.[String(value)] : undefined;
    if (attachment) attachments[name] = attachment;
    else if (value !== undefined && value !== null) values[name] = value;
  }
  return {
    name: data.name,
    subcommand,
    options: values,
    attachments,
    people: peopleIn(data),
    target: targetOf(data, applicationId),
  };
}

function targetOf({ resolved, target_id: id }: CommandData, applicationId: string): TargetFacts | undefined {
  const target = resolved?.messages?.[id ?? ''];
  if (!id || !target) return undefined;
  // Anybody's bot can give its buttons ids that look like Easel's. What was posted without an interaction names no
  // application; the bot's own id is the application's then.
  const isOwn = (target.application_id ?? target.author?.id) === applicationId;
  const { author, components, webhook_id: webhookId } = target;
  const isMember = author?.bot !== true && !webhookId;
  return {
    ...{ id, customIds: isOwn ? customIdsIn(components) : [], pictures: picturesIn(target) },
    author: author ? { id: author.id, isMember } : undefined,
  };
}

function messageOf(message: z.output<typeof messageSchema>): MessageFacts {
  const { channel_id: channelId, components, id } = message;
  const pictureAddresses = picturesIn(message).map(({ url }) => url);
  return { id, channelId, customIds: customIdsIn(components), pictureAddresses };
}

/** What components show of a message's files is not among its attachments. */
function picturesIn({
  attachments,
  components,
}: Pick<z.output<typeof messageSchema>, 'attachments' | 'components'>): MessagePicture[] {
  const all = [...attachments, ...shownIn(components)].filter(({ content_type: type }) => isPictureType(type));
  return [...new Map(all.map((one) => [one.url, one])).values()];
}

const mediaSchema = z.object({ media: attachmentSchema.omit({ id: true, filename: true, size: true }) });

function shownIn(value: unknown): MessagePicture[] {
  if (value === null || typeof value !== 'object') return [];
  const { data } = mediaSchema.safeParse(value);
  const media = data?.media;
  return [...(media ? [{ ...media, filename: nameIn(media.url) }] : []), ...Object.values(value).flatMap(shownIn)];
}

function nameIn(address: string): string {
  return URL.canParse(address) ? (new URL(address).pathname.split('/').at(-1) ?? '') : address;
}

/** A picture that some model may read, by what Discord calls its type; drawings in SVG are none. */
export function isPictureType(contentType: string | null | undefined): boolean {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  return type.startsWith('image/') && type !== 'image/svg+xml';
}

function peopleIn({ resolved }: CommandData): Record<string, PersonFacts> {
  const people = Object.entries(resolved?.users ?? {}).map(([id, { bot }]): [string, PersonFacts] => [
    id,
    { isBot: bot === true, permissions: resolved?.members?.[id]?.permissions ?? 0n },
  ]);
  return Object.fromEntries(people);
}

function focusedOf(data: CommandData): string {
  return optionsOf(data).options.find(({ focused }) => focused)?.name ?? '';
}
