import type { ModalView } from './views.ts';

/** A file that a person picks. */
export interface FileInput {
  name: string;
  bytes: Uint8Array;
  /** The type that the upload claims. By default, the type by the name's ending; null for none. */
  contentType?: string | null;
}

export type OptionValue = string | number | boolean;

export interface CommandInput {
  channelId: string;
  name: string;
  /** The group and subcommand, for commands that have them. */
  group?: string | undefined;
  subcommand?: string | undefined;
  /** By name. People, roles and channels are given by id. */
  options?: Record<string, OptionValue>;
  /** Files, each with the name of its option. */
  attachments?: (FileInput & { option: string })[];
}

export interface AutocompleteInput extends Omit<CommandInput, 'attachments'> {
  /** The option that is being typed. Its text so far is in `options`. */
  focused: string;
}

export interface PressInput {
  channelId: string;
  messageId: string;
  customId: string;
}

export interface SelectInput extends PressInput {
  /** Values of the options, or ids of roles or channels. */
  values: string[];
}

export interface ContextMenuInput {
  channelId: string;
  name: string;
  /** The message. */
  targetId: string;
}

export interface ModalInput {
  modal: ModalView;
  /** Text or chosen values, by custom id. */
  values?: Record<string, string | string[]>;
}

export interface PostInput {
  channelId: string;
  content?: string;
  attachments?: FileInput[];
  /** The message to reply to. */
  replyTo?: string | undefined;
}
