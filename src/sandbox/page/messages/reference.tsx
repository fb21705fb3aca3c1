import type { APIUser } from 'discord-api-types/v10';
import type { JSX } from 'preact';
import { Avatar } from '../parts/avatar.tsx';
import { goToMessage } from '../state/live.ts';
import { getState, type Message } from '../state/store.ts';
import { guildOf, nameColour } from '../state/world.ts';

const Name = ({ user }: { user: APIUser }): JSX.Element => {
  const { world, channelId } = getState();
  return (
    <span class="name" style={{ '--name': nameColour(guildOf(world, channelId), user.id) }}>
      {user.global_name ?? user.username}
    </span>
  );
};

/** "Mira used /image" above the bot's answer. */
export const AnsweredCommand = ({ message }: { message: Message }): JSX.Element | null => {
  const { interaction } = message;
  if (!interaction) return null;
  const isTyped = message.type === 20;
  return (
    <div class="reference">
      <Avatar userId={interaction.user.id} small />
      <Name user={interaction.user} /> used{' '}
      <span class="command-name">{isTyped ? `/${interaction.name}` : interaction.name}</span>
    </div>
  );
};

/** One line for the message that this one replies to. */
export const RepliedTo = ({ message }: { message: Message }): JSX.Element | null => {
  if (!message.message_reference) return null;
  const target = message.referenced_message;
  if (!target)
    return (
      <div class="reference">
        <em>The original message was deleted</em>
      </div>
    );
  return (
    <div class="reference">
      <Avatar userId={target.author.id} small />
      <Name user={target.author} />
      <button type="button" class="as-link quiet" onClick={() => void goToMessage(message.channel_id, target.id)}>
        {target.content || 'Go to the message'}
      </button>
    </div>
  );
};
