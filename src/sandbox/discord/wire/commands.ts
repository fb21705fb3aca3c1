import type { CommandOption } from '../checks/command-options.ts';
import type { StoredCommand } from '../checks/commands.ts';

type WireOption = Record<string, unknown>;

/** Discord leaves out what stands at its default, and writes languages only when asked for them. */
const optionToWire = (option: CommandOption, withLocalizations: boolean): WireOption => {
  const { name_localizations, description_localizations, required, autocomplete, choices, options, ...rest } = option;
  return {
    ...rest,
    ...(withLocalizations
      ? {
          name_localizations: name_localizations ?? null,
          description_localizations: description_localizations ?? null,
        }
      : {}),
    ...(required ? { required } : {}),
    ...(autocomplete ? { autocomplete } : {}),
    ...(choices?.length ? { choices: choices.map((choice) => choiceToWire(choice, withLocalizations)) } : {}),
    ...(options?.length ? { options: options.map((inner) => optionToWire(inner, withLocalizations)) } : {}),
  };
};

const choiceToWire = (
  { name, name_localizations, value }: NonNullable<CommandOption['choices']>[number],
  withLocalizations: boolean,
) => ({ name, ...(withLocalizations ? { name_localizations: name_localizations ?? null } : {}), value });

export const commandToWire = (applicationId: string, command: StoredCommand, withLocalizations = true) => ({
  id: command.id,
  application_id: applicationId,
  version: command.version,
  default_member_permissions: command.default_member_permissions,
  type: command.type,
  name: command.name,
  ...(withLocalizations ? { name_localizations: command.name_localizations } : {}),
  description: command.description,
  ...(withLocalizations ? { description_localizations: command.description_localizations } : {}),
  nsfw: command.nsfw,
  ...(command.guildId === null
    ? {
        dm_permission: command.contexts === null || command.contexts.includes(1),
        contexts: command.contexts,
        integration_types: command.integration_types,
      }
    : { guild_id: command.guildId }),
  ...(command.options.length > 0
    ? { options: command.options.map((option) => optionToWire(option, withLocalizations)) }
    : {}),
});
