import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { IconButton } from '../parts/icon.tsx';
import { change, useSelected } from '../state/store.ts';

/** The channel's pictures in order, each once, without those that are still covered. */
const picturesShown = (): HTMLImageElement[] => {
  const all = [...document.querySelectorAll<HTMLImageElement>('.messages .picture img')];
  return all
    .filter((one) => !one.closest('[inert]'))
    .filter((one, index, shown) => shown.findIndex(({ src }) => src === one.src) === index);
};

/** A picture as large as the window allows, with buttons to the channel's other pictures. */
export const Lightbox = ({ url }: { url: string }): JSX.Element => {
  const dialog = useRef<HTMLDialogElement>(null);
  // Draws again when messages change, because pictures come and go with them.
  useSelected((state) => state.messages);
  const pictures = picturesShown();
  const at = pictures.findIndex((one) => one.getAttribute('src') === url);
  const picture = pictures[at];
  const turnTo = (other: HTMLImageElement | undefined): void => {
    const openPicture = other?.getAttribute('src');
    if (!other || !openPicture) return;
    change({ openPicture });
    // On closing, the reader is where the picture is.
    other.scrollIntoView({ block: 'nearest' });
  };
  const previous = at > 0 ? pictures[at - 1] : undefined;
  const next = pictures[at + 1];
  // At the last picture the button does nothing, but it keeps the focus.
  const turnButton = (label: string, icon: 'left' | 'right', to: HTMLImageElement | undefined): JSX.Element => (
    <IconButton icon={icon} label={label} aria-disabled={to === undefined} onClick={() => turnTo(to)} />
  );
  useEffect(() => dialog.current?.showModal(), []);
  // The picture was removed or covered.
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
          Open in a new tab
        </a>
        <span class="turning">
          {turnButton('Previous picture', 'left', previous)}
          <span aria-hidden="true">
            {at + 1} of {pictures.length}
          </span>
          {turnButton('Next picture', 'right', next)}
        </span>
        <IconButton icon="close" label="Close" onClick={() => dialog.current?.close()} />
      </footer>
    </dialog>
  );
};
