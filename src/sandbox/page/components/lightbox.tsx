import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import type { Media } from '../wire.ts';

/** A picture as large as the window lets it be. */
export const Lightbox = (props: { media: Media; description: string | null; onClose: () => void }): JSX.Element => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a dialog closes with Escape by itself
    <dialog
      class="lightbox"
      ref={dialog}
      aria-label="Picture"
      onClose={props.onClose}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <img src={props.media.url} alt={props.description ?? ''} />
      <footer>
        <a href={props.media.url} target="_blank" rel="noreferrer">
          Open in a tab
        </a>
        <button type="button" class="plain" aria-label="Close" onClick={() => dialog.current?.close()}>
          <Icon name="close" />
        </button>
      </footer>
    </dialog>
  );
};
