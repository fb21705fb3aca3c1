import type { APIButtonComponent } from 'discord-api-types/v10';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon, type IconName } from '../parts/icon.tsx';
import { act, showReply } from '../state/act.ts';
import type { Message } from '../state/store.ts';

const STYLES: Record<number, string> = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'secondary' };

/** Emoji that every browser should show alike, and what screen readers call them. */
const SIGNS: Record<string, { icon: IconName; name: string }> = {
  '🖼️': { icon: 'picture', name: 'Picture' },
  '🎞️': { icon: 'clip', name: 'Clip' },
};

/** A button of a message. It waits until the bot answers, like Discord's. */
export const Button = (props: {
  part: Exclude<APIButtonComponent, { sku_id: string }>;
  message: Message;
}): JSX.Element => {
  const { part, message } = props;
  const [isWaiting, setWaiting] = useState(false);
  const sign = SIGNS[part.emoji?.name ?? ''];
  const label = sign ? part.label : [part.emoji?.name, part.label].filter(Boolean).join(' ');
  if ('url' in part) {
    return (
      <a class="button secondary" href={part.url} target="_blank" rel="noreferrer">
        {label}
        <Icon name="link" />
      </a>
    );
  }
  const press = async (): Promise<void> => {
    if (isWaiting) return;
    setWaiting(true);
    const where = { channelId: message.channel_id, messageId: message.id };
    const reply = await act({ do: 'press', ...where, customId: part.custom_id });
    setWaiting(false);
    showReply(reply);
  };
  return (
    <button
      type="button"
      class={`button ${STYLES[part.style] ?? 'secondary'} ${isWaiting ? 'waiting' : ''}`}
      disabled={part.disabled ?? false}
      aria-busy={isWaiting}
      aria-label={sign && `${sign.name} ${label}`}
      onClick={() => void press()}
    >
      {sign && <Icon name={sign.icon} />}
      {label}
    </button>
  );
};
