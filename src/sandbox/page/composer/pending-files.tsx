import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { readableSize } from '../parts/bytes.ts';
import { Icon } from '../parts/icon.tsx';

/** Files that go with the message when it is sent. */
export const PendingFiles = ({
  files,
  setFiles,
}: {
  files: File[];
  setFiles: (files: File[]) => void;
}): JSX.Element | null => {
  if (files.length === 0) return null;
  return (
    <ul class="pending-files" aria-label="Files to send">
      {files.map((file, index) => (
        <li key={`${index} ${file.name}`}>
          <FilePreview file={file} />
          <span>{file.name}</span>
          <small>{readableSize(file.size)}</small>
          <button
            type="button"
            class="plain"
            aria-label={`Remove ${file.name}`}
            onClick={() => setFiles(files.filter((one) => one !== file))}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
};

/** A small picture of a picture, and a sign for anything else. */
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
