import { z } from 'zod';
import { componentLimits as limits } from '../limits.ts';
import { snowflake } from '../snowflakes.ts';
import { address, optional, text, visibleText } from './fields.ts';

const componentId = optional(z.int().min(0));
export const customId = text(limits.customId);

const emoji = z
  .object({ id: optional(snowflake), name: optional(z.string().max(32)), animated: optional(z.boolean()) })
  .refine((value) => value.id !== undefined || value.name !== undefined, {
    message: 'Invalid emoji',
    params: { code: 'BUTTON_COMPONENT_INVALID_EMOJI' },
  });

const linkStyle = 5;
const premiumStyle = 6;

export const button = z
  .object({
    type: z.literal(2),
    id: componentId,
    style: z.int().min(1).max(6),
    label: optional(z.string().max(limits.buttonLabel)),
    emoji: optional(emoji),
    custom_id: optional(customId),
    url: optional(address(limits.url)),
    sku_id: optional(snowflake),
    disabled: optional(z.boolean()),
  })
  .superRefine((value, context) => {
    const complain = (path: string, code: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [path], message, params: { code }, input: value });
    if (value.style === premiumStyle) return;
    if (!value.label && !value.emoji) {
      complain('label', 'BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED', 'A label or an emoji is required');
    }
    if (value.style === linkStyle) {
      if (!value.url) complain('url', 'BASE_TYPE_REQUIRED', 'A url is required');
      if (value.custom_id) {
        complain('custom_id', 'BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE', 'A link has no custom id');
      }
      return;
    }
    if (!value.custom_id) complain('custom_id', 'BASE_TYPE_REQUIRED', 'A custom id is required');
    if (value.url) complain('url', 'BUTTON_COMPONENT_INVALID_STYLE', 'Only link buttons have a url');
  });

const selectOption = z.object({
  label: text(limits.optionText),
  value: text(limits.optionText),
  description: optional(z.string().max(limits.optionText)),
  emoji: optional(emoji),
  default: optional(z.boolean()),
});

const selectFields = {
  id: componentId,
  custom_id: customId,
  placeholder: optional(z.string().max(limits.selectPlaceholder)),
  min_values: optional(z.int().min(0).max(limits.selectOptions)),
  max_values: optional(z.int().min(1).max(limits.selectOptions)),
  disabled: optional(z.boolean()),
  required: optional(z.boolean()),
};

const defaultValues = optional(
  z.array(z.object({ id: snowflake, type: z.enum(['user', 'role', 'channel']) })).max(limits.selectOptions),
);

export const stringSelect = z
  .object({ type: z.literal(3), ...selectFields, options: z.array(selectOption).min(1).max(limits.selectOptions) })
  .superRefine((value, context) => {
    const values = value.options.map((option) => option.value);
    values.forEach((own, index) => {
      if (values.indexOf(own) === index) return;
      const code = 'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED';
      const message = 'The specified option value is already used';
      context.addIssue({ code: 'custom', path: ['options', index, 'value'], message, params: { code }, input: own });
    });
  });

export const entitySelects = [
  z.object({ type: z.literal(5), ...selectFields, default_values: defaultValues }),
  z.object({ type: z.literal(6), ...selectFields, default_values: defaultValues }),
  z.object({ type: z.literal(7), ...selectFields, default_values: defaultValues }),
  z.object({
    type: z.literal(8),
    ...selectFields,
    default_values: defaultValues,
    channel_types: optional(z.array(z.int())),
  }),
] as const;

export const textDisplay = z.object({
  type: z.literal(10),
  id: componentId,
  content: visibleText(limits.textDisplayTotal),
});

const media = z.object({ url: address(limits.mediaUrl, { attachment: true }) });
const mediaDescription = optional(text(limits.mediaDescription));
const spoiler = optional(z.boolean());

export const thumbnail = z.object({
  type: z.literal(11),
  id: componentId,
  media,
  description: mediaDescription,
  spoiler,
});

export const section = z.object({
  type: z.literal(9),
  id: componentId,
  components: z.array(textDisplay).min(1).max(limits.sectionTexts),
  accessory: z.discriminatedUnion('type', [button, thumbnail]),
});

export const gallery = z.object({
  type: z.literal(12),
  id: componentId,
  items: z
    .array(z.object({ media, description: mediaDescription, spoiler }))
    .min(1)
    .max(limits.gallery),
});

export const file = z.object({
  type: z.literal(13),
  id: componentId,
  file: z.object({
    url: z.string().startsWith('attachment://', { error: 'Files have to be attachments of the message' }),
  }),
  spoiler,
});

export const separator = z.object({
  type: z.literal(14),
  id: componentId,
  divider: optional(z.boolean()),
  spacing: optional(z.int().min(1).max(2)),
});

export const actionRow = z
  .object({
    type: z.literal(1),
    id: componentId,
    components: z
      .array(z.discriminatedUnion('type', [button, stringSelect, ...entitySelects]))
      .min(1)
      .max(limits.rowButtons),
  })
  .refine((row) => row.components.length === 1 || row.components.every((part) => part.type === 2), {
    path: ['components'],
    message: 'A row holds up to 5 buttons or one select',
    params: { code: 'COMPONENT_LAYOUT_WIDTH_EXCEEDED' },
  });

export const container = z.object({
  type: z.literal(17),
  id: componentId,
  components: z
    .array(z.discriminatedUnion('type', [actionRow, section, textDisplay, gallery, file, separator]))
    .min(1)
    .max(limits.totalV2),
  accent_color: optional(z.int().min(0).max(limits.colour)),
  spoiler,
});

export const componentIdField = componentId;
