import type { APIComponentInLabel } from 'discord-api-types/v10';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { act, showReply } from '../state/act.ts';
import { change, type Modal } from '../state/store.ts';
import { Markdown } from '../text/markdown.tsx';
import { type FieldValue, ModalFieldView } from './modal-field.tsx';
import { chosenAtFirst } from './select-list.tsx';

const fieldsOf = (part: Modal['components'][number]): APIComponentInLabel[] => {
  if (part.type === 18) return [part.component];
  return part.type === 1 ? part.components : [];
};

const firstValue = (field: APIComponentInLabel): FieldValue => {
  if (field.type === 4) return field.value ?? '';
  if (field.type === 23) return field.default ?? false;
  if (field.type === 19) return [];
  if (field.type === 21 || field.type === 22)
    return field.options.filter((one) => one.default).map(({ value }) => value);
  return chosenAtFirst(field);
};

/** A form that the bot opened over the page. */
export const ModalView = ({ modal }: { modal: Modal }): JSX.Element => {
  const dialog = useRef<HTMLDialogElement>(null);
  const [values, setValues] = useState(() =>
    Object.fromEntries(modal.components.flatMap(fieldsOf).map((field) => [field.custom_id, firstValue(field)])),
  );
  const [files, setFiles] = useState<{ field: string; file: File }[]>([]);
  const [error, setError] = useState<{ field: string | null; message: string }>();
  const [isSending, setSending] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  const send = async (): Promise<void> => {
    setSending(true);
    // Files speak for themselves.
    const fileFields = new Set(
      modal.components
        .flatMap(fieldsOf)
        .filter(({ type }) => type === 19)
        .map((field) => field.custom_id),
    );
    const typed = Object.fromEntries(Object.entries(values).filter(([name]) => !fileFields.has(name)));
    const reply = await act({ do: 'modal', interactionId: modal.interactionId, values: typed }, files);
    setSending(false);
    if (!reply.ok) setError(reply.refusal);
    else if (reply.answer === 'no-answer') setError({ field: null, message: 'Something went wrong. Try again.' });
    else {
      change({ modal: null });
      showReply(reply, {});
    }
  };
  const draw = (field: APIComponentInLabel, title: string): JSX.Element => (
    <ModalFieldView
      key={field.custom_id}
      field={field}
      title={title}
      value={values[field.custom_id] ?? ''}
      isWrong={error?.field === field.custom_id}
      onChange={(value) => setValues({ ...values, [field.custom_id]: value })}
      onFiles={(chosen) =>
        setFiles([
          ...files.filter((one) => one.field !== field.custom_id),
          ...chosen.map((file) => ({ field: field.custom_id, file })),
        ])
      }
    />
  );
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
          This form goes to <strong>Easel</strong>. Do not share passwords or other secrets.
        </p>
        {error && error.field === null && (
          <p class="panel-error" role="alert">
            {error.message}
          </p>
        )}
        {modal.components.map((part, index) => {
          if (part.type === 10) return <Markdown key={index} text={part.content} />;
          const [field] = fieldsOf(part);
          if (!field) return null;
          const title = part.type === 18 ? part.label : (part.components[0]?.label ?? '');
          return (
            <div key={index} class="modal-part">
              <label for={`field-${field.custom_id}`}>
                {title}
                {'required' in field && field.required === false ? null : <b aria-hidden="true"> *</b>}
              </label>
              {part.type === 18 && part.description && <p class="quiet">{part.description}</p>}
              {draw(field, title)}
              {error?.field === field.custom_id && (
                <p class="panel-error" role="alert">
                  {error.message}
                </p>
              )}
            </div>
          );
        })}
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
