import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useSelected } from '../state/store.ts';
import type { Message } from '../wire.ts';
import { MessageView } from './message.tsx';
import { NoticeView } from './notices.tsx';
import { Welcome } from './welcome.tsx';

/** Messages of one author within this time are drawn together. */
const TOGETHER_MS = 7 * 60_000;
/** So close to its end, the list follows new messages. */
const NEAR_END_PX = 160;

/** The channel's messages, the newest at the end. */
export const MessageList = (): JSX.Element => {
  const messages = useSelected((state) => state.messages);
  const channelId = useSelected((state) => state.channelId);
  const notices = useSelected((state) => state.notices).filter((one) => one.channelId === channelId);
  const personId = useSelected((state) => state.personId);
  const sends = useSelected((state) => state.sends);
  const list = useRef<HTMLOListElement>(null);
  useFollowing(list, [messages, notices.length], [channelId, personId, sends]);
  const own = notices.filter((one) => one.personId === personId);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reached by keys
    <ol class="messages" ref={list} aria-label="Messages" tabIndex={0} onKeyDown={moveAmong}>
      <Welcome isEmpty={messages?.length === 0} />
      {messages?.map((message, index) => (
        <MessageView key={message.id} message={message} isContinued={isContinued(messages[index - 1], message)} />
      ))}
      {own.map((notice) => (
        <NoticeView key={notice.id} notice={notice} />
      ))}
    </ol>
  );
};

const isContinued = (before: Message | undefined, message: Message): boolean =>
  before !== undefined &&
  before.author.id === message.author.id &&
  before.sandbox.ephemeral === message.sandbox.ephemeral &&
  !message.interaction &&
  !message.message_reference &&
  Date.parse(message.timestamp) - Date.parse(before.timestamp) < TOGETHER_MS;

/** Keeps the end in view while one is near it, also when pictures arrive. */
const useFollowing = (
  list: { current: HTMLOListElement | null },
  causes: unknown[],
  /** Changes of these go to the end, wherever one was. */
  moves: unknown[],
): void => {
  const follows = useRef(true);
  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const onScroll = (): void => {
      follows.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX;
    };
    const toEnd = (): void => {
      if (follows.current) element.scrollTop = element.scrollHeight;
    };
    const sizes = new ResizeObserver(toEnd);
    sizes.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    element.addEventListener('load', toEnd, true);
    element.addEventListener('loadedmetadata', toEnd, true);
    return () => sizes.disconnect();
  }, []);
  useLayoutEffect(() => {
    follows.current = true;
  }, moves);
  useLayoutEffect(() => {
    const element = list.current;
    if (element && follows.current) element.scrollTop = element.scrollHeight;
  }, causes);
};

/** Up and down move the focus from message to message. */
const moveAmong = (event: TargetedKeyboardEvent<HTMLOListElement>): void => {
  const focused = document.activeElement;
  const isOnMessage = focused === event.currentTarget || focused?.classList.contains('message');
  if (!isOnMessage || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('.message')];
  const at = items.findIndex((item) => item.isSameNode(focused));
  const next = event.key === 'ArrowUp' ? (at === -1 ? items.length - 1 : at - 1) : at + 1;
  event.preventDefault();
  items[Math.max(0, next)]?.focus();
};
