import type { JSX } from 'preact';
import { Icon } from '../parts/icon.tsx';
import { change, useSelected } from '../state/store.ts';

/** To whom the next message replies. */
export const ReplyBar = (): JSX.Element | null => {
  const target = useSelected((state) => state.messages?.find(({ id }) => id === state.replyTo));
  if (!target) return null;
  return (
    <p class="reply-bar">
      Replying to <strong>{target.author.global_name ?? target.author.username}</strong>
      <button type="button" class="plain" aria-label="Do not reply" onClick={() => change({ replyTo: null })}>
        <Icon name="close" />
      </button>
    </p>
  );
};
