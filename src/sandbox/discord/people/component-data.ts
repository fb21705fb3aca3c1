import { type Control, isControl, walk } from '../checks/components.ts';
import type { Location } from '../locations.ts';
import type { StoredMessage } from '../state/state.ts';
import { ClientRefusal } from './refusal.ts';

/** @throws ClientRefusal if there is no such component, or it is disabled */
export const controlOf = (message: StoredMessage, customId: string): Control => {
  for (const { component } of walk(message.components)) {
    if (!isControl(component) || component.custom_id !== customId) continue;
    if (component.disabled) throw new ClientRefusal('disabled', 'This component is disabled', customId);
    return component;
  }
  throw new ClientRefusal('unknown-component', 'The message has no such component', customId);
};

/** @throws ClientRefusal for too few or too many values, and for values that can't be chosen */
export const checkValues = (location: Location, control: Control, values: string[]): void => {
  if (control.type === 2) throw new ClientRefusal('unknown-component', 'This is a button', control.custom_id);
  const { min_values: least = 1, max_values: most = 1 } = control;
  const isCountGood = values.length >= least && values.length <= most && new Set(values).size === values.length;
  if (!isCountGood || !values.every((value) => isChoosable(location, control, value))) {
    throw new ClientRefusal('invalid-option', 'Choose valid options', control.custom_id);
  }
};

const isChoosable = (location: Location, control: Control, value: string): boolean => {
  if (control.type === 3) return control.options.some((option) => option.value === value);
  if (location.kind === 'direct') return false;
  const { guild } = location;
  if (control.type === 5) return guild.members.some((one) => one.userId === value);
  if (control.type === 6) return guild.roles.some((one) => one.id === value);
  const channel = guild.channels.find((one) => one.id === value);
  if (control.type !== 8 || !channel) return false;
  return !control.channel_types?.length || control.channel_types.includes(channel.type);
};

/** The ids among the values, by kind. */
export const chosenIds = (control: Control, values: string[]) => ({
  userIds: control.type === 5 ? values : [],
  roleIds: control.type === 6 ? values : [],
  channelIds: control.type === 8 ? values : [],
});
