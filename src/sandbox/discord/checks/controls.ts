import { z } from 'zod';
import { componentLimits as limits } from '../limits.ts';
import { snowflake } from '../state/snowflakes.ts';
import { address, optional, text } from './fields.ts';

export const componentId = optional(z.int().min(0));
export const customId = text(limits.customId);

const emoji = z
  .object({ id: optional(snowflake), name: optional(z.string().max(32)), animated: optional(z.boolean()) })
  .refine((value) => value.id !== undefined || value.name !== undefined, {
    message: 'Invalid emoji',
    params: { code: 'BUTTON_COMPONENT_INVALID_EMOJI' },
  });

const linkStyle = 5;

export const button = z
  .object({
    type: z.literal(2),
    id: componentId,
    style: z.int().min(1).max(linkStyle),
    label: optional(z.string().max(limits.buttonLabel)),
    emoji: optional(emoji),
    custom_id: optional(customId),
    url: optional(address(limits.url)),
    disabled: optional(z.boolean()),
  })
  .superRefine((value, context) => {
    const complain = (path: string, code: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [path], message, params: { code }, input: value });
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
  z.array(z.object({ id: snowflake, type: z.enum(['role', 'channel']) })).max(limits.selectOptions),
);

const stringSelect = z
  .object({ type: z.literal(3), ...selectFields, options: z.array(selectOption).min(1).max(limits.selectOptions) })
  .superRefine((value, context) => {
    const { min_values: least = 1, max_values: most = 1 } = value;
    if (least > most || most > value.options.length) {
      const message = 'Must be at least min_values, and at most the number of options';
      const params = { code: 'BASE_TYPE_BAD_VALUE' };
      context.addIssue({ code: 'custom', path: ['max_values'], message, params, input: most });
    }
    const values = value.options.map((option) => option.value);
    values.forEach((own, index) => {
      if (values.indexOf(own) === index) return;
      const code = 'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED';
      const message = 'The specified option value is already used';
      context.addIssue({ code: 'custom', path: ['options', index, 'value'], message, params: { code }, input: own });
    });
  });

const userSelect = z.object({ type: z.literal(5), ...selectFields });
const roleSelect = z.object({ type: z.literal(6), ...selectFields, default_values: defaultValues });
const channelSelect = z.object({
  type: z.literal(8),
  ...selectFields,
  default_values: defaultValues,
  channel_types: optional(z.array(z.int())),
});

/** The menus that Easel uses. */
export const selects = [stringSelect, userSelect, roleSelect, channelSelect] as const;
