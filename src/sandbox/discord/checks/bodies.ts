import { z } from 'zod';
import { messageLimits as limits, threadLimits } from '../limits.ts';
import { snowflake } from '../state/snowflakes.ts';
import { optional } from './fields.ts';

const fileReference = z.object({
  id: z.union([snowflake, z.int().min(0)]).transform(String),
  filename: optional(z.string().min(1).max(1024)),
  description: optional(z.string().max(limits.attachmentDescription)),
  title: optional(z.string().max(1024)),
  is_spoiler: optional(z.boolean()),
});
export type FileReference = Pick<z.output<typeof fileReference>, 'id'> & Partial<z.output<typeof fileReference>>;

const mentionKinds = z.enum(['roles', 'users', 'everyone']);
const allowedMentions = z
  .object({
    parse: optional(z.array(mentionKinds)),
    roles: optional(z.array(snowflake).max(100)),
    users: optional(z.array(snowflake).max(100)),
    replied_user: optional(z.boolean()),
  })
  .superRefine((value, context) => {
    for (const kind of ['roles', 'users'] as const) {
      if (!value.parse?.includes(kind) || !value[kind]?.length) continue;
      const code = 'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE';
      const message = `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`;
      context.addIssue({ code: 'custom', path: [], message, params: { code }, input: value });
    }
  });
export type AllowedMentions = z.output<typeof allowedMentions>;

/** Components are parsed separately, because the message's flags decide which are allowed. */
const common = {
  content: z.string().max(limits.content).nullish(),
  /** The sandbox doesn't show embeds, so it refuses them. */
  embeds: z.array(z.never()).nullish(),
  allowed_mentions: optional(allowedMentions),
  components: z.array(z.unknown()).nullish(),
  attachments: z.array(fileReference).max(limits.files).nullish(),
  flags: z.coerce.number<number | string>().int().min(0).nullish(),
};

const reference = z.object({
  type: optional(z.literal(0)),
  message_id: snowflake,
  channel_id: optional(snowflake),
  guild_id: optional(snowflake),
  fail_if_not_exists: optional(z.boolean()),
});

export const messageCreate = z.object({
  ...common,
  tts: optional(z.boolean()),
  nonce: optional(
    z.union([z.string(), z.int()]).refine((value) => String(value).length <= limits.nonce, {
      message: `Must be ${limits.nonce} or fewer in length.`,
      params: { code: 'BASE_TYPE_MAX_LENGTH' },
    }),
  ),
  enforce_nonce: optional(z.boolean()),
  message_reference: optional(reference),
});
export type MessageCreate = Partial<z.output<typeof messageCreate>>;

/** A post in a forum or media channel. Its first message takes no nonce. */
export const postCreate = z.object({
  name: z.string().min(1).max(threadLimits.name),
  applied_tags: z.array(snowflake).max(threadLimits.appliedTags).nullish(),
  message: z.object(common),
});
export type PostCreate = z.output<typeof postCreate>;

export const messageEdit = z.object(common);
export type MessageEdit = z.output<typeof messageEdit>;
