import type { ModalView } from './views.ts';

/** A file that a person picks: its bytes, or where it lies. */
export interface FileInput {
  name: string;
  bytes?: Uint8Array;
  path?: string;
  /** What the upload says it is; by the name's ending where it is missing, null for nothing at all. */
  contentType?: string | null;
}

export type OptionValue = string | number | boolean;

export interface CommandInput {
  channelId: string;
  /** Only for reading's sake; the channel says it too. */
  guildId?: string | null;
  name: string;
  /** The group and the subcommand, where the command has them. */
  group?: string;
  subcommand?: string;
  /** By name; people, roles and channels by their ids. */
  options?: Record<string, OptionValue>;
  /** Files by the name of their option. */
  attachments?: (FileInput & { option: string })[];
}

export interface AutocompleteInput extends Omit<CommandInput, 'attachments'> {
  /** The option being typed; its text so far stands in `options`. */
  focused: string;
}

export interface PressInput {
  channelId: string;
  messageId: string;
  customId: string;
}

export interface SelectInput extends PressInput {
  /** Values of the options, or ids of people, roles or channels. */
  values: string[];
}

export interface ContextMenuInput {
  channelId: string;
  name: string;
  /** A message for a message command, a person for a user command. */
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
  /** The message that it replies to. */
  replyTo?: string;
}
