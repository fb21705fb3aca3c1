import { openAsBlob } from 'node:fs';
import { type REST, type RESTPostAPIApplicationCommandsJSONBody, Routes } from 'discord.js';
import { z } from 'zod';
import type { CommandRule } from '../interactions/command-rules.ts';
import { THREADS } from '../interactions/interaction.ts';
import { mayViewChannel } from '../server/permissions.ts';
import type { MessageBody } from './message-body.ts';
import { FileGoneError, isInArchivedThread, isUnknownMember } from './rest-failure.ts';
import { formOf } from './rest-transport.ts';

/** A file to upload: read from disk while it is sent, or small and made in memory. */
export type Upload = { name: string; mimeType: string } & ({ path: string } | { bytes: Uint8Array<ArrayBuffer> });

export interface TokenRef {
  applicationId: string;
  token: string;
}

/** The calls to Discord that Easel makes. Each is sent once, but for changes in archived threads; what a failure means is told by `failureOf`. */
export interface DiscordRest {
  /** The first answer to an interaction; resolves with the message, where the answer is one. */
  answer(interaction: { id: string; token: string }, answer: AnswerBody): Promise<SentMessage | undefined>;
  original(ref: TokenRef): Promise<SentMessage>;
  editOriginal(ref: TokenRef, body: MessageBody, files: readonly Upload[], options: CallOptions): Promise<SentMessage>;
  deleteOriginal(ref: TokenRef): Promise<void>;
  followUp(ref: TokenRef, body: MessageBody, files: readonly Upload[], options: CallOptions): Promise<SentMessage>;
  edit(at: MessageRef, body: MessageBody, files: readonly Upload[], options: CallOptions): Promise<SentMessage>;
  /** @param nonce makes repeating the call within some minutes safe. */
  post(
    channelId: string,
    body: MessageBody,
    files: readonly Upload[],
    options: CallOptions & { nonce: string },
  ): Promise<SentMessage>;
  delete(at: MessageRef, options: CallOptions): Promise<void>;
  /** A message as it is now. In some channels the bot may not read it, though it may change or delete its own. */
  message(at: MessageRef, options: CallOptions): Promise<ShownMessage>;
  /** Who owns the application: one person, or the members of a team that have accepted and may change things. */
  ownerIds(options: CallOptions): Promise<string[]>;
  /** The channel of the bot's direct messages with somebody. */
  openDirectMessages(userId: string, options: CallOptions): Promise<string>;
  /** What a server is called. */
  serverName(guildId: string, options: CallOptions): Promise<string>;
  channel(channelId: string, options: CallOptions): Promise<ChannelFacts>;
  /** The roles of a member; undefined for who is not in the server, because they left or were banned. */
  memberRoleIds(guildId: string, memberId: string, options: CallOptions): Promise<string[] | undefined>;
  /** Whether a channel is open to every member of its server; a thread as its channel, but for a private one. */
  isOpenToEveryone(guildId: string, channelId: string, options: CallOptions): Promise<boolean>;
  /** The application's commands as Discord has them: in one server only, or those of all servers. */
  commands(applicationId: string, guildId: string | undefined, options: CallOptions): Promise<StoredCommand[]>;
  /** Makes these the application's commands there; whatever else it had there goes. */
  setCommands(
    applicationId: string,
    guildId: string | undefined,
    commands: readonly RESTPostAPIApplicationCommandsJSONBody[],
    options: CallOptions,
  ): Promise<StoredCommand[]>;
  /** What a server's admins set for commands; by the command's id, or the application's for all of them. */
  commandRules(
    applicationId: string,
    guildId: string,
    options: CallOptions,
  ): Promise<ReadonlyMap<string, readonly CommandRule[]>>;
}

export interface MessageRef {
  channelId: string;
  messageId: string;
}

export interface ChannelFacts {
  /** Undefined for what is in no server. */
  guildId: string | undefined;
  /** Undefined for a thread: the channel that it belongs to says. */
  isAgeRestricted: boolean | undefined;
  /** Of a thread. */
  parentChannelId: string | undefined;
}

