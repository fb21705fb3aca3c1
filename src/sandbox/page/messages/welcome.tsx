import type { JSX } from 'preact';
import { findEntry, openDraft } from '../composer/draft.ts';
import { Topic } from '../navigation/topic.tsx';
import { useSelected } from '../state/store.ts';
import { channelOf, titleOf, topicOf } from '../state/world.ts';
import { Introduction, useTour } from './tour.tsx';

/** The start of a channel. If it is empty, with what the painter knows. */
export const Welcome = ({ isEmpty }: { isEmpty: boolean }): JSX.Element => {
  const world = useSelected((state) => state.world);
  const channelId = useSelected((state) => state.channelId);
  const channel = channelOf(world, channelId);
  const parent = channelOf(world, channel?.parentId ?? null);
  const topic = topicOf(world, channel);
  const tour = useTour();
  const isDirect = channel?.type === 1;
  return (
    <li class="welcome">
      <h2>{isDirect ? 'Your conversation with Easel' : `Welcome to ${titleOf(channel)}`}</h2>
      {parent && <p>A thread in {titleOf(parent)}.</p>}
      {topic && <Topic text={topic} />}
      {!tour && <Introduction />}
      {isDirect ? (
        <p>Easel works in servers. Here it has only /credits, for the operator.</p>
      ) : (
        <p>
          Type <kbd>/</kbd> to see what Easel can do.
        </p>
      )}
      {isEmpty && tour && <PaintedSubjects />}
    </li>
  );
};

/** What the painter knows, each as the start of a prompt. */
const PaintedSubjects = (): JSX.Element | null => {
  const subjects = useSelected((state) => state.backstage?.paintedSubjects);
  const entry = findEntry(
    useSelected((state) => state.commands),
    'image',
  );
  if (!subjects || !entry) return null;
  return (
    <p class="painted">
      This machine’s painter knows{' '}
      {subjects.map((subject) => (
        <button
          key={subject}
          type="button"
          class="more-option"
          onClick={() => openDraft(entry, { prompt: `${/^[aeiou]/.test(subject) ? 'an' : 'a'} ${subject} ` })}
        >
          {subject}
        </button>
      ))}
    </p>
  );
};
