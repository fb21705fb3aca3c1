import { ApplicationCommandOptionType as OptionType } from 'discord-api-types/v10';
import type { CommandOption, StoredCommand } from '../checks/commands.ts';
import type { Location } from '../locations.ts';
import type { AutocompleteInput, CommandInput, OptionValue } from './inputs.ts';
import { checkOption } from './option-checks.ts';
import { ClientRefusal } from './refusal.ts';

/** One option in an interaction. */
export interface SentOption {
  name: string;
  type: number;
  value?: OptionValue;
  focused?: boolean;
  options?: SentOption[];
}

/** The options of the chosen subcommand, and a function that nests their values. */
export interface ChosenOptions {
  options: CommandOption[];
  wrap(sent: SentOption[]): SentOption[];
}

/** @throws ClientRefusal if the group or subcommand doesn't exist, or one is missing */
export const chooseOptions = (command: StoredCommand, { group, subcommand }: CommandInput): ChosenOptions => {
  const steps = [group, subcommand].filter((one) => one !== undefined);
  let options = command.options;
  const path: CommandOption[] = [];
  for (const step of steps) {
    const next = options.find((one) => one.name === step && one.type <= OptionType.SubcommandGroup);
    if (!next) throw new ClientRefusal('unknown-command', `/${command.name} has no ${step}`, step);
    path.push(next);
    options = next.options ?? [];
  }
  if (options.some((one) => one.type <= OptionType.SubcommandGroup)) {
    throw new ClientRefusal('unknown-command', `/${command.name} needs a subcommand`);
  }
  return {
    options,
    wrap: (sent) => path.reduceRight<SentOption[]>((inner, { name, type }) => [{ name, type, options: inner }], sent),
  };
};

/** @throws ClientRefusal for a missing, unknown or unacceptable option */
export const sendOptions = (
  location: Location,
  options: CommandOption[],
  values: Record<string, OptionValue>,
  attachmentIds: Record<string, string>,
): SentOption[] => {
  const all = { ...values, ...attachmentIds };
  checkNames(options, Object.keys(all));
  for (const option of options) {
    if (option.required && all[option.name] === undefined) {
      throw new ClientRefusal('missing-option', 'This option is required. Specify a value', option.name);
    }
  }
  return options.flatMap((option) => {
    const value = all[option.name];
    if (value === undefined) return [];
    if (option.type !== OptionType.Attachment) checkOption(location, option, value);
    return [{ name: option.name, type: option.type, value }];
  });
};

const checkNames = (options: CommandOption[], names: string[]): void => {
  for (const name of names) {
    if (!options.some((one) => one.name === name)) {
      throw new ClientRefusal('invalid-option', `There is no option ${name}`, name);
    }
  }
};

/** The values while an option is being typed. Nothing is checked, and numbers are still text. */
export const sendTyping = (options: CommandOption[], { focused, options: values = {} }: AutocompleteInput) => {
  checkNames(options, [...Object.keys(values), focused]);
  const typed = options.find((one) => one.name === focused);
  if (!typed?.autocomplete) throw new ClientRefusal('invalid-option', `${focused} suggests nothing`, focused);
  return options.flatMap((option): SentOption[] => {
    const value = values[option.name];
    if (option.name === focused)
      return [{ name: focused, type: option.type, value: String(value ?? ''), focused: true }];
    return value === undefined ? [] : [{ name: option.name, type: option.type, value }];
  });
};

/** The ids among the values, by kind. */
export const idsIn = (sent: SentOption[]) => {
  const of = (type: number): string[] => sent.filter((one) => one.type === type).map((one) => String(one.value));
  return { userIds: of(OptionType.User), roleIds: of(OptionType.Role), channelIds: of(OptionType.Channel) };
};
