import { z } from 'zod';
import { invalidForm } from '../errors.ts';
import { componentLimits, modalLimits as limits } from '../limits.ts';
import { componentId, customId, entitySelects, stringSelect } from './controls.ts';
import { optional, text } from './fields.ts';
import { textDisplay } from './parts.ts';

const textInput = z
  .object({
    type: z.literal(4),
    id: componentId,
    custom_id: customId,
    style: z.int().min(1).max(2),
    label: optional(text(limits.label)),
    min_length: optional(z.int().min(0).max(limits.textInput)),
    max_length: optional(z.int().min(1).max(limits.textInput)),
    required: optional(z.boolean()),
    value: optional(z.string().max(limits.textInput)),
    placeholder: optional(z.string().max(limits.placeholder)),
  })
  .refine(({ min_length: least, max_length: most }) => least === undefined || most === undefined || least <= most, {
    path: ['min_length'],
    message: 'The minimum length is over the maximum length',
    params: { code: 'TEXT_INPUT_MIN_LENGTH_GREATER_THAN_MAX' },
  });

const fileUpload = z.object({
  type: z.literal(19),
  id: componentId,
  custom_id: customId,
  min_values: optional(z.int().min(0).max(limits.files)),
  max_values: optional(z.int().min(1).max(limits.files)),
  required: optional(z.boolean()),
  file_types: optional(z.array(z.string())),
});

const groupOption = z.object({
  label: text(componentLimits.optionText),
  value: text(componentLimits.optionText),
  description: optional(z.string().max(componentLimits.optionText)),
  default: optional(z.boolean()),
});

const radioGroup = z.object({
  type: z.literal(21),
  id: componentId,
  custom_id: customId,
  required: optional(z.boolean()),
  options: z.array(groupOption).min(2).max(limits.groupOptions),
});

const checkboxGroup = z.object({
  type: z.literal(22),
  id: componentId,
  custom_id: customId,
  min_values: optional(z.int().min(0).max(limits.groupOptions)),
  max_values: optional(z.int().min(1).max(limits.groupOptions)),
  required: optional(z.boolean()),
  options: z.array(groupOption).min(1).max(limits.groupOptions),
});

const checkbox = z.object({
  type: z.literal(23),
  id: componentId,
  custom_id: customId,
  default: optional(z.boolean()),
});

const field = z.discriminatedUnion('type', [
  textInput,
  stringSelect,
  ...entitySelects,
  fileUpload,
  radioGroup,
  checkboxGroup,
  checkbox,
]);
/** Something to be filled in. */
export type ModalField = z.output<typeof field>;

const label = z.object({
  type: z.literal(18),
  id: componentId,
  label: text(limits.label),
  description: optional(text(limits.labelDescription)),
  component: field,
});

/** The older form, for text inputs that carry their own label. */
const row = z.object({
  type: z.literal(1),
  id: componentId,
  components: z
    .array(
      textInput.refine((input) => input.label !== undefined, { path: ['label'], message: 'This field is required' }),
    )
    .length(1),
});

const modal = z.object({
  custom_id: customId,
  title: text(limits.title),
  components: z
    .array(z.discriminatedUnion('type', [label, row, textDisplay]))
    .min(1)
    .max(limits.components),
});
export type Modal = z.output<typeof modal>;
export const modalSchema = modal;

/** The fields of a modal, in order. */
export const fieldsOf = (one: Modal): ModalField[] =>
  one.components.flatMap((part) => (part.type === 18 ? [part.component] : part.type === 1 ? part.components : []));

/** @throws DiscordRefusal 400 code 50035 for two fields of one custom id */
export const checkModal = (one: Modal): void => {
  const seen = new Set<string>();
  for (const [index, { custom_id: id }] of fieldsOf(one).entries()) {
    if (seen.has(id)) {
      const message = 'Component custom id cannot be duplicated';
      throw invalidForm(['data', 'components', index], 'COMPONENT_CUSTOM_ID_DUPLICATED', message);
    }
    seen.add(id);
  }
  let next = 1;
  for (const part of one.components) {
    part.id ??= next++;
    if (part.type === 18) part.component.id ??= next++;
    if (part.type === 1) for (const input of part.components) input.id ??= next++;
  }
};
