import { ApplicationCommandOptionType as OptionType } from 'discord-api-types/v10';
import type { CommandOption } from '../../discord/checks/commands.ts';
import type { DraftValue } from '../state/drafts.ts';
import { channelsOf, guildOf, personOf, rolesOf } from '../state/places.ts';
import { getState } from '../state/store.ts';

export interface Suggestion {
  label: string;
  value: string | number | boolean;
}

export const isAttachment = ({ type }: CommandOption): boolean => type === OptionType.Attachment;

const CHOSEN_TYPES: number[] = [OptionType.Boolean, OptionType.User, OptionType.Channel, OptionType.Role];

/** Whether a value has to be chosen from a list. */
export const isClosed = ({ type, choices }: CommandOption): boolean =>
  (choices?.length ?? 0) > 0 || CHOSEN_TYPES.includes(type);

/** The list to choose a value from; empty for options that are typed freely. */
export const listOf = ({ type, choices, channel_types: channelTypes }: CommandOption): Suggestion[] => {
  if (choices?.length) return choices.map(({ name, value }) => ({ label: name, value }));
  const { world, channelId } = getState();
  const guild = guildOf(world, channelId);
  switch (type) {
    case OptionType.Boolean:
      return [
        { label: 'True', value: true },
        { label: 'False', value: false },
      ];
    case OptionType.User:
      return (guild?.members ?? []).map(({ userId }) => ({
        label: `@${personOf(world, userId)?.name ?? userId}`,
        value: userId,
      }));
    case OptionType.Role:
      return rolesOf(guild);
    case OptionType.Channel:
      return channelsOf(guild, channelTypes);
    default:
      return [];
  }
};

export type Checked = { value: string | number | boolean } | { file: File } | { error: string } | 'left out';

/** Characters of a text option without a limit of its own. */
const LONGEST_TEXT = 6000;

/** Checks and converts a value, as Discord's client does before it sends a command. */
export const checkOption = (option: CommandOption, { text, value, file }: DraftValue): Checked => {
  if (isAttachment(option)) return file ? { file } : missing(option);
  const typed = text.trim();
  if (typed === '' && value === undefined) return missing(option);
  if (option.autocomplete) return ofFree(option, value ?? typed);
  if (isClosed(option)) {
    const chosen = value ?? listOf(option).find(({ label }) => label.toLowerCase() === typed.toLowerCase())?.value;
    return chosen === undefined ? { error: 'Choose one of the options' } : { value: chosen };
  }
  return ofFree(option, typed);
};

const missing = ({ required }: CommandOption): Checked =>
  required ? { error: 'This option is required. Specify a value' } : 'left out';

const ofFree = (option: CommandOption, value: string | number | boolean): Checked => {
  if (option.type === OptionType.String) return ofText(option, String(value));
  const number = Number(value);
  if (option.type === OptionType.Integer && !Number.isSafeInteger(number)) return { error: 'Enter a valid integer' };
  if (!Number.isFinite(number)) return { error: 'Enter a valid number' };
  const { min_value: least, max_value: most } = option;
  if (least !== undefined && number < least) return { error: `Must be at least ${least}` };
  if (most !== undefined && number > most) return { error: `Must be at most ${most}` };
  return { value: number };
};

const ofText = ({ min_length: least = 0, max_length: most = LONGEST_TEXT }: CommandOption, value: string): Checked => {
  if (value.length < least) return { error: `Must be at least ${least} characters` };
  if (value.length > most) return { error: `Must be at most ${most} characters (${value.length} now)` };
  return { value };
};
