import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { openDraft } from '../composer/draft.ts';
import { entriesOf } from '../composer/entries.ts';
import { goTo, goToMessage } from '../state/live.ts';
import { useNow } from '../state/now.ts';
import { getState, useSelected } from '../state/store.ts';
import { channelOf, guildOf, nameColour, personOf, titleOf } from '../state/world.ts';
import type { Inline } from './parse-inline.ts';
import { type Block, parseMarkdown } from './parse-markdown.ts';
import { formatTime } from './times.ts';

/** A text in Discord's markdown. */
export const Markdown = ({ text }: { text: string }): JSX.Element => {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  return (
    <div class="markdown">
      <Blocks blocks={blocks} />
    </div>
  );
};

const Blocks = ({ blocks }: { blocks: Block[] }): JSX.Element => (
  <>
    {blocks.map((block, index) => (
      <BlockView key={index} block={block} />
    ))}
  </>
);

const BlockView = ({ block }: { block: Block }): JSX.Element => {
  switch (block.kind) {
    case 'paragraph':
    case 'subtext':
      return (
        <p class={block.kind === 'subtext' ? 'subtext' : undefined}>
          <Inlines of={block.children} />
        </p>
      );
    case 'heading':
      return <Heading level={block.level} of={block.children} />;
    case 'list':
      return (
        <ul>
          {block.items.map(({ depth, marker, children }, index) => (
            <li key={index} style={{ '--depth': depth }} data-marker={marker}>
              <Inlines of={children} />
            </li>
          ))}
        </ul>
      );
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.blocks} />
        </blockquote>
      );
    case 'code':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      );
  }
};

/** Ranks below the page's own headings. */
const Heading = ({ level, of }: { level: number; of: Inline[] }): JSX.Element => {
  const Tag = level === 1 ? 'h3' : level === 2 ? 'h4' : 'h5';
  return (
    <Tag class={`heading-${level}`}>
      <Inlines of={of} />
    </Tag>
  );
};

const Inlines = ({ of }: { of: Inline[] }): JSX.Element => (
  <>
    {of.map((inline, index) => (
      <InlineView key={index} inline={inline} />
    ))}
  </>
);

const TAGS = { bold: 'strong', italic: 'em', underline: 'u', strike: 's' } as const;

const InlineView = ({ inline }: { inline: Inline }): JSX.Element => {
  switch (inline.kind) {
    case 'text':
      return <>{inline.text}</>;
    case 'code':
      return <code>{inline.text}</code>;
    case 'bold':
    case 'italic':
    case 'underline':
    case 'strike': {
      const Tag = TAGS[inline.kind];
      return (
        <Tag>
          <Inlines of={inline.children} />
        </Tag>
      );
    }
    case 'spoiler':
      return <TextSpoiler of={inline.children} />;
    case 'link':
      return <Link url={inline.url} of={inline.children} />;
    case 'time':
      return <Time seconds={inline.seconds} style={inline.style} />;
    case 'command':
      return <CommandMention title={inline.name} />;
    case 'everyone':
      return <span class="mention">{inline.text}</span>;
    case 'user':
    case 'role':
    case 'channel':
      return <Mention kind={inline.kind} id={inline.id} />;
  }
};

/** A link to a message at Discord leads to that message here. */
const MESSAGE_ADDRESS = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:\d+|@me)\/(\d+)\/(\d+)$/;

const Link = ({ url, of }: { url: string; of: Inline[] }): JSX.Element => {
  const [, channelId, messageId] = MESSAGE_ADDRESS.exec(url) ?? [];
  const world = useSelected((state) => state.world);
  const isHere = channelId !== undefined && messageId !== undefined;
  const [only] = of;
  // Discord shortens the bare address of a message like this.
  const isBare = of.length === 1 && only?.kind === 'text' && only.text === url && isHere;
  return (
    <a
      href={url}
      class={isBare ? 'mention' : undefined}
      target="_blank"
      rel="noreferrer"
      onClick={(event) => {
        if (!isHere) return;
        event.preventDefault();
        void goToMessage(channelId, messageId);
      }}
    >
      {isBare ? `${titleOf(channelOf(world, channelId)) || 'unknown'} › message` : <Inlines of={of} />}
    </a>
  );
};

const TextSpoiler = ({ of }: { of: Inline[] }): JSX.Element => {
  const [isShown, setShown] = useState(false);
  if (isShown)
    return (
      <span class="spoiler shown">
        <Inlines of={of} />
      </span>
    );
  return (
    <button type="button" class="spoiler" aria-label="Spoiler: show it" onClick={() => setShown(true)}>
      <span aria-hidden="true">
        <Inlines of={of} />
      </span>
    </button>
  );
};

const Time = ({ seconds, style }: { seconds: number; style: string }): JSX.Element => {
  const now = useNow();
  const timeMs = seconds * 1000;
  return (
    <time dateTime={new Date(timeMs).toISOString()} title={formatTime(timeMs, 'F', now)}>
      {formatTime(timeMs, style, now)}
    </time>
  );
};

/** Opens the command, if it is offered here. */
const CommandMention = ({ title }: { title: string }): JSX.Element => {
  const commands = useSelected((state) => state.commands);
  const entry = entriesOf(commands).find((one) => one.title === title);
  if (!entry) return <span class="mention">/{title}</span>;
  return (
    <button type="button" class="mention" onClick={() => openDraft(entry)}>
      /{title}
    </button>
  );
};

const Mention = ({ kind, id }: { kind: 'user' | 'role' | 'channel'; id: string }): JSX.Element => {
  const world = useSelected((state) => state.world);
  const guild = guildOf(world, getState().channelId);
  if (kind === 'user') {
    const name = personOf(world, id)?.name ?? 'unknown-user';
    return (
      <span class="mention" style={{ '--name': nameColour(guild, id) }}>
        @{name}
      </span>
    );
  }
  if (kind === 'role')
    return <span class="mention">@{guild?.roles.find((one) => one.id === id)?.name ?? 'unknown-role'}</span>;
  const channel = channelOf(world, id);
  if (!channel) return <span class="mention">#unknown</span>;
  return (
    <button type="button" class="mention" onClick={() => goTo(id)}>
      #{channel.name}
    </button>
  );
};
