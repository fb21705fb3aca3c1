import type { JSX } from 'preact';
import { ids } from '../../discord/world/world-ids.ts';
import { findEntry, openDraft } from '../composer/draft.ts';
import { commandsIn, Topic } from '../navigation/topic.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { goTo } from '../state/live.ts';
import { useSelected } from '../state/store.ts';
import { channelOf, guildOf, personOf, roleWordsOf, titleOf, topicOf } from '../state/world.ts';

const SAMPLES: { icon: IconName; command: string; options: Record<string, string>; title: string; about: string }[] = [
  {
    icon: 'picture',
    command: 'image',
    options: { prompt: 'a lighthouse in a storm, oil painting' },
    title: 'Make a picture',
    about: 'a lighthouse in a storm, oil painting',
  },
  {
    icon: 'bolt',
    command: 'video',
    options: { prompt: 'waves rolling onto a beach at sunset' },
    title: 'Make a clip',
    about: 'waves rolling onto a beach at sunset',
  },
  {
    icon: 'clock',
    command: 'budget',
    options: {},
    title: 'See the budget',
    about: '· how many credits are left',
  },
];

/** The start of a channel, with suggestions if the channel is empty. */
export const Welcome = ({ isEmpty }: { isEmpty: boolean }): JSX.Element => {
  const world = useSelected((state) => state.world);
  const channelId = useSelected((state) => state.channelId);
  const channel = channelOf(world, channelId);
  const parent = channelOf(world, channel?.parentId ?? null);
  const topic = topicOf(world, channel);
  const commands = useSelected((state) => state.commands);
  const workshop = world?.guilds.find(({ id }) => id === ids.workshop.guild);
  const quoted = topic === null ? [] : commandsIn(topic, commands);
  const samples = isEmpty && quoted.length === 0 ? SAMPLES : [];
  const offered = samples.flatMap(({ command, ...sample }) => {
    const entry = findEntry(commands, command);
    return entry ? [{ ...sample, entry }] : [];
  });
  return (
    <li class="welcome">
      <h2>{channel?.type === 1 ? 'Your conversation with Easel' : `Welcome to ${titleOf(channel)}`}</h2>
      {parent && <p>A thread in {titleOf(parent)}.</p>}
      {topic && <Topic text={topic} />}
      <p>
        This is a copy of Discord on your own machine. Easel is the real bot, but the pictures come from this machine
        instead of the paid service.{' '}
        {channel?.type === 1 ? (
          'Easel works in servers. Here it has only /credits, for the operator.'
        ) : (
          <>
            Type <kbd>/</kbd> to see what it can do{offered.length > 0 ? ', or start with one of these:' : '.'}
          </>
        )}
      </p>
      <YouAre />
      {offered.length > 0 && (
        <div class="samples">
          {offered.map(({ icon, entry, options, title, about }) => (
            <button key={entry.title} type="button" class="sample" onClick={() => openDraft(entry, options)}>
              <Icon name={icon} />
              <strong>{title}</strong>
              <span>
                /{entry.title} {about}
              </span>
            </button>
          ))}
          {workshop && guildOf(world, channelId) !== workshop && (
            <button type="button" class="sample" onClick={() => workshop.channels[0] && goTo(workshop.channels[0].id)}>
              <Icon name="eye" />
              <strong>Moderate</strong>
              <span>{workshop.name} has a channel for each way of moderating</span>
            </button>
          )}
        </div>
      )}
      {offered.length > 0 && <PaintedSubjects />}
    </li>
  );
};

/** Who the visitor is, and what is worth trying besides making pictures. */
const YouAre = (): JSX.Element => {
  const world = useSelected((state) => state.world);
  const personId = useSelected((state) => state.personId);
  const channelId = useSelected((state) => state.channelId);
  const role = world ? roleWordsOf(world, guildOf(world, channelId) ?? world.guilds[0], personId) : '';
  return (
    <p class="you-are">
      You are <strong>{personOf(world, personId)?.name}</strong> ({role}). Become a moderator, a manager or the operator
      at the bottom left. To see Easel recover, break something under <strong>Behind the scenes</strong>: a slow
      service, a bad key, a bot that is killed while it works.
    </p>
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
