import type { JSX } from 'preact';
import type { GuildCard } from '../../playground/protocol.ts';
import { goTo } from '../state/live.ts';
import { useSelected } from '../state/store.ts';
import { guildOf, isUnread } from '../state/world.ts';

/** The person's servers and direct messages. */
export const Servers = (): JSX.Element => {
  const world = useSelected((state) => state.world);
  const channelId = useSelected((state) => state.channelId);
  const here = guildOf(world, channelId);
  const direct = world?.direct[0];
  return (
    <nav class="servers" aria-label="Servers">
      {world?.guilds.map((guild) => (
        <Server key={guild.id} guild={guild} isHere={guild === here} />
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

/** A part of the name, so that what the button shows is what it is called. */
const shortNameOf = (name: string): string => name.replace(/^The /, '').split(' ', 1).join().slice(0, SHORT_NAME);
const SHORT_NAME = 8;

const Server = ({ guild, isHere }: { guild: GuildCard; isHere: boolean }): JSX.Element => {
  const { id, name, colour, channels } = guild;
  const isNew = useSelected((state) => {
    const now = state.world?.guilds.find((one) => one.id === id);
    return now?.channels.some((channel) => isUnread(state, channel.id)) ?? false;
  });
  return (
    <button
      type="button"
      class="server"
      style={{ '--own': colour }}
      aria-current={isHere ? 'true' : undefined}
      aria-label={name}
      title={name}
      onClick={() => channels[0] && !isHere && goTo(channels[0].id)}
    >
      {shortNameOf(name)}
      {!isHere && isNew && <i class="unread" />}
    </button>
  );
};
