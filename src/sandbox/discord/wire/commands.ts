import type { APIApplicationCommand } from 'discord-api-types/v10';
import type { CommandOption, StoredCommand } from '../checks/commands.ts';
import type { Wire } from './people.ts';

/** The types say what each kind of option may have; the checks have made sure of it. */
type WireOption = Record<string, unknown>;
type WireCommand = Omit<Wire<APIApplicationCommand>, 'options'> & { options: WireOption[] | undefined };

const UNTRANSLATED = { name_localizations: null, description_localizations: null };

/** Discord leaves out default values. */
const optionToWire = (option: CommandOption): WireOption => ({
  ...option,
  ...UNTRANSLATED,
  required: option.required || undefined,
  autocomplete: option.autocomplete || undefined,
  choices: listed(option.choices, (choice) => ({ ...choice, name_localizations: null })),
  options: listed(option.options, optionToWire),
});

const listed = <From, To>(list: From[] | undefined, toWire: (one: From) => To): To[] | undefined =>
  list?.length ? list.map(toWire) : undefined;

export const commandToWire = (applicationId: string, command: StoredCommand): WireCommand => {
  const isGlobal = command.guildId === null;
  return {
    id: command.id,
    application_id: applicationId,
    version: command.version,
    default_member_permissions: command.default_member_permissions,
    type: command.type,
    name: command.name,
    description: command.description,
    ...UNTRANSLATED,
    nsfw: command.nsfw,
    guild_id: command.guildId ?? undefined,
    dm_permission: isGlobal ? command.contexts === null || command.contexts.includes(1) : undefined,
    contexts: isGlobal ? command.contexts : undefined,
    integration_types: isGlobal ? command.integration_types : undefined,
    options: listed(command.options, optionToWire),
  };
};