export interface CallOptions {
  signal: AbortSignal;
}

/** An interaction callback: its type and data as Discord has them. */
export interface AnswerBody {
  type: number;
  data?: object;
}

const uploadedMediaSchema = z.object({ attachment_id: z.string(), url: z.string() });
const namedAttachmentSchema = z.object({ id: z.string(), filename: z.string(), url: z.string() });

/** A file of a message, at an address that Discord signed for about a day. */
interface FileOfMessage {
  attachmentId: string;
  name: string;
  address: string;
}

const shownMessageSchema = z
  .object({
    id: z.string(),
    channel_id: z.string(),
    attachments: z.array(namedAttachmentSchema).default([]),
    components: z.array(z.unknown()).default([]),
  })
  .transform(({ id, channel_id: channelId, attachments, components }) => ({
    id,
    channelId,
    files: [
      ...attachments.map(({ id, filename, url }) => ({ attachmentId: id, name: filename, address: url })),
      ...uploadedIn(components),
    ],
  }));
export type ShownMessage = z.output<typeof shownMessageSchema>;

/** As it is kept: addresses end. */
const sentMessageSchema = shownMessageSchema.transform(({ id, channelId, files }) => ({
  ...{ id, channelId },
  files: files.map(({ attachmentId, name }) => ({ attachmentId, name })),
}));
export type SentMessage = z.output<typeof sentMessageSchema>;

/** Files that components show are told there, and not among the message's attachments. */
function uploadedIn(value: unknown): FileOfMessage[] {
  if (value === null || typeof value !== 'object') return [];
  const { data } = uploadedMediaSchema.safeParse(value);
  const own = data ? [{ attachmentId: data.attachment_id, name: nameIn(data.url), address: data.url }] : [];
  return [...own, ...Object.values(value).flatMap(uploadedIn)];
}

function nameIn(address: string): string {
  return URL.canParse(address) ? (new URL(address).pathname.split('/').at(-1) ?? '') : '';
}

const directChannelSchema = z.object({ id: z.string() });

/** https://discord.com/developers/docs/topics/teams: 2 is a member who has accepted the invitation. */
const ACCEPTED = 2;
const applicationSchema = z.object({
  owner: z.object({ id: z.string() }).nullish(),
  team: z
    .object({
      owner_user_id: z.string(),
      members: z.array(
        z.object({ membership_state: z.number(), role: z.string().optional(), user: z.object({ id: z.string() }) }),
      ),
    })
    .nullish(),
});
const channelSchema = z
  .object({
    type: z.number(),
    guild_id: z.string().nullish(),
    nsfw: z.boolean().nullish(),
    parent_id: z.string().nullish(),
  })
  .transform(({ type, guild_id, nsfw, parent_id: parentId }): ChannelFacts => {
    const guildId = guild_id ?? undefined;
    if (THREADS.includes(type)) return { guildId, isAgeRestricted: undefined, parentChannelId: parentId ?? undefined };
    return { guildId, isAgeRestricted: nsfw === true, parentChannelId: undefined };
  });
const serverSchema = z.object({ name: z.string() });

const memberSchema = z.object({ roles: z.array(z.string()) });

const PRIVATE_THREAD = 12;
const permissionsSchema = z.string().transform(BigInt);
const audienceSchema = z.object({
  type: z.number(),
  parent_id: z.string().nullish(),
  permission_overwrites: z
    .array(z.object({ id: z.string(), allow: permissionsSchema, deny: permissionsSchema }))
    .default([]),
});
const rolesSchema = z.array(z.object({ id: z.string(), permissions: permissionsSchema }));

const storedCommandsSchema = z.array(z.looseObject({ id: z.string(), name: z.string(), type: z.number().default(1) }));
export type StoredCommand = z.output<typeof storedCommandsSchema>[number];

function commandsRoute(applicationId: string, guildId: string | undefined): `/${string}` {
  return guildId === undefined
    ? Routes.applicationCommands(applicationId)
    : Routes.applicationGuildCommands(applicationId, guildId);
}

