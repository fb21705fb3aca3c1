import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { BotCard, ChannelCard } from '../../playground/protocol.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { Popover } from '../parts/popover.tsx';
import { openWorks } from '../state/live.ts';
import { useNow } from '../state/now.ts';
import { channelOf, topicOf } from '../state/places.ts';
import { change, useSelected } from '../state/store.ts';
import { type Theme, useTheme } from '../state/theme.ts';
import { plainText } from '../text/plain-text.ts';
import { channelIcon } from './channels.tsx';
import { Topic } from './topic.tsx';

const NEXT_THEME: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };
const THEME_ICONS: Record<Theme, IconName> = { system: 'system', light: 'sun', dark: 'moon' };

/** The name of the channel, and the switches of the page. */
export const ChannelHead = (): JSX.Element => {
  const channel = useSelected((state) => channelOf(state.world, state.channelId));
  const isWorksOpen = useSelected((state) => state.isWorksOpen);
  const isPlacesOpen = useSelected((state) => state.isPlacesOpen);
  const works = useSelected((state) => state.works);
  const [theme, setTheme] = useTheme();
  return (
    <header class="channel-head">
      <button
        type="button"
        class="plain places-switch"
        aria-label="Channels and people"
        aria-expanded={isPlacesOpen}
        onClick={() => change({ isPlacesOpen: !isPlacesOpen })}
      >
        <Icon name="menu" />
      </button>
      {channel && <Icon name={channelIcon(channel)} />}
      <h2>{channel?.name}</h2>
      <TopicLine key={channel?.id} channel={channel} />
      <span class="head-end">
        {works && !works.isHeard && (
          <span class="bot-away" role="status">
            {awayText(works.bots)}
          </span>
        )}
        <button
          type="button"
          class="plain"
          aria-label={`Colours: ${theme}. Change them`}
          title={`Colours: ${theme}`}
          onClick={() => setTheme(NEXT_THEME[theme])}
        >
          <Icon name={THEME_ICONS[theme]} />
        </button>
        <button
          type="button"
          class="plain works-switch"
          aria-label="Behind the scenes"
          title="Behind the scenes"
          aria-pressed={isWorksOpen}
          onClick={() => openWorks(!isWorksOpen)}
        >
          <Icon name="works" />
          <span>Behind the scenes</span>
        </button>
      </span>
    </header>
  );
};

const awayText = (bots: BotCard[]): string => {
  if (bots.every(({ state }) => state === 'stopped')) return 'Easel is not running';
  return bots.length === 1 ? 'Easel is connecting…' : 'Easel is away here';
};

/** The beginning of the topic; all of it where it is pressed. */
const TopicLine = ({ channel }: { channel: ChannelCard | undefined }): JSX.Element | null => {
  const [isOpen, setOpen] = useState(false);
  const now = useNow();
  const world = useSelected((state) => state.world);
  const text = useSelected((state) => topicOf(state.world, channelOf(state.world, state.channelId)));
  if (!channel || !text) return null;
  return (
    <div class="topic">
      <button
        type="button"
        class="topic-line"
        aria-expanded={isOpen}
        title="Read all of it"
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="info" />
        <b class="for-readers">Topic of {channel.name}: </b>
        <span>{plainText(text, world, now)}</span>
      </button>
      {isOpen && (
        <Popover class="topic-popover" onClose={() => setOpen(false)}>
          <Topic text={text} onChoose={() => setOpen(false)} />
        </Popover>
      )}
    </div>
  );
};
