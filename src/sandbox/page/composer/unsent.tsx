import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { readableSize } from '../components/attachments.tsx';
import { Icon, IconButton } from '../parts/icon.tsx';
import { unsentHere } from '../state/drafts.ts';
import { change, useSelected } from '../state/store.ts';
import { restoreDraft } from './draft.ts';

/** The command that was set aside here, to continue with. */
export const AsideBar = (): JSX.Element | null => {
  const command = useSelected((state) => unsentHere(state).aside);
  if (!command) return null;
  const words = Object.values(command.values).find(({ text }) => text.trim() !== '')?.text ?? '';
  return (
    <p class="aside-bar">
      <button type="button" class="aside-button" title="Ctrl+Z" onClick={restoreDraft}>
        <Icon name="reply" />
        <span>
          Continue with <strong>/{command.entry.title}</strong> {words}
        </span>
      </button>
    </p>
  );
};

/** Whom the next message replies to. */
export const ReplyBar = (): JSX.Element | null => {
  const target = useSelected((state) => state.messages?.find(({ id }) => id === state.replyTo));
  if (!target) return null;
  return (
    <p class="reply-bar">
      Replying to <strong>{target.author.global_name ?? target.author.username}</strong>
      <IconButton icon="close" label="Cancel the reply" onClick={() => change({ replyTo: null })} />
    </p>
  );
};

/** Files that go with the next message. */
export const PendingFiles = (props: { files: File[]; setFiles: (files: File[]) => void }): JSX.Element | null => {
  const { files, setFiles } = props;
  if (files.length === 0) return null;
  return (
    <ul class="pending-files" aria-label="Files to send">
      {files.map((file, index) => (
        <li key={`${index} ${file.name}`}>
          <FilePreview file={file} />
          <span>{file.name}</span>
          <small>{readableSize(file.size)}</small>
          <IconButton
            icon="close"
            label={`Remove ${file.name}`}
            onClick={() => setFiles(files.filter((one) => one !== file))}
          />
        </li>
      ))}
    </ul>
  );
};

/** A thumbnail of a picture, or an icon for any other file. */
export const FilePreview = ({ file }: { file: File }): JSX.Element => {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file.type.startsWith('image/')) return undefined;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address === undefined ? <Icon name="file" /> : <img src={address} alt="" />;
};
