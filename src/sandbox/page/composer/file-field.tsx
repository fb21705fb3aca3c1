import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { CommandOption } from '../../discord/checks/command-options.ts';
import { readableSize } from '../parts/bytes.ts';
import { Icon } from '../parts/icon.tsx';
import type { Draft } from '../state/drafts.ts';
import { emptyValue, removeOption, setValue } from './draft.ts';
import { FilePreview } from './pending-files.tsx';
import { sendDraft } from './send-draft.ts';

const CHOOSE = 'Choose, drop or paste a file';

/** A file for an option: chosen, dropped anywhere on the page, or pasted. */
export const FileField = ({ option, draft }: { option: CommandOption; draft: Draft }): JSX.Element => {
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
          // Enter sends, as in every field; the space bar chooses another file.
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
        <button type="button" class="plain" aria-label={`Remove ${name}`} onClick={() => removeOption(name)}>
          <Icon name="close" />
        </button>
      )}
    </>
  );
};