/** https://discord.com/developers/docs/interactions/application-commands#application-command-permissions-object */
const RULE_TARGETS: Readonly<Record<number, CommandRule['target']>> = { 1: 'role', 2: 'member', 3: 'channel' };
const commandRulesSchema = z.array(
  z.object({
    id: z.string(),
    permissions: z.array(z.object({ id: z.string(), type: z.number(), permission: z.boolean() })),
  }),
);

const callbackSchema = z.object({ resource: z.object({ message: sentMessageSchema.optional() }).optional() });

/** For calls without files. The first answer to an interaction is worthless after 3 s. */
const CALL_TIMEOUT_MS = 10_000;
const ANSWER_TIMEOUT_MS = 2_500;
const UPLOAD_TIMEOUT_MS = 5 * 60_000;

/** Node says of a file that is not there only that the argument is no good. */
async function openFile(path: string, options: { type: string }): Promise<Blob> {
  try {
    return await openAsBlob(path, options);
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && error.code === 'ERR_INVALID_ARG_VALUE') {
      throw new FileGoneError({ cause: error });
    }
    throw error;
  }
}

export function createDiscordRest(rest: REST): DiscordRest {
  const within = (signal: AbortSignal | undefined, files: readonly Upload[]): AbortSignal => {
    const timeout = AbortSignal.timeout(files.length > 0 ? UPLOAD_TIMEOUT_MS : CALL_TIMEOUT_MS);
    return signal ? AbortSignal.any([signal, timeout]) : timeout;
  };
  /** A file is sent from disk: given as a file to discord.js it would be read whole into memory. */
  const withFiles = async (
    body: object,
    files: readonly Upload[],
  ): Promise<{ body: unknown; passThroughBody?: true }> => {
    if (files.length === 0) return { body };
    const opened = files.map(async (file) => {
      const type = { type: file.mimeType };
      const blob = 'path' in file ? await openFile(file.path, type) : new Blob([file.bytes], type);
      return { name: file.name, blob };
    });
    const form = formOf(body, await Promise.all(opened));
    return { body: form, passThroughBody: true };
  };
  /**
   * A thread that was archived takes no changes until it is brought back, which whoever may write in it may do. It is
   * archived again by itself. @throws the refusal of the change where it may not be brought back: it is locked.
   */
  const alsoWhereArchived = async <Result>(
    channelId: string,
    signal: AbortSignal | undefined,
    change: () => Promise<Result>,
  ): Promise<Result> => {
    try {
      return await change();
    } catch (error) {
      if (!isInArchivedThread(error)) throw error;
      await rest.patch(Routes.channel(channelId), { body: { archived: false }, signal: within(signal, []) });
      return change();
    }
  };
  const message = (answer: unknown): SentMessage => sentMessageSchema.parse(answer);

  return {
    answer: async ({ id, token }, body) => {
      const answer = await rest.post(Routes.interactionCallback(id, token), {
        body,
        query: new URLSearchParams({ with_response: 'true' }),
        auth: false,
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      });
      return callbackSchema.parse(answer).resource?.message;
    },
    original: async ({ applicationId, token }) =>
      message(
        await rest.get(Routes.webhookMessage(applicationId, token), { auth: false, signal: within(undefined, []) }),
      ),
    editOriginal: async ({ applicationId, token }, body, files, { signal }) =>
      message(
        await rest.patch(Routes.webhookMessage(applicationId, token), {
          ...(await withFiles(body, files)),
          auth: false,
          signal: within(signal, files),
        }),
      ),
    deleteOriginal: async ({ applicationId, token }) => {
      await rest.delete(Routes.webhookMessage(applicationId, token), { auth: false, signal: within(undefined, []) });
    },
    followUp: async ({ applicationId, token }, body, files, { signal }) =>
      message(
        await rest.post(Routes.webhook(applicationId, token), {
          ...(await withFiles(body, files)),
          query: new URLSearchParams({ wait: 'true' }),
          auth: false,
          signal: within(signal, files),
        }),
      ),
    edit: ({ channelId, messageId }, body, files, { signal }) =>
      alsoWhereArchived(channelId, signal, async () =>
        message(
          await rest.patch(Routes.channelMessage(channelId, messageId), {
            ...(await withFiles(body, files)),
            signal: within(signal, files),
          }),
        ),
      ),
    post: async (channelId, body, files, { signal, nonce }) =>
      message(
        await rest.post(Routes.channelMessages(channelId), {
          ...(await withFiles({ ...body, nonce, enforce_nonce: true }, files)),
          signal: within(signal, files),
        }),
      ),
    ownerIds: async ({ signal }) => {
      const { owner, team } = applicationSchema.parse(
        await rest.get(Routes.currentApplication(), { signal: within(signal, []) }),
      );
      // The owner of a team's application is an account of the team's own, behind which nobody sits.
      if (!team) return owner ? [owner.id] : [];
      const members = team.members.filter((one) => one.membership_state === ACCEPTED && one.role !== 'read_only');
      return [...new Set([team.owner_user_id, ...members.map(({ user }) => user.id)])];
    },
    openDirectMessages: async (userId, { signal }) => {
      const body = { recipient_id: userId };
      return directChannelSchema.parse(await rest.post(Routes.userChannels(), { body, signal: within(signal, []) })).id;
    },
    channel: async (channelId, { signal }) =>
      channelSchema.parse(await rest.get(Routes.channel(channelId), { signal: within(signal, []) })),
    commands: async (applicationId, guildId, { signal }) =>
      storedCommandsSchema.parse(
        await rest.get(commandsRoute(applicationId, guildId), {
          query: new URLSearchParams({ with_localizations: 'true' }),
          signal: within(signal, []),
        }),
      ),
    setCommands: async (applicationId, guildId, commands, { signal }) =>
      storedCommandsSchema.parse(
        await rest.put(commandsRoute(applicationId, guildId), { body: commands, signal: within(signal, []) }),
      ),
    memberRoleIds: async (guildId, memberId, { signal }) => {
      try {
        const route = Routes.guildMember(guildId, memberId);
        return memberSchema.parse(await rest.get(route, { signal: within(signal, []) })).roles;
      } catch (error) {
        if (isUnknownMember(error)) return undefined;
        throw error;
      }
    },
    isOpenToEveryone: async (guildId, channelId, { signal }) => {
      const read = async (id: string) =>
        audienceSchema.parse(await rest.get(Routes.channel(id), { signal: within(signal, []) }));
      const own = await read(channelId);
      if (own.type === PRIVATE_THREAD) return false;
      const parentId = THREADS.includes(own.type) ? own.parent_id : undefined;
      const { permission_overwrites: overwrites } = parentId ? await read(parentId) : own;
      const roles = rolesSchema.parse(await rest.get(Routes.guildRoles(guildId), { signal: within(signal, []) }));
      // The role @everyone has the server's id.
      const granted = roles.find(({ id }) => id === guildId)?.permissions ?? 0n;
      return mayViewChannel(
        granted,
        overwrites.find(({ id }) => id === guildId),
      );
    },
    commandRules: async (applicationId, guildId, { signal }) => {
      const route = Routes.guildApplicationCommandsPermissions(applicationId, guildId);
      const all = commandRulesSchema.parse(await rest.get(route, { signal: within(signal, []) }));
      return new Map(
        all.map(({ id, permissions }) => [
          id,
          permissions.flatMap((one): CommandRule[] => {
            const target = RULE_TARGETS[one.type];
            return target ? [{ target, id: one.id, isAllowed: one.permission }] : [];
          }),
        ]),
      );
    },
    serverName: async (guildId, { signal }) =>
      serverSchema.parse(await rest.get(Routes.guild(guildId), { signal: within(signal, []) })).name,
    message: async ({ channelId, messageId }, { signal }) =>
      shownMessageSchema.parse(
        await rest.get(Routes.channelMessage(channelId, messageId), { signal: within(signal, []) }),
      ),
    delete: ({ channelId, messageId }, { signal }) =>
      alsoWhereArchived(channelId, signal, async () => {
        await rest.delete(Routes.channelMessage(channelId, messageId), { signal: within(signal, []) });
      }),
  };
}
