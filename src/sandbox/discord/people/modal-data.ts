import type { Modal, ModalField } from '../checks/modals.ts';
import { modalLimits } from '../limits.ts';
import type { ModalInput } from './inputs.ts';
import { ClientRefusal } from './refusal.ts';

type Value = string | string[] | boolean | undefined;

/**
 * A submitted form as an interaction carries it.
 * @param fileIds the ids of uploaded files, by custom id
 * @throws ClientRefusal for a field that is missing or not acceptable
 */
export const modalData = (modal: Modal, { values = {} }: ModalInput, fileIds: Record<string, string[]>) => {
  const send = (field: ModalField) => sendField(field, values[field.custom_id] ?? fileIds[field.custom_id]);
  return {
    custom_id: modal.custom_id,
    components: modal.components.map((part) => {
      if (part.type === 10) return { type: part.type, id: part.id };
      if (part.type === 18) return { type: part.type, id: part.id, component: send(part.component) };
      return { type: part.type, id: part.id, components: part.components.map(send) };
    }),
  };
};

const sendField = (field: ModalField, value: Value) => {
  const base = { type: field.type, id: field.id, custom_id: field.custom_id };
  if (field.type === 4) return { ...base, value: checkText(field, value) };
  if (field.type === 23) return { ...base, value: value === true };
  const chosen = typeof value === 'string' ? [value] : Array.isArray(value) ? value : chosenAtFirst(field);
  const isRequired = field.required ?? true;
  if (isRequired && chosen.length === 0) throw new ClientRefusal('missing-option', 'This is required', field.custom_id);
  checkCount(field, chosen, isRequired);
  return field.type === 21 ? { ...base, value: chosen[0] ?? null } : { ...base, values: chosen };
};

/** What nobody touches is sent as the form came. */
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

const checkCount = (field: Exclude<ModalField, { type: 4 | 23 }>, chosen: string[], isRequired: boolean): void => {
  const most = field.type === 21 ? 1 : (field.max_values ?? (field.type === 22 ? field.options.length : 1));
  const least = field.type === 21 ? 0 : (field.min_values ?? 0);
  const isCountGood = chosen.length <= most && (chosen.length >= least || (!isRequired && chosen.length === 0));
  const known = 'options' in field ? new Set(field.options.map((option) => option.value)) : undefined;
  if (!isCountGood || chosen.some((one) => known?.has(one) === false)) {
    throw new ClientRefusal('invalid-option', 'Choose valid options', field.custom_id);
  }
};
