import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { change, useSelected } from '../state/store.ts';

/** The pictures of the channel in their order, each once; none that is still covered. */
const picturesShown = (): HTMLImageElement[] => {
  const all = [...document.querySelectorAll<HTMLImageElement>('.messages .picture img')];
  return all
    .filter((one) => !one.closest('[inert]'))
    .filter((one, index, shown) => shown.findIndex(({ src }) => src === one.src) === index);
};

/** A picture as large as the window lets it be, and the way to the others of the channel. */
export const Lightbox = ({ url }: { url: string }): JSX.Element => {
  const dialog = useRef<HTMLDialogElement>(null);
  // Pictures come and go with them.
  useSelected((state) => state.messages);
  const pictures = picturesShown();
  const at = pictures.findIndex((one) => one.getAttribute('src') === url);
  const picture = pictures[at];
  const turnTo = (other: HTMLImageElement | undefined): void => {
    const openPicture = other?.getAttribute('src');
    if (!other || !openPicture) return;
    change({ openPicture });
    // Whoever closes it is where the picture is.
    other.scrollIntoView({ block: 'nearest' });
  };
  const previous = at > 0 ? pictures[at - 1] : undefined;
  const next = pictures[at + 1];
  useEffect(() => dialog.current?.showModal(), []);
  // It was removed, or covered.
  const isGone = at < 0;
  useEffect(() => {
    if (isGone) change({ openPicture: null });
  }, [isGone]);
  return (
    <dialog
      class="lightbox"
      ref={dialog}
      aria-label={`Picture ${at + 1} of ${pictures.length}`}
      onClose={() => change({ openPicture: null })}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft') turnTo(previous);
        if (key === 'ArrowRight') turnTo(next);
      }}
    >
      <img key={url} src={url} alt={picture?.alt ?? ''} />
      <footer>
        <a href={url} target="_blank" rel="noreferrer">
          Open in a tab
        </a>
        <span class="turning">
          <Turn label="Previous picture" icon="left" to={previous} onTurn={turnTo} />
          <span aria-hidden="true">
            {at + 1} of {pictures.length}
          </span>
          <Turn label="Next picture" icon="right" to={next} onTurn={turnTo} />
        </span>
        <button type="button" class="plain" aria-label="Close" onClick={() => dialog.current?.close()}>
          <Icon name="close" />
        </button>
      </footer>
    </dialog>
  );
};

/** It keeps the focus at the last picture, where it leads nowhere. */
const Turn = (props: {
  label: string;
  icon: 'left' | 'right';
  to: HTMLImageElement | undefined;
  onTurn: (to: HTMLImageElement | undefined) => void;
}): JSX.Element => (
  <button
    type="button"
    class="plain"
    aria-label={props.label}
    aria-disabled={props.to === undefined}
    onClick={() => props.onTurn(props.to)}
  >
    <Icon name={props.icon} />
  </button>
);
