/** Discord's forms, as far as the page draws them. */

export interface User {
  id: string;
  username: string;
  global_name: string | null;
  bot?: boolean;
}

export interface Media {
  url: string;
  width: number | null;
  height: number | null;
  content_type: string | null;
}

export interface GalleryItem {
  media: Media;
  description: string | null;
  spoiler: boolean;
}

export interface SelectOption {
  label: string;
  value: string;
  description?: string;
  default?: boolean;
}

export interface ButtonPart {
  type: 2;
  style: number;
  label?: string;
  custom_id?: string;
  url?: string;
  disabled?: boolean;
  emoji?: { name?: string | null };
}

/** 3 strings, 5 people, 6 roles, 7 people and roles, 8 channels. */
export interface SelectPart {
  type: 3 | 5 | 6 | 7 | 8;
  custom_id: string;
  options?: SelectOption[];
  placeholder?: string;
  min_values?: number;
  max_values?: number;
  disabled?: boolean;
  required?: boolean;
  channel_types?: number[];
  default_values?: { id: string }[];
}

export interface TextPart {
  type: 10;
  content: string;
}

export interface ThumbnailPart {
  type: 11;
  media: Media;
  description: string | null;
  spoiler: boolean;
}

export interface FilePart {
  type: 13;
  file: Media;
  name: string;
  size: number;
  spoiler: boolean;
}

export type Part =
  | { type: 1; components: (ButtonPart | SelectPart)[] }
  | ButtonPart
  | SelectPart
  | { type: 9; components: TextPart[]; accessory: ButtonPart | ThumbnailPart }
  | TextPart
  | ThumbnailPart
  | { type: 12; items: GalleryItem[] }
  | FilePart
  | { type: 14; divider: boolean; spacing: number }
  | { type: 17; components: Part[]; accent_color: number | null; spoiler: boolean };

export interface Attachment {
  id: string;
  filename: string;
  size: number;
  url: string;
  title?: string;
  description?: string;
  content_type?: string;
  width?: number;
  height?: number;
  /** 8 is a spoiler. */
  flags?: number;
}

export interface Embed {
  title?: string;
  description?: string;
  url?: string;
  color?: number;
  timestamp?: string;
  author?: { name: string };
  footer?: { text: string };
  fields?: { name: string; value: string; inline: boolean }[];
  image?: Media;
  thumbnail?: Media;
}

export interface Message {
  id: string;
  channel_id: string;
  author: User;
  type: number;
  content: string;
  embeds: Embed[];
  components: Part[];
  attachments: Attachment[];
  flags: number;
  mentions: User[];
  timestamp: string;
  edited_timestamp: string | null;
  interaction_metadata?: { id: string; user: User };
  interaction?: { id: string; type: number; name: string; user: User };
  message_reference?: { message_id: string };
  referenced_message?: Message | null;
  sandbox: { ephemeral: boolean; loading: boolean; notifiedIds: string[] };
}

/** Discord's option types: 1 subcommand, 2 group, then the kinds of values. */
export interface CommandOption {
  type: number;
  name: string;
  description: string;
  required?: boolean;
  autocomplete?: boolean;
  choices?: { name: string; value: string | number }[];
  options?: CommandOption[];
  min_value?: number;
  max_value?: number;
  min_length?: number;
  max_length?: number;
  channel_types?: number[];
}

/** 1 typed, 2 on a person, 3 on a message. */
export interface Command {
  id: string;
  type: number;
  name: string;
  description: string;
  options?: CommandOption[];
}

export interface TextInputPart {
  type: 4;
  custom_id: string;
  /** 1 one line, 2 many. */
  style: number;
  label?: string;
  value?: string;
  placeholder?: string;
  required?: boolean;
  min_length?: number;
  max_length?: number;
}

export interface GroupPart {
  /** 21 one of several, 22 several. */
  type: 21 | 22;
  custom_id: string;
  required?: boolean;
  options: SelectOption[];
}

export type ModalField =
  | TextInputPart
  | SelectPart
  | GroupPart
  | { type: 19; custom_id: string; required?: boolean; max_values?: number }
  | { type: 23; custom_id: string; default?: boolean };

export type ModalPart =
  | { type: 18; label: string; description?: string; component: ModalField }
  | { type: 1; components: TextInputPart[] }
  | TextPart;

export interface Modal {
  interactionId: string;
  title: string;
  components: ModalPart[];
}
