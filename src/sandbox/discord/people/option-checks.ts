import { ApplicationCommandOptionType as OptionType } from 'discord-api-types/v10';
import type { CommandOption } from '../checks/commands.ts';
import { commandLimits } from '../limits.ts';
import { type Location, memberOf } from '../locations.ts';
import type { OptionValue } from './inputs.ts';
import { ClientRefusal } from './refusal.ts';

const extensions: Record<string, string[]> = {
  image: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif'],
  video: ['mp4', 'mov', 'webm'],
  audio: ['mp3', 'ogg', 'wav', 'm4a'],
};

/**
 * Checks a value as Discord's client does before it sends a command. Options with autocomplete accept any text.
 * @throws ClientRefusal
 */
export const checkOption = (location: Location, option: CommandOption, value: OptionValue): void => {
  const complaint = complaintOf(location, option, value);
  if (complaint !== undefined) throw new ClientRefusal('invalid-option', complaint, option.name);
};

const complaintOf = (location: Location, option: CommandOption, value: OptionValue): string | undefined => {
  switch (option.type) {
    case OptionType.String:
      return typeof value === 'string' ? ofText(option, value) : 'Enter a text';
    case OptionType.Integer:
      return Number.isSafeInteger(value) ? ofNumber(option, Number(value)) : 'Enter a valid integer';
    case OptionType.Boolean:
      return typeof value === 'boolean' ? undefined : 'Choose true or false';
    default:
      return isKnown(location, option, String(value)) ? undefined : 'Choose a valid option';
  }
};

const ofText = (option: CommandOption, value: string): string | undefined => {
  const least = Math.max(1, option.min_length ?? 0);
  const most = option.max_length ?? commandLimits.stringOption;
  if (value.length < least) return `Must be at least ${least} characters`;
  if (value.length > most) return `Must be at most ${most} characters`;
  return ofChoice(option, value);
};

const ofNumber = (option: CommandOption, value: number): string | undefined => {
  const { min_value: least, max_value: most } = option;
  if (least !== undefined && value < least) return `Must be at least ${least}`;
  if (most !== undefined && value > most) return `Must be at most ${most}`;
  return ofChoice(option, value);
};

const ofChoice = (option: CommandOption, value: OptionValue): string | undefined =>
  option.choices?.length && !option.choices.some((choice) => choice.value === value)
    ? 'Choose one of the options'
    : undefined;

const isKnown = (location: Location, option: CommandOption, id: string): boolean => {
  if (location.kind === 'direct') return option.type === OptionType.User && id === location.userId;
  const { guild } = location;
  const channel = guild.channels.find((one) => one.id === id);
  switch (option.type) {
    case OptionType.User:
      return memberOf(guild, id) !== undefined;
    case OptionType.Role:
      return guild.roles.some((one) => one.id === id);
    case OptionType.Channel:
      return channel !== undefined && (!option.channel_types?.length || option.channel_types.includes(channel.type));
    default:
      return false;
  }
};

/** Discord's client checks only the file's name. @throws ClientRefusal */
export const checkFileName = (fileTypes: string[] | undefined, name: string, field: string): void => {
  if (!fileTypes?.length) return;
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const isAllowed = fileTypes.some((type) => type === `.${ending}` || extensions[type]?.includes(ending));
  if (!isAllowed) throw new ClientRefusal('file-type', `Choose a file of type ${fileTypes.join(', ')}`, field);
};
