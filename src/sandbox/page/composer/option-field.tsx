import { ApplicationCommandOptionType as OptionType } from 'discord-api-types/v10';
import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { CommandOption } from '../../discord/checks/commands.ts';
import { readableSize } from '../components/attachments.tsx';
import { IconButton } from '../parts/icon.tsx';
import type { Draft } from '../state/drafts.ts';
import { emptyValue, focusDone, removeOption, setValue } from './draft.ts';
import { nextActive } from './list-box.tsx';
import { isAttachment, isClosed } from './option-values.ts';
import { sendDraft } from './send-draft.ts';
import type { OfferedValue } from './suggestions.ts';
import { FilePreview } from './unsent.tsx';

export interface FieldProps {
  option: CommandOption;
  draft: Draft;
  /** The list of values, while this field has the focus and a list. */
  choose:
    | { list: OfferedValue[]; isOld: boolean; active: number; setActive: (active: number) => void; listId: string }
    | undefined;
  onFocus: (name: string) => void;
}

/** One option with its name and value. */
export const OptionField = (props: FieldProps): JSX.Element => {
  const { option, draft, onFocus } = props;
  const { name } = option;
  const field = useRef<HTMLElement>(null);
  const error = draft.errors[name];
  // Runs before the next key arrives.
  useLayoutEffect(() => {
    if (draft.focus !== name) return;
    field.current?.querySelector<HTMLElement>('textarea, input:not([hidden]), button')?.focus();
    focusDone();
  }, [draft.focus]);
  return (
    <span
      class={`option-field ${error === undefined ? '' : 'wrong'} ${isAttachment(option) ? 'of-file' : ''}`}
      data-option={name}
      ref={field}
      onFocusIn={() => onFocus(name)}
    >
      <label for={`option-${name}`}>{name}</label>
      {isAttachment(option) ? <FileField option={option} draft={draft} /> : <ValueField {...props} />}
    </span>
  );
};

const ValueField = ({ option, draft, choose }: FieldProps): JSX.Element => {
  const { name } = option;
  const { text } = draft.values[name] ?? emptyValue;
  const isNumber = option.type === OptionType.Integer || option.type === OptionType.Number;
  const onKey = (event: TargetedKeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
    const next = choose && nextActive(event.key, choose.active, choose.list.length);
    const offered = choose?.list[choose.active];
    const isChosen = draft.values[name]?.value !== undefined;
    if (next !== undefined) choose?.setActive(next);
    else if (event.key === 'Enter' && offered && !isChosen && !choose?.isOld) offered.choose();
    else if (event.key === 'Enter') void sendDraft(draft);
    else if (event.key === 'Tab' && offered && text !== '' && !choose?.isOld) offered.choose();
    else if (event.key === 'Backspace' && text === '' && !option.required) removeOption(name);
    else return;
    event.preventDefault();
  };
  const shared = {
    id: `option-${name}`,
    value: text,
    spellcheck: false,
    title: option.description,
    'aria-required': option.required ?? false,
    'aria-invalid': draft.errors[name] !== undefined,
    onKeyDown: onKey,
  };
  const type = (typed: string): void => setValue(name, { text: typed.replace(/\n/g, ' ') });
  // A list needs an input of one line; free text may wrap.
  if (!isClosed(option) && !option.autocomplete) {
    return (
      <textarea
        {...shared}
        rows={1}
        inputMode={isNumber ? 'decimal' : 'text'}
        onInput={({ currentTarget }) => type(currentTarget.value)}
      />
    );
  }
  return (
    <input
      {...shared}
      type="text"
      role="combobox"
      autocomplete="off"
      aria-expanded={choose !== undefined}
      aria-controls={choose?.listId}
      aria-activedescendant={choose ? `${choose.listId}-${choose.active}` : undefined}
      onInput={({ currentTarget }) => type(currentTarget.value)}
    />
  );
};

const CHOOSE = 'Choose, drop or paste a file';

/** A file for an option: chosen, dropped anywhere on the page, or pasted. */
const FileField = ({ option, draft }: { option: CommandOption; draft: Draft }): JSX.Element => {
  const { name } = option;
  const picker = useRef<HTMLInputElement>(null);
  const { file } = draft.values[name] ?? emptyValue;
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        data-testid={`file-${name}`}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen) setValue(name, { text: chosen.name, file: chosen });
        }}
      />
      <button
        type="button"
        id={`option-${name}`}
        class="file-button"
        aria-label={`${name}: ${file ? `${file.name} ${readableSize(file.size)}` : CHOOSE}`}
        title={option.description}
        onClick={() => picker.current?.click()}
        onKeyDown={(event) => {
          // Enter sends, as in every field. The space bar chooses another file.
          if (event.key !== 'Enter' || !file) return;
          event.preventDefault();
          void sendDraft(draft);
        }}
      >
        {file ? (
          <>
            <FilePreview file={file} />
            {file.name} <small>{readableSize(file.size)}</small>
          </>
        ) : (
          CHOOSE
        )}
      </button>
      {!option.required && file && (
        <IconButton icon="close" label={`Remove ${name}`} onClick={() => removeOption(name)} />
      )}
    </>
  );
};
