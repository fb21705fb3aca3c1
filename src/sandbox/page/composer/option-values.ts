import { ApplicationCommandOptionType as OptionType } from 'discord-api-types/v10';
import type { CommandOption } from '../../discord/checks/command-options.ts';
import { guildOf } from '../state/places.ts';
import { getState } from '../state/store.ts';

export interface Suggestion {
  label: string;
  value: string | number | boolean;
}

export const isAttachment = ({ type }: CommandOption): boolean => type === OptionType.Attachment;

const CHOSEN_TYPES: number[] = [
  OptionType.Boolean,
  OptionType.User,
  OptionType.Channel,
  OptionType.Role,
  OptionType.Mentionable,
];

/** Whether a value has to be chosen from a list. */
export const isClosed = ({ type, choices }: CommandOption): boolean =>
  (choices?.length ?? 0) > 0 || CHOSEN_TYPES.includes(type);

/** The list from which a value is chosen; nothing for options that are typed freely. */
export const listOf = ({ type, choices, channel_types: kinds }: CommandOption): Suggestion[] => {
  if (choices?.length) return choices.map(({ name, value }) => ({ label: name, value }));
  const { world, channelId } = getState();
  const guild = guildOf(world, channelId);
  const people = (guild?.members ?? []).map(({ userId }) => ({
    label: `@${world?.people.find(({ id }) => id === userId)?.name ?? userId}`,
    value: userId,
  }));
  const roles = (guild?.roles ?? []).map(({ id, name }) => ({ label: `@${name}`, value: id }));
  switch (type) {
    case OptionType.Boolean:
      return [
        { label: 'True', value: true },
        { label: 'False', value: false },
      ];
    case OptionType.User:
      return people;
    case OptionType.Role:
      return roles;
    case OptionType.Mentionable:
      return [...people, ...roles];
    case OptionType.Channel:
      return (guild?.channels ?? [])
        .filter((one) => !kinds?.length || kinds.includes(one.type))
        .map(({ id, name }) => ({ label: `#${name}`, value: id }));
    default:
      return [];
  }
};
