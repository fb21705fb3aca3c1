import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Attachments } from '../components/attachments.tsx';
import { PartView } from '../components/part.tsx';
import { Avatar } from '../parts/avatar.tsx';
import { Icon } from '../parts/icon.tsx';
import { act, dropNotice, showReply } from '../state/act.ts';
import { useNow } from '../state/now.ts';
import { getState, type Message, type Notice, useSelected } from '../state/store.ts';
import { guildOf, nameColour, personOf } from '../state/world.ts';
import { Markdown } from '../text/markdown.tsx';
import { clockTime, formatTime, messageTime } from '../text/times.ts';
import { MessageMenu } from './message-menu.tsx';
import { AnsweredCommand, RepliedTo } from './reference.tsx';

/** A message. It has no head if it follows a recent message of the same author. */
export const MessageView = ({ message, isContinued }: { message: Message; isContinued: boolean }): JSX.Element => {
  const [menu, setMenu] = useState(false);
  const personId = useSelected((state) => state.personId);
  const { sandbox, author } = message;
  const isPing = sandbox.notifiedIds.includes(personId);
  const name = author.global_name ?? author.username;
  const timeMs = Date.parse(message.timestamp);
  const dismiss = async (): Promise<void> =>
    showReply(await act({ do: 'delete', channelId: message.channel_id, messageId: message.id }));
  return (
    <li
      id={`message-${message.id}`}
      class={`message ${isContinued ? 'continued' : ''} ${sandbox.ephemeral ? 'ephemeral' : ''} ${isPing ? 'ping' : ''}`}
      aria-label={`${name}, ${clockTime(timeMs)}`}
      tabIndex={-1}
      onContextMenu={(event) => {
        if (event.target instanceof Element && event.target.closest('a, img, video, input')) return;
        event.preventDefault();
        setMenu(true);
      }}
    >
      <RepliedTo message={message} />
      <AnsweredCommand message={message} />
      {isContinued ? (
        <time class="message-side" dateTime={message.timestamp}>
          {clockTime(timeMs)}
        </time>
      ) : (
        <Avatar userId={author.id} />
      )}
      <div class="message-body">
        {!isContinued && <MessageHead author={author} timeMs={timeMs} />}
        <MessageContent message={message} />
        {sandbox.ephemeral && <EphemeralNote onDismiss={() => void dismiss()} />}
      </div>
      <MessageMenu message={message} isOpen={menu} setOpen={setMenu} />
    </li>
  );
};

const MessageHead = ({ author, timeMs }: { author: Author; timeMs: number }): JSX.Element => {
  const now = useNow();
  const world = useSelected((state) => state.world);
  return (
    <header class="message-head">
      <span class="name" style={{ '--name': nameColour(guildOf(world, getState().channelId), author.id) }}>
        {author.global_name ?? author.username}
      </span>
      {author.bot && <span class="tag">App</span>}
      <time dateTime={new Date(timeMs).toISOString()} title={formatTime(timeMs, 'F', now)}>
        {messageTime(timeMs, now)}
      </time>
    </header>
  );
};

type Author = Pick<Message['author'], 'id' | 'username' | 'bot'> & { global_name?: string | null };

const MessageContent = ({ message }: { message: Message }): JSX.Element => {
  if (message.sandbox.loading) {
    return (
      <p class="thinking">
        <span class="dots" aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
        {message.author.username} is thinking…
      </p>
    );
  }
  // Messages with components say themselves what changed.
  const isEdited = message.edited_timestamp !== null && message.content !== '';
  return (
    <>
      {message.content && <Markdown text={message.content} />}
      {isEdited && <span class="edited">(edited)</span>}
      <Attachments of={message.attachments} />
      {message.components?.map((part, index) => (
        <PartView key={index} part={part} message={message} />
      ))}
    </>
  );
};

const EphemeralNote = ({ onDismiss }: { onDismiss: () => void }): JSX.Element => (
  <p class="ephemeral-note">
    <Icon name="eye" />
    Only you can see this ·{' '}
    <button type="button" class="as-link" onClick={onDismiss}>
      Dismiss message
    </button>
  </p>
);

/** A command on its way, or one without an answer. Only this page shows it. */
export const NoticeView = ({ notice }: { notice: Notice }): JSX.Element => {
  const world = useSelected((state) => state.world);
  const { id, personId, command, text, isFailure, atMs } = notice;
  return (
    <li class={`message notice ${isFailure ? 'failed' : ''}`}>
      {command !== null && (
        <div class="reference">
          <Avatar userId={personId} small />
          <span class="name">{personOf(world, personId)?.name}</span> used <span class="command-name">{command}</span>
        </div>
      )}
      <Avatar userId={world?.botUserId ?? ''} />
      <div class="message-body">
        <MessageHead author={{ id: '', username: 'Easel', bot: true }} timeMs={atMs} />
        <p class="notice-text" role={isFailure ? 'alert' : undefined}>
          {isFailure && <Icon name="alert" />}
          {text}
        </p>
        {isFailure && <EphemeralNote onDismiss={() => dropNotice(id)} />}
      </div>
    </li>
  );
};
