import {
  type APIChannelSelectComponent,
  type APIModalInteractionResponseCallbackData,
  type APIRoleSelectComponent,
  type APIUserSelectComponent,
  ComponentType,
  TextInputStyle,
} from 'discord.js';
import type { z } from 'zod';
import type { InteractionOf } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { COMMAND_CHANNELS } from '../../src/discord/messages/components.ts';
import { cut } from '../../src/discord/messages/prompt-text.ts';
import type { Needs } from './context.ts';

/** Builders of form fields. */

export type FormData = APIModalInteractionResponseCallbackData;
type Field = FormData['components'][number];
export type FieldOption = { label: string; value: string; description?: string };

/** Discord's limit for a text input. */
export const INPUT_MAX_CHARACTERS = 4_000;

export function textField(
  id: string,
  label: string,
  { about, value = '', example = '', most, isLong = false, isRequired = true }: TextFieldFacts,
): Field {
  const limit = Math.min(INPUT_MAX_CHARACTERS, most);
  const style = isLong ? TextInputStyle.Paragraph : TextInputStyle.Short;
  return {
    type: ComponentType.Label,
    label,
    ...(about !== undefined && { description: about }),
    component: {
      type: ComponentType.TextInput,
      custom_id: id,
      style,
      max_length: limit,
      required: isRequired,
      ...(value === '' ? {} : { value: cut(value, limit) }),
      ...(example === '' ? {} : { placeholder: example }),
    },
  };
}

interface TextFieldFacts {
  /** The text below the label. */
  about?: string | undefined;
  /** The initial text. */
  value?: string;
  /** Shown while the field is empty. At most 100 characters. */
  example?: string;
  /** The most characters. */
  most: number;
  isLong?: boolean;
  isRequired?: boolean;
}

interface SelectFieldFacts {
  /** The text below the label, which people read without opening the menu. At most 100 characters. */
  about?: string;
  chosen: readonly string[];
  least?: number;
  most?: number;
}

/** By default, exactly one option has to be selected. */
export function selectField(
  id: string,
  label: string,
  options: readonly FieldOption[],
  { about, chosen, least = 1, most = 1 }: SelectFieldFacts,
): Field {
  return {
    type: ComponentType.Label,
    label,
    ...(about !== undefined && { description: about }),
    component: {
      type: ComponentType.StringSelect,
      custom_id: id,
      required: least > 0,
      min_values: least,
      max_values: Math.min(most, options.length),
      options: options.map((option) => (chosen.includes(option.value) ? { ...option, default: true } : option)),
    },
  };
}

type Picker = APIUserSelectComponent | APIRoleSelectComponent | APIChannelSelectComponent;

const pickField = (label: string, component: Picker, about?: string): Field => ({
  type: ComponentType.Label,
  label,
  ...(about !== undefined && { description: about }),
  component,
});

/** Fields for one member, role or channel of the server. */
export const memberField = (id: string, label: string): Field =>
  pickField(label, { type: ComponentType.UserSelect, custom_id: id });

export const roleField = (id: string, label: string): Field =>
  pickField(label, { type: ComponentType.RoleSelect, custom_id: id });

export const channelField = (
  id: string,
  label: string,
  { about, isRequired = true }: Pick<TextFieldFacts, 'about' | 'isRequired'> = {},
): Field =>
  pickField(
    label,
    {
      type: ComponentType.ChannelSelect,
      custom_id: id,
      channel_types: COMMAND_CHANNELS,
      ...(isRequired ? {} : { required: false, min_values: 0 }),
    },
    about,
  );

/** A submitted form. */
export type Submitted = Pick<InteractionOf<'modal'>, 'fields'>;

/** What was typed into a field of a submitted form. */
export const typedIn = ({ fields }: Submitted, id: string): string => String(fields[id] ?? '').trim();

/** The value that was chosen in a menu. @throws MemberError for a value that the menu doesn't have */
export function chosenIn<Value>(
  { values }: Pick<InteractionOf<'component'>, 'values'>,
  schema: z.ZodType<Value>,
  { texts }: Needs<'texts'>,
): Value {
  const { data, success } = schema.safeParse(values[0]);
  if (!success) throw new MemberError(texts.refusals.unknownButton, 'gone');
  return data;
}

/** The selected values of a field of a submitted form. */
export const selectedIn = ({ fields }: Submitted, id: string): readonly string[] => [fields[id] ?? []].flat();
