import type { JSX } from 'preact';
import type { ChannelCard } from '../../playground/protocol.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { goTo } from '../state/live.ts';
import { useSelected } from '../state/store.ts';
import { guildOf, isUnread } from '../state/world.ts';
import { Who } from './who.tsx';

/** The server's channels and, below them, the current person. */
export const Channels = (): JSX.Element => {
  const world = useSelected((state) => state.world);
  const channelId = useSelected((state) => state.channelId);
  const guild = guildOf(world, channelId);
  const channels = guild?.channels ?? world?.direct ?? [];
  return (
    <div class="channels">
      <h1 class="server-name">{guild?.name ?? 'Direct messages'}</h1>
      <nav aria-label="Channels">
        {channels.map((channel) => (
          <ChannelLine key={channel.id} channel={channel} isHere={channel.id === channelId} />
        ))}
      </nav>
      <Who />
    </div>
  );
};

export const channelIcon = ({ type, ageRestricted, botShutOut }: ChannelCard): IconName => {
  if (type === 1) return 'at';
  if (type === 11 || type === 12) return 'thread';
  if (botShutOut) return 'lock';
  return ageRestricted ? 'alert' : 'hash';
};

const ChannelLine = ({ channel, isHere }: { channel: ChannelCard; isHere: boolean }): JSX.Element => {
  const isUnseen = useSelected((state) => isUnread(state, channel.id));
  const isPinged = useSelected((state) => state.pinged.includes(state.latest[channel.id] ?? ''));
  const isNew = !isHere && isUnseen;
  const notes = [
    ...(channel.ageRestricted ? ['age-restricted'] : []),
    ...(channel.botShutOut ? ['hidden from Easel'] : []),
    ...(channel.archived ? ['archived'] : []),
    ...(isNew ? ['new messages'] : []),
  ];
  return (
    <button
      type="button"
      class={`channel-line ${channel.parentId ? 'in-thread' : ''} ${isNew ? 'new' : ''}`}
      aria-current={isHere ? 'page' : undefined}
      aria-label={[channel.name, ...notes].join(', ')}
      title={notes.join(', ')}
      onClick={() => goTo(channel.id)}
    >
      <Icon name={channelIcon(channel)} />
      <span>{channel.name}</span>
      {isNew && isPinged && (
        <b class="badge" aria-hidden="true">
          1
        </b>
      )}
    </button>
  );
};
