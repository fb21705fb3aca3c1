import { type APIAttachment, type APIMessageTopLevelComponent, MessageFlags } from 'discord.js';

/**
 * A message as Easel sends it: always with components v2, always naming the attachments that stay, and with explicit
 * mentions only. An edit without `allowed_mentions` would use Discord's default.
 */
export interface MessageBody {
  flags: number;
  components: APIMessageTopLevelComponent[];
  attachments: MessageAttachment[];
  allowed_mentions: { parse: []; users?: string[] };
  /** Makes the message a reply. */
  message_reference?: { message_id: string; fail_if_not_exists: boolean };
}

/** An attachment that stays (`id` is Discord's), or a new one (`id` is its index among the files). */
export type MessageAttachment = Pick<APIAttachment, 'id'> & {
  filename?: string;
  description?: string;
  is_spoiler?: boolean;
};

/** The most characters of all text displays of a message together. */
export const TEXT_LIMIT = 4000;

/** The most characters of an attachment's or gallery item's alt text. */
export const ALT_TEXT_LIMIT = 1024;

export function messageBody(
  components: APIMessageTopLevelComponent[],
  options: { ephemeral?: boolean; attachments?: MessageAttachment[]; mentions?: string[] } = {},
): MessageBody {
  return {
    flags: MessageFlags.IsComponentsV2 | (options.ephemeral ? MessageFlags.Ephemeral : 0),
    components,
    attachments: options.attachments ?? [],
    allowed_mentions: { parse: [], ...(options.mentions ? { users: options.mentions } : {}) },
  };
}

/** Whether only the member who gets the response sees it. */
export function isPrivate({ flags }: MessageBody): boolean {
  return (flags & MessageFlags.Ephemeral) !== 0;
}
