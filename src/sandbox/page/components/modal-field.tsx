import type {
  APICheckboxGroupComponent,
  APIComponentInLabel,
  APIRadioGroupComponent,
  APITextInputComponent,
} from 'discord-api-types/v10';
import type { JSX } from 'preact';
import { SelectList } from './select-list.tsx';

export type FieldValue = string | string[] | boolean;

interface Props {
  field: APIComponentInLabel;
  title: string;
  value: FieldValue;
  isWrong: boolean;
  onChange: (value: FieldValue) => void;
  onFiles: (files: File[]) => void;
}

const listOf = (value: FieldValue): string[] => (Array.isArray(value) ? value : []);

/** Something to be filled in, in a form of the bot's. */
export const ModalFieldView = ({ field, title, value, isWrong, onChange, onFiles }: Props): JSX.Element => {
  const id = `field-${field.custom_id}`;
  switch (field.type) {
    case 4:
      return <TextField field={field} id={id} value={String(value)} isWrong={isWrong} onChange={onChange} />;
    case 19:
      return (
        <input
          id={id}
          type="file"
          multiple={(field.max_values ?? 1) > 1}
          onChange={({ currentTarget }) => onFiles([...(currentTarget.files ?? [])])}
        />
      );
    case 21:
    case 22:
      return <Group field={field} title={title} chosen={listOf(value)} onChange={onChange} />;
    case 23:
      return (
        <input
          id={id}
          type="checkbox"
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      );
    default:
      return <SelectList part={field} label={title} values={listOf(value)} onChoose={onChange} />;
  }
};

const TextField = (props: {
  field: APITextInputComponent;
  id: string;
  value: string;
  isWrong: boolean;
  onChange: (value: string) => void;
}): JSX.Element => {
  const { field, id, value, isWrong } = props;
  const Tag = field.style === 2 ? 'textarea' : 'input';
  return (
    <>
      <Tag
        id={id}
        value={value}
        rows={field.style === 2 ? 4 : undefined}
        placeholder={field.placeholder}
        maxLength={field.max_length}
        aria-invalid={isWrong}
        aria-required={field.required ?? true}
        onInput={({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
          props.onChange(currentTarget.value)
        }
      />
      {field.max_length !== undefined && (
        <p class="quiet count">
          {value.length} of {field.max_length}
        </p>
      )}
    </>
  );
};

const Group = (props: {
  field: APICheckboxGroupComponent | APIRadioGroupComponent;
  title: string;
  chosen: string[];
  onChange: (value: string[]) => void;
}): JSX.Element => {
  const { field, chosen, onChange } = props;
  const isRadio = field.type === 21;
  return (
    <fieldset class="choices" aria-label={props.title}>
      {field.options.map(({ label, value, description }) => (
        <label key={value}>
          <input
            type={isRadio ? 'radio' : 'checkbox'}
            name={field.custom_id}
            checked={chosen.includes(value)}
            onChange={({ currentTarget }) => {
              const others = isRadio ? [] : chosen.filter((one) => one !== value);
              onChange(currentTarget.checked ? [...others, value] : others);
            }}
          />
          {label}
          {description && <span class="quiet">{description}</span>}
        </label>
      ))}
    </fieldset>
  );
};
