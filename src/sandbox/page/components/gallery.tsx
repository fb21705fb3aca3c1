import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import type { GalleryItem } from '../wire.ts';
import { Lightbox } from './lightbox.tsx';

/** Pictures and clips side by side; hidden ones until they are pressed. */
export const Gallery = ({ items }: { items: GalleryItem[] }): JSX.Element => (
  <div class={`gallery count-${Math.min(items.length, 5)}`}>
    {items.map((item) => (
      // What becomes a spoiler later is hidden anew, whoever has looked at it before.
      <MediaItem key={`${item.media.url} ${item.spoiler}`} item={item} />
    ))}
  </div>
);

const isClip = ({ media }: GalleryItem): boolean => media.content_type?.startsWith('video/') ?? false;

const MediaItem = ({ item }: { item: GalleryItem }): JSX.Element => {
  const [isHidden, setHidden] = useState(item.spoiler);
  const [isOpen, setOpen] = useState(false);
  const { media, description } = item;
  const ratio = media.width && media.height ? `${media.width} / ${media.height}` : undefined;
  return (
    <figure class={`media ${isHidden ? 'hidden-content' : ''}`} style={{ '--ratio': ratio }}>
      {isClip(item) ? (
        // The service's clips have no words to caption.
        // biome-ignore lint/a11y/useMediaCaption: nothing is said in them
        <video
          src={media.url}
          controls={!isHidden}
          loop
          preload="metadata"
          aria-label={description ?? 'Clip'}
          inert={isHidden}
        />
      ) : (
        <button type="button" class="picture" onClick={() => setOpen(true)} inert={isHidden}>
          <img
            src={media.url}
            alt={description ?? 'Picture without a description'}
            width={media.width ?? undefined}
            height={media.height ?? undefined}
          />
        </button>
      )}
      {isHidden && (
        <button type="button" class="spoiler-cover" onClick={() => setHidden(false)}>
          Spoiler
        </button>
      )}
      {!isHidden && description && <AltText text={description} />}
      {isOpen && <Lightbox media={media} description={description} onClose={() => setOpen(false)} />}
    </figure>
  );
};

const AltText = ({ text }: { text: string }): JSX.Element => {
  const [isOpen, setOpen] = useState(false);
  return (
    <div class={`alt ${isOpen ? 'open' : ''}`}>
      {isOpen && <p>{text}</p>}
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label="Description of the picture"
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? <Icon name="close" /> : 'ALT'}
      </button>
    </div>
  );
};
