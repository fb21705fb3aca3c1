import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { unsentHere } from '../state/drafts.ts';
import { getState, useSelected } from '../state/store.ts';
import { channelOf } from '../state/world.ts';
import { CommandForm } from './command-form.tsx';
import { placeFile } from './draft.ts';
import { TextInput } from './text-input.tsx';

/** The input: for words, or for a command with its options. */
export const Composer = (): JSX.Element => {
  const draft = useSelected((state) => unsentHere(state).open);
  const channel = useSelected((state) => channelOf(state.world, state.channelId));
  const [files, setFiles] = useState<File[]>([]);
  const isDropping = useFileDrop((dropped) => setFiles((before) => [...before, ...dropped]));
  return (
    <div class="composer">
      {draft ? (
        <CommandForm draft={draft} />
      ) : (
        <TextInput key={channel?.id} channel={channel} files={files} setFiles={setFiles} />
      )}
      {isDropping && (
        <p class="drop-hint">
          {draft ? `Drop the file to use it with /${draft.entry.title}` : 'Drop the file to add it to your message'}
        </p>
      )}
    </div>
  );
};

const focusedOption = (): string | null =>
  document.activeElement?.closest('[data-option]')?.getAttribute('data-option') ?? null;

/** Files dropped anywhere on the page, or pasted, go to the open command or else to `onFiles`. */
const useFileDrop = (onFiles: (files: File[]) => void): boolean => {
  const [isDropping, setDropping] = useState(false);
  useEffect(() => {
    let depth = 0;
    const take = (files: File[]): void => {
      if (files.length === 0) return;
      if (!unsentHere(getState()).open) {
        onFiles(files);
        return;
      }
      for (const [index, file] of files.entries()) placeFile(file, index === 0 ? focusedOption() : null);
    };
    const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    const onEnter = (event: DragEvent): void => {
      if (carriesFiles(event)) setDropping(++depth > 0);
    };
    const onLeave = (event: DragEvent): void => {
      if (carriesFiles(event)) setDropping(--depth > 0);
    };
    const onOver = (event: DragEvent): void => event.preventDefault();
    const onDrop = (event: DragEvent): void => {
      event.preventDefault();
      depth = 0;
      setDropping(false);
      take([...(event.dataTransfer?.files ?? [])]);
    };
    const onPaste = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length > 0) event.preventDefault();
      take(files);
    };
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener('dragenter', onEnter, { signal });
    document.addEventListener('dragleave', onLeave, { signal });
    document.addEventListener('dragover', onOver, { signal });
    document.addEventListener('drop', onDrop, { signal });
    document.addEventListener('paste', onPaste, { signal });
    return () => stop.abort();
  }, []);
  return isDropping;
};
