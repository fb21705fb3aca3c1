import type { APIAttachment } from 'discord-api-types/v10';
import type { JSX } from 'preact';
import { Icon } from '../parts/icon.tsx';
import { Gallery } from './gallery.tsx';

const SPOILER_FLAG = 8;
const isShown = ({ content_type: type }: APIAttachment): boolean => /^(image|video)\//.test(type ?? '');

/** The files of a message that no component shows. */
export const Attachments = ({ of }: { of: APIAttachment[] }): JSX.Element => (
  <>
    {of.some(isShown) && (
      <Gallery
        items={of
          .filter(isShown)
          .map(({ url, width = null, height = null, content_type = null, description = null, flags = 0 }) => ({
            media: { url, width, height, content_type },
            description,
            spoiler: (flags & SPOILER_FLAG) !== 0,
          }))}
      />
    )}
    {of
      .filter((one) => !isShown(one))
      .map(({ id, url, filename, title, size, content_type }) => (
        <FileCard key={id} url={url} name={title ?? filename} size={size} type={content_type ?? null} />
      ))}
  </>
);

/** A file with its name and size. Sounds can be played. */
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
      // biome-ignore lint/a11y/useMediaCaption: the sound has no words
      <audio src={props.url} controls preload="metadata" aria-label={props.name} />
    )}
  </div>
);

const UNITS = ['bytes', 'KB', 'MB', 'GB'];

/** Formats a size: "1.5 MB". */
export const readableSize = (bytes: number): string => {
  const power = bytes === 0 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  return `${(bytes / 1024 ** power).toFixed(power === 0 ? 0 : 1)} ${UNITS[power]}`;
};
