import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { BotCard, ChannelCard } from '../../playground/protocol.ts';
import { Icon, IconButton, type IconName } from '../parts/icon.tsx';
import { Popover } from '../parts/popover.tsx';
import { openBackstage } from '../state/live.ts';
import { useNow } from '../state/now.ts';
import { change, useSelected } from '../state/store.ts';
import { channelOf, topicOf } from '../state/world.ts';
import { plainText } from '../text/plain-text.ts';
import { channelIcon } from './channels.tsx';
import { Topic } from './topic.tsx';

type Theme = 'system' | 'light' | 'dark';
const THEME_KEY = 'easel-theme';

const storedTheme = (): Theme => {
  const value = localStorage.getItem(THEME_KEY);
  return value === 'light' || value === 'dark' ? value : 'system';
};

/** The theme, stored in this browser. */
const useTheme = (): [Theme, (theme: Theme) => void] => {
  const [theme, setTheme] = useState(storedTheme);
  useEffect(() => {
    localStorage.setItem(THEME_KEY, theme);
    document.documentElement.style.colorScheme = theme === 'system' ? 'light dark' : theme;
  }, [theme]);
  return [theme, setTheme];
};

const NEXT_THEME: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };
const THEME_ICONS: Record<Theme, IconName> = { system: 'system', light: 'sun', dark: 'moon' };

/** The name of the channel, and the page's switches. */
export const ChannelHead = (): JSX.Element => {
  const channel = useSelected((state) => channelOf(state.world, state.channelId));
  const isBackstageOpen = useSelected((state) => state.isBackstageOpen);
  const isSidebarOpen = useSelected((state) => state.isSidebarOpen);
  const backstage = useSelected((state) => state.backstage);
  const [theme, setTheme] = useTheme();
  return (
    <header class="channel-head">
      <IconButton
        icon="menu"
        label="Channels and people"
        class="sidebar-switch"
        aria-expanded={isSidebarOpen}
        onClick={() => change({ isSidebarOpen: !isSidebarOpen })}
      />
      {channel && <Icon name={channelIcon(channel)} />}
      <h2>{channel?.name}</h2>
      <TopicLine key={channel?.id} channel={channel} />
      <span class="head-end">
        {backstage && !backstage.isHeard && (
          <span class="bot-away" role="status">
            {awayText(backstage.bots)}
          </span>
        )}
        <IconButton
          icon={THEME_ICONS[theme]}
          label={`Theme: ${theme}. Change it`}
          title={`Theme: ${theme}`}
          onClick={() => setTheme(NEXT_THEME[theme])}
        />
        <button
          type="button"
          class="plain backstage-switch"
          aria-label="Behind the scenes"
          title="Behind the scenes"
          aria-pressed={isBackstageOpen}
          onClick={() => openBackstage(!isBackstageOpen)}
        >
          <Icon name="backstage" />
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

/** The start of the topic. A press shows all of it. */
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
        title="Read the whole topic"
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
