import type { JSX } from 'preact';
import type { ChannelCard } from '../../playground/protocol.ts';
import { Icon } from '../parts/icon.tsx';
import { goTo } from '../state/live.ts';
import { guildOf, titleOf } from '../state/places.ts';
import { useSelected } from '../state/store.ts';

export const isForum = (channel: ChannelCard | undefined): boolean => channel?.type === 15 || channel?.type === 16;

/** What a forum has in the place of messages: its posts, the newest first. */
export const Posts = ({ of: forum }: { of: ChannelCard }): JSX.Element => {
  const guild = useSelected((state) => guildOf(state.world, forum.id));
  const posts = guild?.channels.filter(({ parentId }) => parentId === forum.id) ?? [];
  return (
    <li class="welcome">
      <h2>{titleOf(forum)}</h2>
      <p>
        {posts.length === 0 ? 'There are no posts here yet.' : 'Each post is a thread; choose one to look into it.'}
      </p>
      <div class="samples">
        {posts.toReversed().map(({ id, name, tags, archived, picture }) => (
          <button key={id} type="button" class="sample post" onClick={() => goTo(id)}>
            {picture ? <img src={picture.url} alt="" /> : <Icon name="thread" />}
            <strong>{name}</strong>
            <span>{[...tags, ...(archived ? ['archived'] : [])].join(' · ')}</span>
          </button>
        ))}
      </div>
    </li>
  );
};
