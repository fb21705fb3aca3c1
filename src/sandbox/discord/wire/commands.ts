import type { APIApplicationCommand } from 'discord-api-types/v10';
import type { CommandOption, StoredCommand } from '../checks/commands.ts';
import type { Wire } from './people.ts';

/** The types say what each kind of option may have; the checks have made sure of it. */
type WireOption = Record<string, unknown>;
type WireCommand = Omit<Wire<APIApplicationCommand>, 'options'> & { options: WireOption[] | undefined };

/** Discord leaves out default values, and translations unless they are requested. */
const optionToWire = (option: CommandOption, withLocalizations: boolean): WireOption => ({
  ...option,
  name_localizations: withLocalizations ? (option.name_localizations ?? null) : undefined,
  description_localizations: withLocalizations ? (option.description_localizations ?? null) : undefined,
  required: option.required || undefined,
  autocomplete: option.autocomplete || undefined,
  choices: listed(option.choices, ({ name, name_localizations, value }) => ({
    name,
    name_localizations: withLocalizations ? (name_localizations ?? null) : undefined,
    value,
  })),
  options: listed(option.options, (inner) => optionToWire(inner, withLocalizations)),
});

const listed = <From, To>(list: From[] | undefined, toWire: (one: From) => To): To[] | undefined =>
  list?.length ? list.map(toWire) : undefined;

export const commandToWire = (applicationId: string, command: StoredCommand, withLocalizations = true): WireCommand => {
  const isGlobal = command.guildId === null;
  return {
    id: command.id,
    application_id: applicationId,
    version: command.version,
    default_member_permissions: command.default_member_permissions,
    type: command.type,
    name: command.name,
    name_localizations: withLocalizations ? command.name_localizations : undefined,
    description: command.description,
    description_localizations: withLocalizations ? command.description_localizations : undefined,
    nsfw: command.nsfw,
    guild_id: command.guildId ?? undefined,
    dm_permission: isGlobal ? command.contexts === null || command.contexts.includes(1) : undefined,
    contexts: isGlobal ? command.contexts : undefined,
    integration_types: isGlobal ? command.integration_types : undefined,
    options: listed(command.options, (option) => optionToWire(option, withLocalizations)),
  };
};
