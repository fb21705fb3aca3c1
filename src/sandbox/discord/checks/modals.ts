import { z } from 'zod';
import { modalLimits as limits } from '../limits.ts';
import { assignIds } from './components.ts';
import { componentId, customId, selects } from './controls.ts';
import { optional, text } from './fields.ts';
import { textDisplay } from './parts.ts';

const textInput = z
  .object({
    type: z.literal(4),
    id: componentId,
    custom_id: customId,
    style: z.int().min(1).max(2),
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

const field = z.discriminatedUnion('type', [textInput, ...selects]);
/** A field that a person fills in. */
export type ModalField = z.output<typeof field>;

const label = z.object({
  type: z.literal(18),
  id: componentId,
  label: text(limits.label),
  description: optional(text(limits.labelDescription)),
  component: field,
});

export const modalSchema = z.object({
  custom_id: customId,
  title: text(limits.title),
  components: z
    .array(z.discriminatedUnion('type', [label, textDisplay]))
    .min(1)
    .max(limits.components),
});
export type Modal = z.output<typeof modalSchema>;

/** Gives an id to each part without one. @throws DiscordRefusal 400 code 50035 if two fields share a custom id */
export const checkModal = ({ components }: Modal): void =>
  assignIds(
    components.flatMap((part, index) => {
      const path = ['data', 'components', index];
      const inner = part.type === 18 ? [{ component: part.component, path: [...path, 'component'] }] : [];
      return [{ component: part, path }, ...inner];
    }),
  );
