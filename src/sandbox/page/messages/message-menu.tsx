import type { JSX } from 'preact';
import { Icon, IconButton, type IconName } from '../parts/icon.tsx';
import { moveFocus, Popover } from '../parts/popover.tsx';
import { act, showReply } from '../state/act.ts';
import { change, type Message, useSelected } from '../state/store.ts';
import { channelOf } from '../state/world.ts';

/** The menu of a message: reply, copy its ID, delete, and the bot's commands for messages ("Apps"). */
export const MessageMenu = (props: {
  message: Message;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
}): JSX.Element => {
  const { message, isOpen, setOpen } = props;
  return (
    <div class={`message-tools ${isOpen ? 'open' : ''}`}>
      <IconButton
        icon="more"
        label="Message menu"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <>
          <button type="button" class="veil" aria-label="Close the menu" onClick={() => setOpen(false)} />
          <Popover class="menu" onClose={() => setOpen(false)}>
            <Entries message={message} close={() => setOpen(false)} />
          </Popover>
        </>
      )}
    </div>
  );
};

const Entries = ({ message, close }: { message: Message; close: () => void }): JSX.Element => {
  const channelId = message.channel_id;
  const channel = useSelected((state) => channelOf(state.world, channelId));
  const personId = useSelected((state) => state.personId);
  const commands = useSelected((state) => state.commands).filter(({ type }) => type === 3);
  const mayDelete = message.author.id === personId || message.sandbox.ephemeral || channel?.mayManageMessages === true;
  const run = async (what: Record<string, unknown>, command?: string): Promise<void> => {
    close();
    showReply(await act({ channelId, ...what }), command);
  };
  const reply = (): void => {
    close();
    change({ replyTo: message.id });
  };
  return (
    <div role="menu" aria-label="Message" onKeyDown={moveFocus}>
      {channel?.mayPost && !message.sandbox.ephemeral && <Entry icon="reply" text="Reply" onPress={reply} />}
      <Entry
        icon="copy"
        text="Copy message ID"
        onPress={() => {
          close();
          void navigator.clipboard?.writeText(message.id);
        }}
      />
      {mayDelete && (
        <Entry
          icon="trash"
          text={message.sandbox.ephemeral ? 'Dismiss message' : 'Delete message'}
          onPress={() => void run({ do: 'delete', messageId: message.id })}
        />
      )}
      {commands.length > 0 && <p class="menu-title">Apps</p>}
      {commands.map(({ id, name }) => (
        <Entry
          key={id}
          icon="bolt"
          text={name}
          onPress={() => void run({ do: 'menu', name, targetId: message.id }, name)}
        />
      ))}
    </div>
  );
};

const Entry = (props: { icon: IconName; text: string; onPress: () => void }): JSX.Element => (
  <button type="button" role="menuitem" class="menu-item" onClick={props.onPress}>
    {props.text}
    <Icon name={props.icon} />
  </button>
);
