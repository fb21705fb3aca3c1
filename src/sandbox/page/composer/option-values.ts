import { ApplicationCommandOptionType as OptionType } from 'discord-api-types/v10';
import type { CommandOption } from '../../discord/checks/commands.ts';
import { getState } from '../state/store.ts';
import { channelsOf, guildOf, membersOf, rolesOf } from '../state/world.ts';

export type OptionValue = string | number | boolean;

export interface Suggestion {
  label: string;
  value: OptionValue;
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
      return membersOf(world, guild);
    case OptionType.Role:
      return rolesOf(guild);
    case OptionType.Channel:
      return channelsOf(guild, channelTypes);
    default:
      return [];
  }
};
