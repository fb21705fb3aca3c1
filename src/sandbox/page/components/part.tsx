import type { APIMessageComponent } from 'discord-api-types/v10';
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Message } from '../state/store.ts';
import { Markdown } from '../text/markdown.tsx';
import { FileCard } from './attachments.tsx';
import { Button } from './button.tsx';
import { Gallery } from './gallery.tsx';
import { Select } from './select.tsx';

/** A component of a message, as Discord draws it. */
export const PartView = ({ part, message }: { part: APIMessageComponent; message: Message }): JSX.Element | null => {
  switch (part.type) {
    case 1:
      return (
        <div class="action-row">
          {part.components.map((one, index) => (
            <PartView key={'custom_id' in one ? one.custom_id : index} part={one} message={message} />
          ))}
        </div>
      );
    case 2:
      return 'sku_id' in part ? null : <Button part={part} message={message} />;
    case 3:
    case 5:
    case 6:
    case 8:
      return <Select key={part.custom_id} part={part} message={message} />;
    case 9:
      return (
        <div class="section">
          <div class="section-texts">
            {part.components.map((one, index) => (
              <PartView key={index} part={one} message={message} />
            ))}
          </div>
          <PartView part={part.accessory} message={message} />
        </div>
      );
    case 10:
      return <Markdown text={part.content} />;
    case 11:
      return (
        <div class="thumbnail">
          <Gallery items={[part]} />
        </div>
      );
    case 12:
      return <Gallery items={part.items} />;
    case 13:
      return (
        <FileCard url={part.file.url} name={part.name ?? ''} size={part.size ?? 0} type={part.file.content_type} />
      );
    case 17:
      return (
        <Container key={String(part.spoiler)} accent={part.accent_color ?? null} spoiler={part.spoiler ?? false}>
          {part.components.map((one, index) => (
            <PartView key={index} part={one} message={message} />
          ))}
        </Container>
      );
    default:
      return null;
  }
};

const Container = (props: { accent: number | null; spoiler: boolean; children: ComponentChildren }): JSX.Element => {
  const { accent, spoiler, children } = props;
  const [isShown, setShown] = useState(!spoiler);
  const colour = accent === null ? undefined : `#${accent.toString(16).padStart(6, '0')}`;
  return (
    <div
      class={`container ${colour ? 'accented' : ''} ${isShown ? '' : 'hidden-content'}`}
      style={{ '--accent-bar': colour }}
    >
      <div class="container-inside" inert={!isShown}>
        {children}
      </div>
      {!isShown && (
        <button type="button" class="spoiler-cover" onClick={() => setShown(true)}>
          Spoiler
        </button>
      )}
    </div>
  );
};
