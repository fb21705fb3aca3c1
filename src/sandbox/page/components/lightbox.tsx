import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import type { GalleryItem } from '../wire.ts';

/** A picture as large as the window lets it be, and the others that stand beside it. */
export const Lightbox = (props: {
  items: GalleryItem[];
  at: number;
  onMove: (at: number) => void;
  onClose: () => void;
}): JSX.Element | null => {
  const { items, at, onMove, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const item = items[at];
  if (!item) return null;
  const move = (steps: number): void => onMove((at + steps + items.length) % items.length);
  const isAlone = items.length === 1;
  return (
    <dialog
      class="lightbox"
      ref={dialog}
      aria-label={isAlone ? 'Picture' : `Picture ${at + 1} of ${items.length}`}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
      onKeyDown={({ key }) => {
        if (!isAlone && key === 'ArrowLeft') move(-1);
        if (!isAlone && key === 'ArrowRight') move(1);
      }}
    >
      <img key={item.media.url} src={item.media.url} alt={item.description ?? ''} />
      <footer>
        <a href={item.media.url} target="_blank" rel="noreferrer">
          Open in a tab
        </a>
        {!isAlone && (
          <span class="turning">
            <button type="button" class="plain" aria-label="Previous picture" onClick={() => move(-1)}>
              <Icon name="left" />
            </button>
            <span aria-hidden="true">
              {at + 1} of {items.length}
            </span>
            <button type="button" class="plain" aria-label="Next picture" onClick={() => move(1)}>
              <Icon name="right" />
            </button>
          </span>
        )}
        <button type="button" class="plain" aria-label="Close" onClick={() => dialog.current?.close()}>
          <Icon name="close" />
        </button>
      </footer>
    </dialog>
  );
};
