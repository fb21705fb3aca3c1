import { isDeepStrictEqual } from 'node:util';
import type { RESTPostAPIApplicationCommandsJSONBody } from 'discord.js';
import type { StoredCommand } from '../rest/application-calls.ts';

/** Whether Discord would have other commands after registering these. What Discord adds by itself does not count. */
export function differ(
  commands: readonly RESTPostAPIApplicationCommandsJSONBody[],
  existing: readonly StoredCommand[],
): boolean {
  if (commands.length !== existing.length) return true;
  return commands.some((command) => {
    const stored = existing.find(({ name, type }) => name === command.name && type === (command.type ?? 1));
    return !stored || !isDeepStrictEqual(essence(command), essence(stored));
  });
}

/** What Discord gives to every stored command by itself; the last three follow from `contexts` or the application's settings. */
const DISCORDS_OWN = new Set([
  ...['id', 'application_id', 'guild_id', 'version', 'name_localized', 'description_localized'],
  ...['dm_permission', 'default_permission', 'integration_types'],
]);
/** What Discord writes out where a command leaves it unsaid. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  type: 1,
  required: false,
  autocomplete: false,
  nsfw: false,
  contexts: null,
  // Commands of menus have none.
  description: '',
  default_member_permissions: null,
  name_localizations: null,
  description_localizations: null,
};

function essence(value: unknown, isOption = false): unknown {
  if (Array.isArray(value)) return value.map((item) => essence(item, isOption));
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([name, field]) => {
    if (DISCORDS_OWN.has(name) || field === undefined) return false;
    if (Array.isArray(field) && field.length === 0) return false;
    // An option's type has no default: 1 is a subcommand there.
    if (name === 'type' && isOption) return true;
    return !(name in DEFAULTS && isDeepStrictEqual(field, DEFAULTS[name]));
  });
  return Object.fromEntries(
    kept
      .map(([name, field]): [string, unknown] => [name, essence(field, isOption || name === 'options')])
      .sort(([a], [b]) => a.localeCompare(b)),
  );
}
