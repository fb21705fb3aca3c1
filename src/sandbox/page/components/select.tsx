import type {
  APIChannelSelectComponent,
  APIRoleSelectComponent,
  APISelectMenuOption,
  APIStringSelectComponent,
  APIUserSelectComponent,
} from 'discord-api-types/v10';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { moveFocus, Popover } from '../parts/popover.tsx';
import { act, showReply } from '../state/act.ts';
import { getState, type Message } from '../state/store.ts';
import { channelsOf, guildOf, membersOf, rolesOf } from '../state/world.ts';

export type Menu =
  | APIStringSelectComponent
  | APIUserSelectComponent
  | APIRoleSelectComponent
  | APIChannelSelectComponent;

/** The choices: the menu's options, or the server's members, roles or channels. */
const optionsOf = (part: Menu): APISelectMenuOption[] => {
  if (part.type === 3) return part.options;
  const { world, channelId } = getState();
  const guild = guildOf(world, channelId);
  if (part.type === 5) return membersOf(world, guild);
  return part.type === 6 ? rolesOf(guild) : channelsOf(guild, part.channel_types);
};

export const chosenAtFirst = (part: Menu): string[] =>
  part.type === 3
    ? part.options.filter((option) => option.default).map(({ value }) => value)
    : (part.default_values ?? []).map(({ id }) => id);

const PLACEHOLDERS = { 3: 'Make a selection', 5: 'Choose a member', 6: 'Choose roles', 8: 'Choose channels' };

/** A menu to choose one or more from. */
export const SelectList = (props: {
  part: Menu;
  values: string[];
  label?: string;
  onChoose: (values: string[]) => void;
  onClose?: () => void;
}): JSX.Element => {
  const { part, values, onChoose } = props;
  const [isOpen, setOpen] = useState(false);
  const close = (): void => {
    setOpen(false);
    props.onClose?.();
  };
  const options = optionsOf(part);
  const most = part.max_values ?? 1;
  const placeholder = part.placeholder ?? PLACEHOLDERS[part.type];
  const chosen = options.filter(({ value }) => values.includes(value)).map(({ label }) => label);
  const words = chosen.join(', ') || placeholder;
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
        aria-label={[...new Set([props.label ?? placeholder, words])].join(', ')}
        onClick={() => (isOpen ? close() : setOpen(true))}
      >
        <span class={chosen.length === 0 ? 'placeholder' : ''}>{words}</span>
        <Icon name="down" />
      </button>
      {isOpen && (
        <Popover class="select-list" onClose={close}>
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

/** A menu of a message. A single choice is sent at once, several when the menu closes. */
export const Select = ({ part, message }: { part: Menu; message: Message }): JSX.Element => {
  const [values, setValues] = useState(() => chosenAtFirst(part));
  const [sent, setSent] = useState(values);
  const send = async (chosen: string[]): Promise<void> => {
    setSent(chosen);
    const where = { channelId: message.channel_id, messageId: message.id, customId: part.custom_id };
    showReply(await act({ do: 'select', ...where, values: chosen }));
  };
  const choose = (chosen: string[]): void => {
    setValues(chosen);
    if ((part.max_values ?? 1) === 1) void send(chosen);
  };
  const close = (): void => {
    const isSame = values.length === sent.length && values.every((value) => sent.includes(value));
    if (isSame) return;
    if (values.length >= (part.min_values ?? 1)) void send(values);
    else setValues(sent);
  };
  return (
    <div class="select-row">
      <SelectList part={part} values={values} onChoose={choose} onClose={close} />
    </div>
  );
};
