import { type APIModalInteractionResponseCallbackData, ComponentType, TextInputStyle } from 'discord.js';
import { cut } from '../../src/discord/messages/prompt-text.ts';
import { MemberError } from '../../src/errors.ts';
import { BOUNDS, type ModerationSettings } from '../../src/moderation/settings/settings.ts';
import { ENTRY_MAX_CHARACTERS } from '../../src/moderation/words/word-entry.ts';
import { faultIn } from '../../src/moderation/words/word-list.ts';
import type { CommandContext } from '../support/context.ts';
import { type ListName, NUMBERS, type NumbersForm } from './fields.ts';
import { idOf } from './ids.ts';
import { stampOf } from './stamps.ts';

type Words = CommandContext['texts']['moderation']['settings'];
type FormData = APIModalInteractionResponseCallbackData;
type Fields = Readonly<Record<string, string | string[]>>;

/** Discord's text inputs hold so many characters. */
const INPUT_MAX_CHARACTERS = 4000;

const shownNumbers = (form: NumbersForm, settings: ModerationSettings): number[] =>
  NUMBERS[form].map((name) => settings[name]);

const textField = (
  id: string,
  label: string,
  options: { about?: string; value: string; style: TextInputStyle; maxLength: number; required?: boolean },
): FormData['components'][number] => ({
  type: ComponentType.Label,
  label,
  ...(options.about === undefined ? {} : { description: options.about }),
  component: {
    type: ComponentType.TextInput,
    custom_id: id,
    style: options.style,
    ...(options.value === '' ? {} : { value: options.value }),
    max_length: options.maxLength,
    required: options.required ?? false,
  },
});

export function numbersForm(
  form: NumbersForm,
  settings: ModerationSettings,
  memberId: string,
  { numbers }: Words,
): FormData {
  return {
    custom_id: idOf(memberId, `numbers-${form}-${stampOf(shownNumbers(form, settings))}`),
    title: numbers.titles[form],
    components: NUMBERS[form].map((name) =>
      textField(name, numbers[name].label, {
        about: numbers[name].about,
        value: String(settings[name]),
        style: TextInputStyle.Short,
        maxLength: 6,
        required: true,
      }),
    ),
  };
}

/**
 * @param stamp of the form. Where other numbers are there by now `apply` throws a MemberError.
 * @throws MemberError for the first that is no number within its bounds.
 */
export function numbersIn(
  form: NumbersForm,
  stamp: string,
  fields: Fields,
  words: Words,
): (before: ModerationSettings) => ModerationSettings {
  const numbers = Object.fromEntries(
    NUMBERS[form].map((name) => {
      const [least, most] = BOUNDS[name];
      const text = String(fields[name] ?? '').trim();
      const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
      if (!(number >= least && number <= most)) {
        throw new MemberError(words.notANumber(words.numbers[name].label, least, most));
      }
      return [name, number];
    }),
  );
  return (before) => {
    if (stampOf(shownNumbers(form, before)) !== stamp) throw new MemberError(words.numbersChanged);
    return { ...before, ...numbers };
  };
}

/** @throws MemberError where the list does not fit into a form. */
export function listForm(list: ListName, settings: ModerationSettings, memberId: string, words: Words): FormData {
  const value = settings.words[list].join('\n');
  if (value.length > INPUT_MAX_CHARACTERS) throw new MemberError(words.listTooLong);
  return {
    custom_id: idOf(memberId, `list-${list}-${stampOf(settings.words[list])}`),
    title: words.editList(words.lists[list]),
    components: [
      textField('lines', words.listLabel, { value, style: TextInputStyle.Paragraph, maxLength: INPUT_MAX_CHARACTERS }),
    ],
  };
}

/** What was written into the form of a list. */
export const writtenIn = (fields: Fields): string => String(fields['lines'] ?? '');

/**
 * @param stamp of the form. Where another list is there by now `apply` throws a MemberError.
 * @throws MemberError for the first line that cannot be used.
 */
export function listIn(
  list: ListName,
  stamp: string,
  fields: Fields,
  words: Words,
): (before: ModerationSettings) => ModerationSettings {
  const lines = writtenIn(fields)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const own = [...new Set(lines)];
  const fault = faultIn(own, { mayBePatterns: list !== 'allow' });
  if (fault) {
    const shown = cut(fault.line, ENTRY_MAX_CHARACTERS).replaceAll('`', 'ˋ');
    throw new MemberError(words.listFault(shown, fault.fault));
  }
  return (before) => {
    if (stampOf(before.words[list]) !== stamp) throw new MemberError(words.listChanged(words.lists[list]));
    return { ...before, words: { ...before.words, [list]: own } };
  };
}
