import type { APIAttachment } from 'discord-api-types/v10';
import type { JSX } from 'preact';
import { FileCard } from './file-card.tsx';
import { Gallery } from './gallery.tsx';

const SPOILER_FLAG = 8;
const isShown = ({ content_type: type }: APIAttachment): boolean => /^(image|video)\//.test(type ?? '');

/** The files of a message that none of its components shows. */
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
