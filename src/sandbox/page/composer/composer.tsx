import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { channelOf } from '../state/places.ts';
import { useSelected } from '../state/store.ts';
import { CommandForm } from './command-form.tsx';
import { useFileDrop } from './file-drop.ts';
import { TextInput } from './text-input.tsx';

/** Where one writes: words, or a command with its options. */
export const Composer = (): JSX.Element => {
  const draft = useSelected((state) => state.draft);
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
          {draft ? `Drop it to use it with /${draft.entry.title}` : 'Drop it to add it to your message'}
        </p>
      )}
    </div>
  );
};
