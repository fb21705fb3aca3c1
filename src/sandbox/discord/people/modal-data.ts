import type { Modal, ModalField } from '../checks/modals.ts';
import { modalLimits } from '../limits.ts';
import type { Location } from '../locations.ts';
import { checkValues } from './component-data.ts';
import type { ModalInput } from './inputs.ts';
import { ClientRefusal } from './refusal.ts';

type Value = string | string[] | undefined;

/** A submitted form as an interaction carries it. @throws ClientRefusal for a missing or unacceptable field */
export const modalData = (location: Location, modal: Modal, { values = {} }: ModalInput) => ({
  custom_id: modal.custom_id,
  components: modal.components.map((part) => ({
    type: part.type,
    id: part.id,
    component: part.type === 18 ? sendField(location, part.component, values[part.component.custom_id]) : undefined,
  })),
});

const sendField = (location: Location, field: ModalField, value: Value) => {
  const base = { type: field.type, id: field.id, custom_id: field.custom_id };
  if (field.type === 4) return { ...base, value: checkText(field, value) };
  const chosen = typeof value === 'string' ? [value] : (value ?? chosenAtFirst(field));
  const isRequired = field.required ?? true;
  if (isRequired && chosen.length === 0) throw new ClientRefusal('missing-option', 'This is required', field.custom_id);
  if (chosen.length > 0) checkValues(location, field, chosen);
  return { ...base, values: chosen };
};

/** An untouched menu is sent with its defaults. */
const chosenAtFirst = (field: ModalField): string[] =>
  'options' in field ? field.options.filter((option) => option.default === true).map((option) => option.value) : [];

const checkText = (field: ModalField & { type: 4 }, value: Value): string => {
  const text = typeof value === 'string' ? value : (field.value ?? '');
  const isRequired = field.required ?? true;
  if (isRequired && text.trim() === '') throw new ClientRefusal('missing-option', 'This is required', field.custom_id);
  const most = field.max_length ?? modalLimits.textInput;
  const isShort = text !== '' && text.length < (field.min_length ?? 0);
  if (isShort || text.length > most) {
    throw new ClientRefusal('invalid-option', 'The text is too short or too long', field.custom_id);
  }
  return text;
};
