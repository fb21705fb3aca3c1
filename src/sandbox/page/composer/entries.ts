import { type APIApplicationCommand, ApplicationCommandOptionType as OptionType } from 'discord-api-types/v10';
import type { CommandOption } from '../../discord/checks/commands.ts';

export type Command = Omit<APIApplicationCommand, 'options'> & { options?: CommandOption[] };

/** A command, or one of its subcommands: one line in the picker. */
export interface Entry {
  /** The command as it is typed, without the slash: "budget grant". */
  title: string;
  description: string;
  name: string;
  group?: string;
  subcommand?: string;
  /** Required options first, as Discord demands. */
  options: CommandOption[];
}

export const entriesOf = (commands: Command[]): Entry[] =>
  commands.filter(({ type }) => type === 1).flatMap((command) => flatten(command));

const flatten = ({ name, description, options = [] }: Command): Entry[] => {
  const deeper = options.filter(({ type }) => type === OptionType.Subcommand || type === OptionType.SubcommandGroup);
  if (deeper.length === 0) return [{ title: name, description, name, options: requiredFirst(options) }];
  return deeper.flatMap((one) => {
    if (one.type === OptionType.Subcommand) return [leaf(name, one)];
    return (one.options ?? []).map((sub) => leaf(name, sub, one.name));
  });
};

const leaf = (name: string, { name: subcommand, description, options = [] }: CommandOption, group?: string): Entry => ({
  title: [name, group, subcommand].filter(Boolean).join(' '),
  description,
  name,
  subcommand,
  ...(group === undefined ? {} : { group }),
  options: requiredFirst(options),
});

const requiredFirst = (options: CommandOption[]): CommandOption[] =>
  options.toSorted((a, b) => Number(b.required ?? false) - Number(a.required ?? false));

/** Entries that start with what was typed come first, then those that contain it. */
export const matching = (entries: Entry[], typed: string): Entry[] => {
  const wanted = typed.toLowerCase();
  const isStart = ({ title }: Entry): number => Number(title.startsWith(wanted));
  return entries.filter(({ title }) => title.includes(wanted)).toSorted((a, b) => isStart(b) - isStart(a));
};
