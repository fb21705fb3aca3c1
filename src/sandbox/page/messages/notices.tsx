import type { JSX } from 'preact';
import { Avatar } from '../parts/avatar.tsx';
import { Icon } from '../parts/icon.tsx';
import { dropNotice } from '../state/act.ts';
import { useNow } from '../state/now.ts';
import { personOf } from '../state/places.ts';
import { type Notice, useSelected } from '../state/store.ts';
import { formatTime, messageTime } from '../text/times.ts';

/** A command on its way, or one that nobody answered: only this page shows it. */
export const NoticeView = ({ notice }: { notice: Notice }): JSX.Element => {
  const now = useNow();
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
        <header class="message-head">
          <span class="name">Easel</span>
          <span class="tag">App</span>
          <time dateTime={new Date(atMs).toISOString()} title={formatTime(atMs, 'F', now)}>
            {messageTime(atMs, now)}
          </time>
        </header>
        <p class="notice-text" role={isFailure ? 'alert' : undefined}>
          {isFailure && <Icon name="alert" />}
          {text}
        </p>
        {isFailure && (
          <p class="ephemeral-note">
            <Icon name="eye" />
            Only you can see this ·{' '}
            <button type="button" class="as-link" onClick={() => dropNotice(id)}>
              Dismiss message
            </button>
          </p>
        )}
      </div>
    </li>
  );
};
