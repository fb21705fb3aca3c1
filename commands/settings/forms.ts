import { type APIModalInteractionResponseCallbackData, ComponentType, TextInputStyle } from 'discord.js';
import { cut } from '../../src/discord/prompt-text.ts';
import { MemberError } from '../../src/errors.ts';
import { BOUNDS, type ModerationSettings } from '../../src/moderation/settings.ts';
import { ENTRY_MAX_CHARACTERS } from '../../src/moderation/word-entry.ts';
import { faultIn } from '../../src/moderation/word-list.ts';
import type { CommandContext } from '../context.ts';
import { type ListName, NUMBERS, type NumbersForm } from './fields.ts';
import { idOf } from './ids.ts';

type Words = CommandContext['texts']['moderation']['settings'];
type FormData = APIModalInteractionResponseCallbackData;
type Fields = Readonly<Record<string, string | string[]>>;

/** Discord's text inputs hold so many characters. */
const INPUT_MAX_CHARACTERS = 4000;

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
    custom_id: idOf(memberId, `numbers-${form}`),
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

/** @throws MemberError for the first that is no number within its bounds. */
export function numbersIn(
  form: NumbersForm,
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
  return (before) => ({ ...before, ...numbers });
}

/** @throws MemberError where the list does not fit into a form. */
export function listForm(list: ListName, settings: ModerationSettings, memberId: string, words: Words): FormData {
  const value = settings.words[list].join('\n');
  if (value.length > INPUT_MAX_CHARACTERS) throw new MemberError(words.listTooLong);
  return {
    custom_id: idOf(memberId, `list-${list}`),
    title: words.editList(words.lists[list]),
    components: [
      textField('lines', words.listLabel, { value, style: TextInputStyle.Paragraph, maxLength: INPUT_MAX_CHARACTERS }),
    ],
  };
}

/** @throws MemberError for the first line that cannot be used. */
export function listIn(
  list: ListName,
  fields: Fields,
  words: Words,
): (before: ModerationSettings) => ModerationSettings {
  const lines = String(fields['lines'] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const own = [...new Set(lines)];
  const fault = faultIn(own, { mayBePatterns: list !== 'allow' });
  if (fault) {
    const shown = cut(fault.line, ENTRY_MAX_CHARACTERS).replaceAll('`', 'ˋ');
    throw new MemberError(words.listFault(shown, fault.fault));
  }
  return (before) => ({ ...before, words: { ...before.words, [list]: own } });
}
