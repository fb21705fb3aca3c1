import type { JSX } from 'preact';
import type { ChannelCard } from '../../playground/protocol.ts';
import { Icon } from '../parts/icon.tsx';
import { goTo } from '../state/live.ts';
import { useSelected } from '../state/store.ts';
import { guildOf, titleOf } from '../state/world.ts';

export const isForum = (channel: ChannelCard | undefined): boolean => channel?.type === 15 || channel?.type === 16;

/** A forum's posts, the newest first. A forum has no messages of its own. */
export const Posts = ({ of: forum }: { of: ChannelCard }): JSX.Element => {
  const guild = useSelected((state) => guildOf(state.world, forum.id));
  const posts = guild?.channels.filter(({ parentId }) => parentId === forum.id) ?? [];
  return (
    <li class="welcome">
      <h2>{titleOf(forum)}</h2>
      <p>{posts.length === 0 ? 'No posts yet.' : 'Each post is a thread. Choose one to open it.'}</p>
      <div class="posts">
        {posts.toReversed().map(({ id, name, tags, archived, picture }) => (
          <button key={id} type="button" class="post" onClick={() => goTo(id)}>
            {picture ? <img src={picture.url} alt="" /> : <Icon name="thread" />}
            <strong>{name}</strong>
            <span>{[...tags, ...(archived ? ['archived'] : [])].join(' · ')}</span>
          </button>
        ))}
      </div>
    </li>
  );
};
