import type { APIMediaGalleryItem } from 'discord-api-types/v10';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { change } from '../state/store.ts';

/** Pictures and clips in a grid. Spoilers are hidden until they are pressed. */
export const Gallery = ({ items }: { items: APIMediaGalleryItem[] }): JSX.Element => {
  const [shown, setShown] = useState<string[]>([]);
  const isHidden = (item: APIMediaGalleryItem): boolean => item.spoiler === true && !shown.includes(keyOf(item));
  return (
    <div class={`gallery count-${Math.min(items.length, 5)}`}>
      {items.map((item) => {
        const key = keyOf(item);
        return <MediaItem key={key} item={item} isHidden={isHidden(item)} onShow={() => setShown([...shown, key])} />;
      })}
    </div>
  );
};

/** A picture that becomes a spoiler later is hidden again. */
const keyOf = ({ media, spoiler }: APIMediaGalleryItem): string => `${media.url} ${spoiler}`;

const isClip = ({ media }: APIMediaGalleryItem): boolean => media.content_type?.startsWith('video/') ?? false;

const MediaItem = (props: { item: APIMediaGalleryItem; isHidden: boolean; onShow: () => void }): JSX.Element => {
  const { item, isHidden, onShow } = props;
  const { media, description } = item;
  const ratio = media.width && media.height ? `${media.width} / ${media.height}` : undefined;
  return (
    <figure
      class={`media ${isHidden ? 'hidden-content' : ''} ${ratio ? 'sized' : ''}`}
      style={{ '--ratio': ratio, '--width': `${media.width}px` }}
    >
      {isClip(item) ? (
        // biome-ignore lint/a11y/useMediaCaption: the service's clips have no speech
        <video
          src={media.url}
          controls={!isHidden}
          loop
          preload="metadata"
          aria-label={description ?? 'Clip'}
          inert={isHidden}
        />
      ) : (
        <button type="button" class="picture" onClick={() => change({ openPicture: media.url })} inert={isHidden}>
          <img
            loading="lazy"
            src={media.url}
            alt={description ?? 'Picture without a description'}
            width={media.width ?? undefined}
            height={media.height ?? undefined}
          />
        </button>
      )}
      {isHidden && (
        <button type="button" class="spoiler-cover" onClick={onShow}>
          Spoiler
        </button>
      )}
      {!isHidden && description && <AltText text={description} />}
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
        aria-label={isOpen ? 'Close the description' : 'ALT: description of the picture'}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? <Icon name="close" /> : <span>ALT</span>}
      </button>
    </div>
  );
};
