import type { APIEmbed, APIEmbedImage, APIUnfurledMediaItem } from 'discord-api-types/v10';
import type { JSX } from 'preact';
import { Markdown } from '../text/markdown.tsx';
import { messageTime } from '../text/times.ts';
import { Gallery } from './gallery.tsx';

const picture = ({ flags: _flags, ...media }: APIEmbedImage): APIUnfurledMediaItem => media;

/** The older kind of card. */
export const EmbedView = ({ embed }: { embed: APIEmbed }): JSX.Element => {
  const colour = embed.color === undefined ? undefined : `#${embed.color.toString(16).padStart(6, '0')}`;
  const footer = [embed.footer?.text, embed.timestamp && messageTime(Date.parse(embed.timestamp), Date.now())].filter(
    Boolean,
  );
  return (
    <div class="container embed accented" style={{ '--accent-bar': colour }}>
      <div class="container-inside">
        {embed.author && <p class="embed-author">{embed.author.name}</p>}
        {embed.title && (
          <p class="embed-title">
            {embed.url ? (
              <a href={embed.url} target="_blank" rel="noreferrer">
                {embed.title}
              </a>
            ) : (
              embed.title
            )}
          </p>
        )}
        {embed.description && <Markdown text={embed.description} />}
        {embed.fields && embed.fields.length > 0 && (
          <dl class="embed-fields">
            {embed.fields.map((field, index) => (
              <div key={index} class={field.inline ? 'inline' : ''}>
                <dt>{field.name}</dt>
                <dd>
                  <Markdown text={field.value} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        {[embed.image, embed.thumbnail].map(
          (image) => image && <Gallery key={image.url} items={[{ media: picture(image) }]} />,
        )}
        {footer.length > 0 && <p class="embed-footer">{footer.join(' · ')}</p>}
      </div>
    </div>
  );
};
