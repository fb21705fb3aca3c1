import { MessageFlags } from 'discord-api-types/v10';
import type { MessageCreate, MessageEdit } from '../checks/bodies.ts';
import { mediaOf, parseComponents, walk } from '../checks/components.ts';
import { invalidForm, refusals } from '../errors.ts';
import type { StoredMessage } from '../state/state.ts';
import { storedReference } from '../wire/components.ts';

/** The text and components of a message, checked as a whole. */
export type Draft = Pick<StoredMessage, 'content' | 'components' | 'flags'>;

const blank: Draft = { content: '', components: [], flags: 0 };

const CREATE_FLAGS = MessageFlags.SuppressEmbeds | MessageFlags.SuppressNotifications | MessageFlags.IsComponentsV2;
const EDIT_FLAGS = MessageFlags.SuppressEmbeds | MessageFlags.IsComponentsV2;

/** A new message with this body, without its files. @throws DiscordRefusal 400 code 50035 or 50006 */
export const draftOf = (body: MessageCreate | MessageEdit, fileNames: Map<string, string>): Draft =>
  merge(blank, body, (body.flags ?? 0) & CREATE_FLAGS, fileNames);

/**
 * The message after an edit: missing fields stay, and nulls clear them.
 * @throws DiscordRefusal 400 code 50035 or 50006
 */
export const draftOfEdit = (message: StoredMessage, body: MessageEdit, fileNames: Map<string, string>): Draft => {
  const wanted = (body.flags ?? message.flags) & EDIT_FLAGS;
  if (message.flags & MessageFlags.IsComponentsV2 && !(wanted & MessageFlags.IsComponentsV2)) {
    const said = 'The IS_COMPONENTS_V2 flag cannot be removed from a message';
    throw invalidForm(['flags'], 'MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG', said);
  }
  const kept = message.flags & ~EDIT_FLAGS & ~MessageFlags.Loading;
  return merge(message, body, kept | wanted, fileNames);
};

const merge = (old: Draft, body: MessageCreate | MessageEdit, newFlags: number, names: Map<string, string>): Draft => {
  const isV2 = (newFlags & MessageFlags.IsComponentsV2) !== 0;
  const given = body.components;
  const components = given === undefined ? old.components : parseComponents(given ?? [], isV2);
  const draft: Draft = {
    content: (body.content === undefined ? old.content : (body.content ?? '')).trim(),
    components: structuredClone(components),
    flags: newFlags,
  };
  if (isV2) checkNoLegacy(draft);
  resolve(draft.components, names);
  return draft;
};

const checkNoLegacy = ({ content }: Draft): void => {
  if (content === '') return;
  const said = "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2";
  throw invalidForm(['content'], 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2', said);
};

/** Replaces `attachment://name` by the reference that is stored. */
const resolve = (components: Draft['components'], names: Map<string, string>): void => {
  const ids = new Set(names.values());
  const idOf = (url: string): string | undefined => {
    const name = url.slice(storedReference.length);
    return names.get(name) ?? (ids.has(name) ? name : undefined);
  };
  for (const { component, path } of walk(components)) {
    for (const { media, path: inner } of mediaOf(component)) {
      if (!media.url.startsWith(storedReference)) continue;
      const id = idOf(media.url);
      if (id === undefined) {
        const said = 'The referenced attachment was not found.';
        throw invalidForm([...path, ...inner], 'UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND', said);
      }
      media.url = storedReference + id;
    }
  }
};

/** @throws DiscordRefusal 400 code 50006 if the message is empty */
export const checkNotEmpty = (draft: Draft, fileCount: number): void => {
  const isV2 = (draft.flags & MessageFlags.IsComponentsV2) !== 0;
  const isEmpty = draft.content === '' && fileCount === 0;
  if (isV2 ? draft.components.length === 0 : isEmpty && draft.components.length === 0) throw refusals.emptyMessage();
};
