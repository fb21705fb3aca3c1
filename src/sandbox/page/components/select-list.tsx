import type { APISelectMenuComponent, APISelectMenuOption } from 'discord-api-types/v10';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { moveFocus, Popover } from '../parts/popover.tsx';
import { guildOf } from '../state/places.ts';
import { getState } from '../state/store.ts';

/** What can be chosen: the options, or the people, roles or channels of the server. */
const optionsOf = (part: APISelectMenuComponent): APISelectMenuOption[] => {
  if (part.type === 3) return part.options;
  const { world, channelId } = getState();
  const guild = guildOf(world, channelId);
  const people = (guild?.members ?? []).map(({ userId }) => {
    const person = world?.people.find(({ id }) => id === userId);
    return { value: userId, label: person?.name ?? userId, description: person?.username ?? '' };
  });
  const roles = (guild?.roles ?? []).map(({ id, name }) => ({ value: id, label: `@${name}` }));
  const channels = (guild?.channels ?? [])
    .filter(({ type }) => part.type !== 8 || !part.channel_types?.length || part.channel_types.includes(type))
    .map(({ id, name }) => ({ value: id, label: `#${name}` }));
  return { 5: people, 6: roles, 7: [...people, ...roles], 8: channels }[part.type];
};

export const chosenAtFirst = (part: APISelectMenuComponent): string[] =>
  part.type === 3
    ? part.options.filter((option) => option.default).map(({ value }) => value)
    : (part.default_values ?? []).map(({ id }) => id);

const PLACEHOLDERS = {
  3: 'Make a selection',
  5: 'Choose people',
  6: 'Choose roles',
  7: 'Choose people or roles',
  8: 'Choose channels',
};

/** A menu from which one or several are chosen. */
export const SelectList = (props: {
  part: APISelectMenuComponent;
  values: string[];
  label?: string;
  onChoose: (values: string[]) => void;
}): JSX.Element => {
  const { part, values, onChoose } = props;
  const [isOpen, setOpen] = useState(false);
  const options = optionsOf(part);
  const most = part.max_values ?? 1;
  const placeholder = part.placeholder ?? PLACEHOLDERS[part.type];
  const chosen = options.filter(({ value }) => values.includes(value));
  const choose = (value: string): void => {
    if (most === 1) {
      setOpen(false);
      onChoose([value]);
      return;
    }
    const without = values.filter((one) => one !== value);
    onChoose(without.length < values.length ? without : [...values, value].slice(-most));
  };
  return (
    <div class="select">
      <button
        type="button"
        class="select-button"
        disabled={part.disabled ?? false}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-label={[props.label ?? placeholder, ...chosen.map(({ label }) => label)].join(', ')}
        onClick={() => setOpen(!isOpen)}
      >
        <span class={chosen.length === 0 ? 'placeholder' : ''}>
          {chosen.length === 0 ? placeholder : chosen.map(({ label }) => label).join(', ')}
        </span>
        <Icon name="down" />
      </button>
      {isOpen && (
        <Popover class="select-list" onClose={() => setOpen(false)}>
          <div
            role="listbox"
            aria-label={props.label ?? placeholder}
            aria-multiselectable={most > 1}
            onKeyDown={moveFocus}
          >
            {options.map(({ label, value, description }) => (
              <button
                key={value}
                type="button"
                role="option"
                class="option choice"
                aria-selected={values.includes(value)}
                onClick={() => choose(value)}
              >
                <span class="option-name">{label}</span>
                {description ? <span class="option-about">{description}</span> : null}
                {values.includes(value) && <Icon name="check" />}
              </button>
            ))}
          </div>
        </Popover>
      )}
    </div>
  );
};
