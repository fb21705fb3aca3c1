import { ApplicationCommandOptionType as OptionType } from 'discord-api-types/v10';
import type { CommandOption } from '../../discord/checks/commands.ts';
import { type Draft, type DraftValue, keyOf, type Unsent, unsentHere } from '../state/drafts.ts';
import { change, getState } from '../state/store.ts';
import { type Command, type Entry, entriesOf } from './entries.ts';
import { isAttachment, listOf, type OptionValue } from './option-values.ts';

export const emptyValue: DraftValue = { text: '' };

/** Changes what the current person hasn't sent in the current channel. */
export const changeUnsent = (make: (unsent: Unsent) => Partial<Unsent>): void => {
  const state = getState();
  const unsent = unsentHere(state);
  change({ unsent: { ...state.unsent, [keyOf(state)]: { ...unsent, ...make(unsent) } } });
};

/** Required options come first. Even if there are none, Discord puts what is typed next into a first option for any text. */
export const openDraft = (entry: Entry, texts: Record<string, string> = {}): void => {
  const takesText = ({ type, choices, autocomplete }: CommandOption): boolean =>
    type === OptionType.String && choices === undefined && autocomplete !== true;
  const isShown = (option: CommandOption, index: number): boolean =>
    option.required === true || texts[option.name] !== undefined || (index === 0 && takesText(option));
  const shown = entry.options.filter(isShown).map(({ name }) => name);
  const values = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, { text }]));
  changeUnsent(() => ({ open: { entry, shown, values, errors: {}, focus: shown[0] ?? '' } }));
};

/** The command with this name, or the first of its subcommands. */
export const findEntry = (commands: Command[], name: string): Entry | undefined =>
  entriesOf(commands).find((one) => one.name === name);

const edit = (make: (draft: Draft) => Partial<Draft>): void =>
  changeUnsent(({ open }) => ({ open: open && { ...open, ...make(open) } }));

export const setValue = (name: string, value: DraftValue): void =>
  edit(({ values, errors: { [name]: _gone, ...errors } }) => ({ values: { ...values, [name]: value }, errors }));

export const addOption = (name: string): void =>
  edit(({ shown }) => ({ shown: shown.includes(name) ? shown : [...shown, name], focus: name }));

export const removeOption = (name: string): void =>
  edit(({ shown, values: { [name]: _gone, ...values } }) => {
    const rest = shown.filter((one) => one !== name);
    return { shown: rest, values, focus: rest.at(-1) ?? '' };
  });

/** The next option in the command's order; undefined after the last one. */
export const nextOption = ({ entry }: Draft, name: string): string | undefined =>
  entry.options[entry.options.findIndex((option) => option.name === name) + 1]?.name;

/** Moves on to another option. An optional field that stayed empty is removed again. */
export const goOn = (from: CommandOption, to: string): void =>
  edit(({ shown, values }) => {
    const { text, file } = values[from.name] ?? emptyValue;
    const isPassed = !from.required && text.trim() === '' && file === undefined;
    const rest = isPassed ? shown.filter((one) => one !== from.name) : shown;
    return { shown: rest.includes(to) ? rest : [...rest, to], focus: to };
  });

export const focusDone = (): void => edit(() => ({ focus: null }));

const hasContents = ({ values }: Draft): boolean =>
  Object.values(values).some(({ text, file }) => text.trim() !== '' || file !== undefined);

const withFirstFocus = (draft: Draft): Draft => ({ ...draft, focus: draft.shown[0] ?? '' });

/** Prepares an open command for the person's return. One without contents is closed. */
export const leaveDraft = (): void =>
  changeUnsent(({ open }) => ({ open: open && hasContents(open) ? withFirstFocus(open) : null }));

/** Removes the command from the input and keeps it, if it has contents. */
export const setDraftAside = (): void =>
  changeUnsent(({ open, aside }) => ({ open: null, aside: open && hasContents(open) ? open : aside }));

/** Restores the command that was set aside last here. */
export const restoreDraft = (): void => changeUnsent(({ aside }) => ({ open: aside && withFirstFocus(aside) }));

/** Forgets a command that was sent. Keeps a different one that was set aside. */
export const dropDraft = (sent: Draft): void =>
  changeUnsent(({ aside }) => ({ open: null, aside: aside?.entry.title === sent.entry.title ? null : aside }));

/** The values so far, as Discord's client sends them. Discord checks them. */
export const valuesOf = ({ entry, values }: Draft): Record<string, OptionValue> =>
  Object.fromEntries(
    entry.options.flatMap((option) => {
      const value = isAttachment(option) ? undefined : toSent(option, values[option.name] ?? emptyValue);
      return value === undefined ? [] : [[option.name, value]];
    }),
  );

const toSent = (option: CommandOption, { text, value }: DraftValue): OptionValue | undefined => {
  const typed = text.trim();
  if (value !== undefined || typed === '') return value;
  const listed = listOf(option).find(({ label }) => label.toLowerCase() === typed.toLowerCase());
  if (listed) return listed.value;
  const isNumber = option.type === OptionType.Integer && Number.isFinite(Number(typed));
  return isNumber ? Number(typed) : typed;
};

/** Puts a dropped or pasted file into the focused field, or else into the first empty one. */
export const placeFile = (file: File, focused: string | null): void => {
  const { open } = unsentHere(getState());
  const options = open?.entry.options.filter(isAttachment) ?? [];
  const isEmpty = ({ name }: CommandOption): boolean => open?.values[name]?.file === undefined;
  const option = options.find(({ name }) => name === focused) ?? options.find(isEmpty);
  if (!option) return;
  addOption(option.name);
  setValue(option.name, { text: file.name, file });
};
