import { MessageFlags, MessageType } from 'discord-api-types/v10';
import type { MessageCreate, MessageEdit } from '../checks/bodies.ts';
import { invalidForm, refusals } from '../errors.ts';
import { messageLimits } from '../limits.ts';
import type { Location } from '../locations.ts';
import type { Core } from '../state/core.ts';
import type { StoredAttachment, StoredMessage } from '../state/state.ts';
import { checkNotEmpty, draftOf, draftOfEdit } from './drafts.ts';
import { planFiles, type UploadedFile } from './files.ts';
import { mentionsOf, notifiedBy } from './mentions.ts';

/** Who posts a message, and in which form. */
export interface Posting {
  location: Location;
  authorId: string;
  type?: number;
  interactionId?: string;
  ephemeralFor?: string | undefined;
  /** The id of a post's first message, which equals its thread's id. A new id by default. */
  id?: string;
}

export const findMessage = (core: Core, channelId: string, messageId: string): StoredMessage | undefined =>
  core.state.messages[channelId]?.findLast(({ id }) => id === messageId);

const attachmentsOf = (core: Core, message: StoredMessage): StoredAttachment[] =>
  message.attachmentIds.map((id) => core.attachments.find(id)).filter((one) => one !== undefined);

/** @throws DiscordRefusal as Discord would for this body */
export const createMessage = (core: Core, posting: Posting, body: MessageCreate, uploaded: UploadedFile[]) => {
  const { location, authorId, ephemeralFor } = posting;
  const repliesTo = replyTarget(core, location.channelId, body);
  const listed = body.attachments ?? [];
  const unlisted = uploaded
    .map(({ index }) => ({ id: String(index) }))
    .filter(({ id }) => !listed.some((one) => one.id === id));
  const references = [...listed, ...unlisted];
  const files = planFiles(core, { channelId: location.channelId, uploaded, references, existing: [] });
  const draft = draftOf(body, files.byName);
  checkNotEmpty(draft, files.attachments.length);
  files.commit();
  const mentions = mentionsOf(core.state.world, location, authorId, draft, body.allowed_mentions);
  const ofReply =
    repliesTo && (body.allowed_mentions?.replied_user ?? !body.allowed_mentions) ? [repliesTo.authorId] : [];
  mentions.userIds = [...new Set([...mentions.userIds, ...ofReply])];
  const silent = draft.flags & MessageFlags.SuppressNotifications || ephemeralFor !== undefined;
  return insert(core, posting, {
    ...draft,
    type: posting.type ?? (repliesTo ? MessageType.Reply : MessageType.Default),
    attachmentIds: files.attachments.map((one) => one.id),
    mentions,
    notifiedIds: silent ? [] : notifiedBy(location, mentions).filter((id) => id !== authorId),
    nonce: body.nonce ?? null,
    repliesTo: repliesTo?.id ?? null,
  });
};

const replyTarget = (core: Core, channelId: string, body: MessageCreate): StoredMessage | undefined => {
  const reference = body.message_reference;
  if (!reference) return undefined;
  const target = findMessage(core, channelId, reference.message_id);
  if (!target && (reference.fail_if_not_exists ?? true)) {
    throw invalidForm(['message_reference'], 'REPLIES_UNKNOWN_MESSAGE', 'Unknown message');
  }
  return target;
};

/** The "is thinking" message that a deferred answer shows until it is edited. */
export const createLoadingMessage = (core: Core, posting: Posting): StoredMessage =>
  insert(core, posting, { flags: MessageFlags.Loading });

const insert = (core: Core, posting: Posting, contents: Partial<StoredMessage>): StoredMessage => {
  const { ephemeralFor = null, interactionId = null } = posting;
  const message: StoredMessage = {
    id: posting.id ?? core.nextId(),
    channelId: posting.location.channelId,
    authorId: posting.authorId,
    type: posting.type ?? MessageType.Default,
    content: '',
    components: [],
    attachmentIds: [],
    mentions: { userIds: [], roleIds: [], everyone: false },
    notifiedIds: [],
    createdAt: core.clock.now(),
    editedAt: null,
    nonce: null,
    repliesTo: null,
    interactionId,
    ephemeralFor,
    ...contents,
    flags: (contents.flags ?? 0) | (ephemeralFor === null ? 0 : MessageFlags.Ephemeral),
  };
  const list = core.state.messages[message.channelId] ?? [];
  core.state.messages[message.channelId] = list;
  list.push(message);
  core.changes.emit({ kind: 'message-created', channelId: message.channelId, messageId: message.id });
  return message;
};

/** @throws DiscordRefusal as Discord would; then the message hasn't changed */
export const editMessage = (
  core: Core,
  location: Location,
  message: StoredMessage,
  body: MessageEdit,
  uploaded: UploadedFile[],
): StoredMessage => {
  const existing = attachmentsOf(core, message);
  const references = body.attachments === null ? [] : body.attachments;
  const files = planFiles(core, { channelId: message.channelId, uploaded, references, existing });
  // Without the list, an edit's components can't refer to the files that come with it.
  const named = body.attachments === undefined && uploaded.length > 0 ? new Map<string, string>() : files.byName;
  const draft = draftOfEdit(message, body, named);
  checkNotEmpty(draft, files.attachments.length);
  files.commit();
  const kept = new Set(files.attachments.map((one) => one.id));
  for (const old of existing) if (!kept.has(old.id)) core.attachments.remove(old.id);
  const wasLoading = (message.flags & MessageFlags.Loading) !== 0;
  Object.assign(message, draft, {
    attachmentIds: files.attachments.map((one) => one.id),
    mentions: mentionsOf(core.state.world, location, message.authorId, draft, body.allowed_mentions),
    editedAt: wasLoading ? null : core.clock.now(),
  });
  core.changes.emit({ kind: 'message-updated', channelId: message.channelId, messageId: message.id });
  return message;
};

export const deleteMessage = (core: Core, message: StoredMessage): void => {
  const list = core.state.messages[message.channelId] ?? [];
  core.state.messages[message.channelId] = list.filter((one) => one !== message);
  for (const id of message.attachmentIds) core.attachments.remove(id);
  core.changes.emit({ kind: 'message-deleted', channelId: message.channelId, messageId: message.id });
};

/** The message that its author posted with this nonce within the last minutes, in any channel. */
export const findByNonce = (core: Core, authorId: string, body: MessageCreate) => {
  if (!body.enforce_nonce || body.nonce === undefined) return undefined;
  const since = core.clock.now() - messageLimits.nonceLookBackMs;
  const isMeant = (one: StoredMessage): boolean =>
    one.authorId === authorId && one.nonce === body.nonce && one.createdAt >= since;
  for (const messages of Object.values(core.state.messages)) {
    const found = messages.find(isMeant);
    if (found) return found;
  }
  return undefined;
};

/** @throws DiscordRefusal 404 code 10008, also for ephemeral messages */
export const messageOf = (core: Core, channelId: string, messageId: string): StoredMessage => {
  const message = findMessage(core, channelId, messageId);
  if (!message || message.ephemeralFor !== null) throw refusals.unknownMessage();
  return message;
};
