import type { JSX } from 'preact';
import { goTo } from '../state/live.ts';
import { guildOf, isUnread } from '../state/places.ts';
import { useSelected } from '../state/store.ts';

/** The person's servers and direct messages. */
export const Servers = (): JSX.Element => {
  const world = useSelected((state) => state.world);
  const channelId = useSelected((state) => state.channelId);
  const unread = useSelected(isUnread);
  const here = guildOf(world, channelId);
  const direct = world?.direct[0];
  return (
    <nav class="servers" aria-label="Servers">
      {world?.guilds.map(({ id, name, colour, channels }) => (
        <button
          key={id}
          type="button"
          class="server"
          style={{ '--own': colour }}
          aria-current={here?.id === id ? 'true' : undefined}
          aria-label={name}
          title={name}
          onClick={() => channels[0] && here?.id !== id && goTo(channels[0].id)}
        >
          <span aria-hidden="true">{name.replace(/^The /, '').slice(0, 2)}</span>
          {here?.id !== id && channels.some((channel) => unread(channel.id)) && <i class="unread" />}
        </button>
      ))}
      {direct && (
        <button
          type="button"
          class="server direct"
          aria-current={direct.id === channelId ? 'true' : undefined}
          aria-label="Direct messages"
          title="Direct messages"
          onClick={() => goTo(direct.id)}
        >
          <span aria-hidden="true">@</span>
        </button>
      )}
    </nav>
  );
};
