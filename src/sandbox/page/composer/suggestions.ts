import { useEffect, useState } from 'preact/hooks';
import type { CommandOption } from '../../discord/checks/commands.ts';
import { act } from '../state/act.ts';
import type { Draft } from '../state/drafts.ts';
import { addOption, emptyValue, setValue, valuesOf } from './draft.ts';
import type { ListItem } from './list-box.tsx';
import { isAttachment, listOf, type Suggestion } from './option-values.ts';

export interface OfferedValue {
  item: ListItem;
  choose: () => void;
}

/** Asks the bot after typing pauses for this long. */
const ASK_AFTER_MS = 200;

export interface Suggestions {
  list: OfferedValue[];
  /** Whether the list answers an earlier text. Enter then takes nothing from it. */
  isOld: boolean;
}

/** The choices for the focused option: its own, people, roles or channels, or the bot's suggestions. */
export const useSuggestions = (draft: Draft, option: CommandOption | undefined): Suggestions => {
  const { list: offered, isOld } = useAutocomplete(draft, option);
  if (!option || isAttachment(option)) return { list: [], isOld: false };
  const { text, value } = draft.values[option.name] ?? emptyValue;
  // A chosen value needs no list until it is changed.
  if (value !== undefined) return { list: [], isOld: false };
  const list = option.autocomplete ? offered : filtered(listOf(option), text);
  const offers = list.map((one) => ({
    item: { key: String(one.value), name: one.label },
    choose: () => {
      setValue(option.name, { text: one.label, value: one.value });
      // Moves on to the next empty field, like Discord.
      const next = draft.shown.find((name) => name !== option.name && (draft.values[name] ?? emptyValue).text === '');
      addOption(next ?? option.name);
    },
  }));
  return { list: offers, isOld: option.autocomplete === true && isOld };
};

const filtered = (list: Suggestion[], typed: string): Suggestion[] =>
  list.filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()));

const useAutocomplete = (draft: Draft, option: CommandOption | undefined): { list: Suggestion[]; isOld: boolean } => {
  const [found, setFound] = useState<{ option: string; text: string; list: Suggestion[] }>();
  const { text, value } = (option && draft.values[option.name]) ?? emptyValue;
  const name = option?.autocomplete ? option.name : undefined;
  useEffect(() => {
    if (name === undefined || value !== undefined) return undefined;
    let isOld = false;
    const timer = setTimeout(async () => {
      const { name: command, group, subcommand } = draft.entry;
      const options = { ...valuesOf(draft), [name]: text };
      const reply = await act({ do: 'autocomplete', name: command, group, subcommand, options, focused: name });
      if (isOld) return;
      const list = reply.ok && reply.answer === 'choices' ? reply.choices : [];
      setFound({ option: name, text, list: list.map((choice) => ({ label: choice.name, value: choice.value })) });
    }, ASK_AFTER_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [name, text, value]);
  const isOfThis = found !== undefined && found.option === name && value === undefined;
  return { list: isOfThis ? found.list : [], isOld: found?.text !== text };
};
