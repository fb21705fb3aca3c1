import { REASON_MAX_CHARACTERS } from '../../src/moderation/members.ts';
import type { Texts } from '../../src/texts/en.ts';
import { type FormData, selectField, textField } from '../support/form-fields.ts';

/** The forms behind *Moderate …*. */

export function removeForm(customId: string, texts: Texts): FormData {
  return { custom_id: customId, title: texts.moderation.moderate.forms.remove, components: [whyField(texts)] };
}

export function timeoutForm(customId: string, texts: Texts): FormData {
  const { for: label, timeout: title } = texts.moderation.moderate.forms;
  const options = Object.entries(texts.moderation.moderators.durations).map(([value, word]) => ({
    label: word,
    value,
  }));
  const duration = selectField('for', label, options, { chosen: [] });
  return { custom_id: customId, title, components: [duration, whyField(texts)] };
}

const whyField = ({ moderation }: Texts) =>
  textField('why', moderation.moderate.forms.why, { most: REASON_MAX_CHARACTERS, isLong: true, isRequired: false });
