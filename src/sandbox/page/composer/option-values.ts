import { optionTypes as types } from '../../discord/option-types.ts';
import { guildOf } from '../state/places.ts';
import { getState } from '../state/store.ts';
import type { CommandOption } from '../wire.ts';

export interface Suggestion {
  label: string;
  value: string | number | boolean;
}

export const isAttachment = ({ type }: CommandOption): boolean => type === types.attachment;

const CHOSEN_TYPES: number[] = [types.boolean, types.user, types.channel, types.role, types.mentionable];

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
    case types.boolean:
      return [
        { label: 'True', value: true },
        { label: 'False', value: false },
      ];
    case types.user:
      return people;
    case types.role:
      return roles;
    case types.mentionable:
      return [...people, ...roles];
    case types.channel:
      return (guild?.channels ?? [])
        .filter((one) => !kinds?.length || kinds.includes(one.type))
        .map(({ id, name }) => ({ label: `#${name}`, value: id }));
    default:
      return [];
  }
};
