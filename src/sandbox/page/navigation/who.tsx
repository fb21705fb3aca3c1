import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Avatar } from '../parts/avatar.tsx';
import { Icon } from '../parts/icon.tsx';
import { moveFocus, Popover } from '../parts/popover.tsx';
import { become } from '../state/live.ts';
import { useSelected } from '../state/store.ts';
import { guildOf, personOf, rankOf, roleWordsOf } from '../state/world.ts';

/** The current person, and a list of people to switch to. */
export const Who = (): JSX.Element => {
  const [isOpen, setOpen] = useState(false);
  const world = useSelected((state) => state.world);
  const personId = useSelected((state) => state.personId);
  const channelId = useSelected((state) => state.channelId);
  const guild = guildOf(world, channelId) ?? world?.guilds[0];
  const part = (id: string): string => (world ? roleWordsOf(world, guild, id) : '');
  const people = world?.people.filter(({ isBot }) => !isBot) ?? [];
  const isHere = (id: string): boolean => guild?.members.some(({ userId }) => userId === id) ?? true;
  const here = people.filter(({ id }) => isHere(id)).toSorted((a, b) => rankOf(guild, a.id) - rankOf(guild, b.id));
  const away = people.filter(({ id }) => !isHere(id));
  const homeOf = (id: string): string =>
    world?.guilds.find(({ members }) => members.some(({ userId }) => userId === id))?.name ?? 'another server';
  const choose = (id: string): void => {
    setOpen(false);
    become(id);
  };
  return (
    <div class="who">
      <button
        type="button"
        class="who-button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={`You are ${personOf(world, personId)?.name ?? ''}, ${part(personId)}. Become someone else`}
        onClick={() => setOpen(!isOpen)}
      >
        <Avatar userId={personId} />
        <span class="who-name">
          {personOf(world, personId)?.name} <small>{part(personId)}</small>
        </span>
        <Icon name="down" />
      </button>
      {isOpen && (
        <Popover class="menu who-menu" onClose={() => setOpen(false)}>
          <div role="menu" aria-label="Who you are" onKeyDown={moveFocus}>
            <p class="menu-title">Become</p>
            {here.map(({ id }) => (
              <WhoLine key={id} id={id} part={part(id)} onChoose={choose} />
            ))}
            {away.length > 0 && <p class="menu-title">Not in {guild?.name}</p>}
            {away.map(({ id }) => (
              <WhoLine key={id} id={id} part={`In ${homeOf(id)}`} onChoose={choose} />
            ))}
          </div>
        </Popover>
      )}
    </div>
  );
};

const WhoLine = (props: { id: string; part: string; onChoose: (id: string) => void }): JSX.Element => {
  const { id, part, onChoose } = props;
  const world = useSelected((state) => state.world);
  const personId = useSelected((state) => state.personId);
  return (
    <button
      type="button"
      role="menuitemradio"
      class="menu-item"
      aria-checked={id === personId}
      onClick={() => onChoose(id)}
    >
      <Avatar userId={id} small />
      <span class="who-name">
        {personOf(world, id)?.name} <small>{part}</small>
      </span>
      {id === personId && <Icon name="check" />}
    </button>
  );
};
