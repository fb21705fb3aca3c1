import type { APITextInputComponent } from 'discord-api-types/v10';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { act, showReply } from '../state/act.ts';
import { change, type Modal } from '../state/store.ts';
import { Markdown } from '../text/markdown.tsx';
import { chosenAtFirst, type Menu, SelectList } from './select.tsx';

type Field = APITextInputComponent | Menu;
type Part = Modal['components'][number];

const fieldOf = (part: Part): Field | undefined => (part.type === 18 ? (part.component as Field) : undefined);

const firstValue = (field: Field): string | string[] => (field.type === 4 ? (field.value ?? '') : chosenAtFirst(field));

/** A form that the bot opened, over the page. */
export const ModalView = ({ modal }: { modal: Modal }): JSX.Element => {
  const dialog = useRef<HTMLDialogElement>(null);
  const [values, setValues] = useState<Record<string, string | string[]>>(() =>
    Object.fromEntries(
      modal.components.flatMap((part) => fieldOf(part) ?? []).map((f) => [f.custom_id, firstValue(f)]),
    ),
  );
  const [error, setError] = useState<{ field: string | null; message: string }>();
  const [isSending, setSending] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  const send = async (): Promise<void> => {
    setSending(true);
    const reply = await act({ do: 'modal', interactionId: modal.interactionId, values });
    setSending(false);
    if (!reply.ok) setError(reply.refusal);
    else if (reply.answer === 'no-answer') setError({ field: null, message: 'Something went wrong. Try again.' });
    else {
      change({ modal: null });
      showReply(reply);
    }
  };
  const errorAt = (field: string | null): JSX.Element | undefined =>
    error?.field === field ? (
      <p class="panel-error" role="alert">
        {error.message}
      </p>
    ) : undefined;
  const renderPart = (part: Part, index: number): JSX.Element | null => {
    if (part.type === 10) return <Markdown key={index} text={part.content} />;
    const field = fieldOf(part);
    if (!field || part.type !== 18) return null;
    const { custom_id: id, required } = field;
    const value = values[id] ?? '';
    const setValue = (next: string | string[]): void => setValues({ ...values, [id]: next });
    return (
      <div key={index} class="modal-part">
        <label for={`field-${id}`}>
          {part.label}
          {required === false ? null : <b aria-hidden="true"> *</b>}
        </label>
        {part.description && <p class="quiet">{part.description}</p>}
        {field.type === 4 ? (
          <TextField field={field} value={String(value)} isWrong={error?.field === id} onChange={setValue} />
        ) : (
          <SelectList part={field} label={part.label} values={[value].flat()} onChoose={setValue} />
        )}
        {errorAt(id)}
      </div>
    );
  };
  return (
    <dialog class="modal" ref={dialog} aria-labelledby="modal-title" onClose={() => change({ modal: null })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <h2 id="modal-title">{modal.title}</h2>
        <p class="modal-warning">
          This form will be submitted to <strong>Easel</strong>. Don’t share passwords or other secrets.
        </p>
        {errorAt(null)}
        {modal.components.map(renderPart)}
        <footer>
          <button type="button" class="button secondary" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="submit" class="button primary" disabled={isSending}>
            Submit
          </button>
        </footer>
      </form>
    </dialog>
  );
};

const TextField = (props: {
  field: APITextInputComponent;
  value: string;
  isWrong: boolean;
  onChange: (value: string) => void;
}): JSX.Element => {
  const { field, value, isWrong } = props;
  const Tag = field.style === 2 ? 'textarea' : 'input';
  return (
    <>
      <Tag
        id={`field-${field.custom_id}`}
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
