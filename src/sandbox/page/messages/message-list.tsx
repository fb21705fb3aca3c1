import { Fragment, type JSX, type TargetedKeyboardEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { type Message, type Notice, useSelected } from '../state/store.ts';
import { channelOf } from '../state/world.ts';
import { MessageView, NoticeView } from './message.tsx';
import { isForum, Posts } from './posts.tsx';
import { useFollowing } from './use-following.ts';
import { Welcome } from './welcome.tsx';

/** Messages of one author within this time are drawn together. */
const TOGETHER_MS = 7 * 60_000;

/** The channel's messages, the newest last. Notices of this page are between them, by time. */
export const MessageList = (): JSX.Element => {
  const messages = useSelected((state) => state.messages);
  const channelId = useSelected((state) => state.channelId);
  const channel = useSelected((state) => channelOf(state.world, state.channelId));
  const personId = useSelected((state) => state.personId);
  const sends = useSelected((state) => state.sends);
  const notices = useSelected((state) => state.notices).filter(
    (one) => one.channelId === channelId && one.personId === personId,
  );
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLOListElement>(null);
  const { isAway, toEnd } = useFollowing(scroller, content, [channelId, personId, sends]);
  const byMessage = noticesByMessage(messages ?? [], notices);
  return (
    <div class="messages-frame">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach a list that scrolls */}
      <section class="messages" id="messages" ref={scroller} aria-label="Messages" tabIndex={0} onKeyDown={moveAmong}>
        <ol ref={content}>
          {channel && isForum(channel) ? <Posts of={channel} /> : <Welcome isEmpty={messages?.length === 0} />}
          <Notices of={byMessage.get(undefined)} />
          {messages?.map((message, index) => {
            const before = messages[index - 1];
            const isAfterNotice = before !== undefined && byMessage.has(before.id);
            return (
              <Fragment key={message.id}>
                <MessageView message={message} isContinued={!isAfterNotice && isContinued(before, message)} />
                <Notices of={byMessage.get(message.id)} />
              </Fragment>
            );
          })}
        </ol>
      </section>
      {isAway && (
        <button type="button" class="to-newest" onClick={toEnd}>
          Jump to the newest message
          <Icon name="down" />
        </button>
      )}
    </div>
  );
};

const Notices = ({ of: notices }: { of: Notice[] | undefined }): JSX.Element => (
  <>
    {notices?.map((notice) => (
      <NoticeView key={notice.id} notice={notice} />
    ))}
  </>
);

/**
 * The notices by the message that they follow: the newest at their time that is still there. Undefined means the start.
 */
const noticesByMessage = (messages: Message[], notices: Notice[]): Map<string | undefined, Notice[]> =>
  Map.groupBy(
    notices,
    ({ afterId }) => messages.findLast(({ id }) => afterId !== null && BigInt(id) <= BigInt(afterId))?.id,
  );

const isContinued = (before: Message | undefined, message: Message): boolean =>
  before !== undefined &&
  before.author.id === message.author.id &&
  before.sandbox.ephemeral === message.sandbox.ephemeral &&
  !message.interaction &&
  !message.message_reference &&
  Date.parse(message.timestamp) - Date.parse(before.timestamp) < TOGETHER_MS;

/** The up and down keys move the focus between messages. */
const moveAmong = (event: TargetedKeyboardEvent<HTMLElement>): void => {
  const focused = document.activeElement;
  const isOnMessage = focused === event.currentTarget || focused?.classList.contains('message');
  if (!isOnMessage || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('.message')];
  const at = items.findIndex((item) => item.isSameNode(focused));
  const next = event.key === 'ArrowUp' ? (at === -1 ? items.length - 1 : at - 1) : at + 1;
  event.preventDefault();
  items[Math.max(0, next)]?.focus();
};
