import { z } from 'zod';
import { commandLimits as limits } from '../limits.ts';
import { optional, text } from './fields.ts';

/** Names or descriptions by language. */
export const commandNames = (most: number) =>
  optional(
    z.record(z.string(), text(most)).refine((value) => Object.keys(value).length <= limits.locales, {
      message: `Must be ${limits.locales} or fewer in length.`,
      params: { code: 'BASE_TYPE_MAX_LENGTH' },
    }),
  );

const choice = z.object({
  name: text(limits.choiceName),
  name_localizations: commandNames(limits.choiceName),
  value: z.union([z.string().max(limits.choiceValue), z.number()]),
});

const optionFields = {
  type: z.int().min(1).max(11),
  name: text(limits.name),
  name_localizations: commandNames(limits.name),
  description: text(limits.description),
  description_localizations: commandNames(limits.description),
  required: optional(z.boolean()),
  choices: optional(z.array(choice).max(limits.choices)),
  channel_types: optional(z.array(z.int())),
  min_value: optional(z.number()),
  max_value: optional(z.number()),
  min_length: optional(z.int().min(0).max(limits.stringOption)),
  max_length: optional(z.int().min(1).max(limits.stringOption)),
  autocomplete: optional(z.boolean()),
  /** Which kinds of file an attachment option offers to choose from. */
  file_types: optional(z.array(z.string())),
};

const leaf = z.object({ ...optionFields, options: optional(z.array(z.never()).max(0)) });
const inner = z.object({ ...optionFields, options: optional(z.array(leaf).max(limits.options)) });

/** One option; subcommand groups hold subcommands, which hold plain options. */
export const commandOption: z.ZodType<CommandOption, unknown> = z.object({
  ...optionFields,
  options: optional(z.array(inner).max(limits.options)),
});

export interface CommandOption extends z.output<z.ZodObject<typeof optionFields>> {
  options: CommandOption[] | undefined;
}
