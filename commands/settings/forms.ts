import { createHash } from 'node:crypto';
import { formNumberOf, settingsIds, settingsOfForm } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { cut } from '../../src/discord/messages/prompt-text.ts';
import { type SettingsTexts, wordsOf } from '../../src/discord/messages/setting-words.ts';
import { SECTIONS, type SettingValue } from '../../src/moderation/settings/setting-kinds.ts';
import type { Setting } from '../../src/moderation/settings/setting-rows.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import { ENTRY_MAX_CHARACTERS } from '../../src/moderation/words/word-entry.ts';
import { findFault, LIST_MAX_ENTRIES } from '../../src/moderation/words/word-list.ts';
import { type FormData, INPUT_MAX_CHARACTERS, type Submitted, textField, typedIn } from '../support/form-fields.ts';

/**
 * A hash of the values that a menu or form shows. An answer replaces all of them, so it counts only if they haven't changed
 * meanwhile.
 */
export function stampOf(shown: readonly Setting[], settings: ModerationSettings): string {
  const values = JSON.stringify(shown.map((one) => one.of(settings)));
  return createHash('sha256').update(values).digest('hex').slice(0, 8);
}

/** The name of a form: its section's, or its list's. */
export function nameOfForm(form: string, texts: SettingsTexts): string {
  const section = SECTIONS.find((one) => one === form);
  const [first] = settingsOfForm(form);
  if (first?.facts.kind === 'text') return texts.ofModels[first.facts.of].form(formNumberOf(first.facts.modelId));
  return section ? texts.sections[section].name : wordsOf(form, texts).name;
}

/** @throws MemberError if a list doesn't fit in a form */
export function formFor(form: string, settings: ModerationSettings, memberId: string, texts: SettingsTexts): FormData {
  const asked = settingsOfForm(form);
  return {
    custom_id: settingsIds.of(memberId, { verb: 'write', form, stamp: stampOf(asked, settings) }),
    title: texts.edit(nameOfForm(form, texts)),
    components: asked.map((setting) => {
      const { label = texts.listLabel, about } = wordsOf(setting.key, texts);
      const value = [setting.of(settings)].flat().join('\n');
      if (value.length > INPUT_MAX_CHARACTERS) throw new MemberError(texts.listTooLong);
      return textField(setting.key, label, { about, value, ...sizeOf(setting) });
    }),
  };
}

function sizeOf({ facts }: Setting): { most: number; isLong: boolean; isRequired: boolean } {
  if (facts.kind === 'number') return { most: 6, isLong: false, isRequired: true };
  const isLong = facts.kind !== 'text';
  return { most: isLong ? INPUT_MAX_CHARACTERS : facts.most, isLong, isRequired: false };
}

/** What was typed into the lists and lines of a form. */
export const writtenIn = (asked: readonly Setting[], form: Submitted): string =>
  asked
    .flatMap(({ key, facts }) => (facts.kind === 'lines' || facts.kind === 'text' ? [typedIn(form, key)] : []))
    .join('\n');

/** @throws MemberError for a number out of bounds, a text that is too long or not plain, or the first line that can't be used */
export function valueIn({ key, facts, parse }: Setting, form: Submitted, texts: SettingsTexts): SettingValue {
  const text = typedIn(form, key);
  if (facts.kind === 'number') {
    const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= facts.least && number <= facts.most) return number;
    throw new MemberError(texts.notANumber(wordsOf(key, texts).label ?? key, facts.least, facts.most));
  }
  if (facts.kind === 'text') {
    const value = parse(text);
    if (value === undefined) throw new MemberError(texts.notPlain(wordsOf(key, texts).label ?? key, facts.most));
    return value;
  }
  const lines = text.split('\n').map((line) => line.trim());
  const own = [...new Set(lines.filter((line) => line !== ''))];
  const limits = facts.kind === 'lines' ? facts : { mayBePatterns: false, most: LIST_MAX_ENTRIES };
  const fault = findFault(own, limits);
  if (!fault) return own;
  throw new MemberError(texts.listFault(cut(fault.line, ENTRY_MAX_CHARACTERS), fault.fault, limits.most));
}
