import type { JSX } from 'preact';
import { readableSize } from '../parts/bytes.ts';
import { Icon } from '../parts/icon.tsx';

/** A file with its name and size; a sound can be played. */
export const FileCard = (props: {
  url: string;
  name: string;
  size: number;
  type: string | null | undefined;
}): JSX.Element => (
  <div class="file-card">
    <Icon name="file" />
    <div>
      <a href={props.url} target="_blank" rel="noreferrer" download={props.name}>
        {props.name}
      </a>
      <span class="file-size">{readableSize(props.size)}</span>
    </div>
    {props.type?.startsWith('audio/') && (
      // biome-ignore lint/a11y/useMediaCaption: a sound without words
      <audio src={props.url} controls preload="metadata" aria-label={props.name} />
    )}
  </div>
);
