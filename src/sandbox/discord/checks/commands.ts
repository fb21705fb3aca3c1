import { z } from 'zod';
import { commandLimits as limits } from '../limits.ts';
import { snowflake } from '../state/snowflakes.ts';
import { optional, text } from './fields.ts';

const choice = z.object({
  name: text(limits.choiceName),
  value: z.union([z.string().max(limits.choiceValue), z.number()]),
});

const optionFields = {
  type: z.int().min(1).max(11),
  name: text(limits.name),
  description: text(limits.description),
  required: optional(z.boolean()),
  choices: optional(z.array(choice).max(limits.choices)),
  channel_types: optional(z.array(z.int())),
  min_value: optional(z.number()),
  max_value: optional(z.number()),
  min_length: optional(z.int().min(0).max(limits.stringOption)),
  max_length: optional(z.int().min(1).max(limits.stringOption)),
  autocomplete: optional(z.boolean()),
  /** The kinds of file that an attachment option accepts. */
  file_types: optional(z.array(z.string())),
};

const leaf = z.object({ ...optionFields, options: optional(z.array(z.never()).max(0)) });
const inner = z.object({ ...optionFields, options: optional(z.array(leaf).max(limits.options)) });

/** One option. Subcommand groups contain subcommands, which contain plain options. */
const commandOption: z.ZodType<CommandOption, unknown> = z.object({
  ...optionFields,
  options: optional(z.array(inner).max(limits.options)),
});

export interface CommandOption extends z.output<z.ZodObject<typeof optionFields>> {
  options: CommandOption[] | undefined;
}

const chatInput = 1;
const userMenu = 2;
const messageMenu = 3;

const fields = {
  name: text(limits.name),
  description: optional(z.string().max(limits.description)),
  options: optional(z.array(commandOption).max(limits.options)),
  default_member_permissions: z.union([z.string().regex(/^\d+$/), z.int().min(0).transform(String)]).nullish(),
  contexts: z.array(z.int().min(0).max(2)).nullish(),
  integration_types: optional(z.array(z.int().min(0).max(1))),
  nsfw: optional(z.boolean()),
  type: optional(z.literal([chatInput, userMenu, messageMenu])),
};

/** A command as a bot registers it. */
export const commandCreate = z.object(fields).superRefine((value, context) => {
  const complain = (path: (string | number)[], code: string, message: string): void =>
    context.addIssue({ code: 'custom', path, message, params: { code }, input: value });
  const type = value.type ?? chatInput;
  if (type === chatInput) {
    if (!isCommandName(value.name)) complain(['name'], 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid');
    if (!value.description) complain(['description'], 'BASE_TYPE_REQUIRED', 'This field is required');
  } else {
    if (value.description) {
      const message = 'Context menu commands cannot have description';
      complain(['description'], 'APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID', message);
    }
    if (value.options?.length) {
      const message = 'Context menu commands cannot have options';
      complain(['options'], 'APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_INVALID', message);
    }
  }
  checkOptions(value.options ?? [], ['options'], complain);
  if (lengthOf(value) > limits.total) {
    complain([], 'APPLICATION_COMMAND_TOO_LARGE', `Command exceeds maximum size (${limits.total})`);
  }
});
export type CommandCreate = z.output<typeof commandCreate>;

/** A command as Discord stores it. `guildId` is null for a command of all servers. */
export const storedCommand = z.object({
  id: snowflake,
  version: snowflake,
  guildId: snowflake.nullable(),
  type: z.int(),
  name: z.string(),
  description: z.string(),
  options: z.array(commandOption),
  default_member_permissions: z.string().nullable(),
  contexts: z.array(z.int()).nullable(),
  integration_types: z.array(z.int()),
  nsfw: z.boolean(),
});
export type StoredCommand = z.output<typeof storedCommand>;

type Complain = (path: (string | number)[], code: string, message: string) => void;

const isCommandName = (name: string): boolean =>
  /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]*$/u.test(name) && name === name.toLowerCase();

/** Subcommands contain options, groups contain subcommands, and nothing nests deeper. */
const checkOptions = (options: CommandOption[], path: (string | number)[], complain: Complain): void => {
  const names = options.map((option) => option.name);
  let sawOptional = false;
  for (const [index, option] of options.entries()) {
    const own = [...path, index];
    if (!isCommandName(option.name)) {
      complain([...own, 'name'], 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid');
    }
    if (names.indexOf(option.name) !== index) {
      complain([...own, 'name'], 'APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED', 'Option names must be unique');
    }
    if (option.required && sawOptional) {
      const message = 'Required options must be placed before non-required options';
      complain(own, 'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID', message);
    }
    sawOptional ||= !option.required;
    checkChoices(option, own, complain);
    if (option.options) checkOptions(option.options, [...own, 'options'], complain);
  }
  const nested = options.filter((option) => option.type <= 2).length;
  if (nested > 0 && nested < options.length) {
    complain(path, 'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID', 'Sub-commands and options cannot stand side by side');
  }
};

const checkChoices = (option: CommandOption, path: (string | number)[], complain: Complain): void => {
  const choices = option.choices ?? [];
  if (choices.length > 0 && option.autocomplete) {
    const message = 'Choices and autocomplete exclude each other';
    complain([...path, 'autocomplete'], 'APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID', message);
  }
  const names = choices.map((choice) => choice.name);
  for (const [index, choice] of choices.entries()) {
    if (names.indexOf(choice.name) !== index) {
      const message = 'Option choice names must be unique';
      complain([...path, 'choices', index, 'name'], 'APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATED', message);
    }
    const isText = typeof choice.value === 'string';
    if (isText !== (option.type === 3)) {
      const message = 'The value is not of the type of the option';
      complain([...path, 'choices', index, 'value'], 'APPLICATION_COMMAND_OPTIONS_VALUE_INVALID', message);
    }
  }
};

const lengthOfOption = (option: CommandOption): number =>
  option.name.length +
  option.description.length +
  (option.choices ?? []).reduce((sum, choice) => sum + choice.name.length + String(choice.value).length, 0) +
  (option.options ?? []).reduce((sum, inner) => sum + lengthOfOption(inner), 0);

const lengthOf = (command: z.output<z.ZodObject<typeof fields>>): number =>
  command.name.length +
  (command.description?.length ?? 0) +
  (command.options ?? []).reduce((sum, option) => sum + lengthOfOption(option), 0);
