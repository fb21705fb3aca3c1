import type { CommandOption } from '../../discord/checks/commands.ts';
import { type Draft, type DraftValue, draftHere, keepDraft, withoutSent } from '../state/drafts.ts';
import { change, getState } from '../state/store.ts';
import type { Command } from './entries.ts';
import { type Entry, entriesOf } from './entries.ts';
import { isAttachment } from './option-values.ts';

export const emptyValue: DraftValue = { text: '' };

export const openDraft = (entry: Entry, texts: Record<string, string> = {}): void => {
  const shown = entry.options
    .filter(({ name, required }) => required === true || texts[name] !== undefined)
    .map(({ name }) => name);
  const values = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, { text }]));
  change({ draft: { entry, shown, values, errors: {}, focus: shown[0] ?? '' } });
};

/** The command with this name, or the first of its subcommands. */
export const findEntry = (commands: Command[], name: string): Entry | undefined =>
  entriesOf(commands).find((one) => one.name === name);

const edit = (make: (draft: Draft) => Partial<Draft>): void => {
  const { draft } = getState();
  if (draft) change({ draft: { ...draft, ...make(draft) } });
};

export const setValue = (name: string, value: DraftValue): void =>
  edit(({ values, errors: { [name]: _gone, ...errors } }) => ({ values: { ...values, [name]: value }, errors }));

export const setErrors = (errors: Record<string, string>): void =>
  edit(() => ({ errors, focus: Object.keys(errors)[0] ?? null }));

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

/** Removes the command from the input and keeps it. */
export const setDraftAside = (): void => change({ drafts: keepDraft(getState(), { isOpen: false }), draft: null });

/** Restores the command that was set aside last here. */
export const restoreDraft = (): void => {
  const { command } = draftHere(getState());
  if (command) change({ draft: { ...command, focus: command.shown[0] ?? '' } });
};

/** Forgets a command that was sent. */
export const dropDraft = (sent: Draft): void => change({ drafts: withoutSent(getState(), sent), draft: null });

/** Puts a dropped or pasted file into the focused field, or else into the first empty one. */
export const placeFile = (file: File, focused: string | null): boolean => {
  const { draft } = getState();
  const places = draft?.entry.options.filter(isAttachment) ?? [];
  const isEmpty = ({ name }: CommandOption): boolean => draft?.values[name]?.file === undefined;
  const place = places.find(({ name }) => name === focused) ?? places.find(isEmpty);
  if (!place) return false;
  addOption(place.name);
  setValue(place.name, { text: file.name, file });
  return true;
};
