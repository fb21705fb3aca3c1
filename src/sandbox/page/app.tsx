import type { JSX } from 'preact';
import { Backstage } from './backstage/backstage.tsx';
import { BackstageButton } from './backstage/backstage-button.tsx';
import { Lightbox } from './components/lightbox.tsx';
import { ModalView } from './components/modal.tsx';
import { Composer } from './composer/composer.tsx';
import { MessageList } from './messages/message-list.tsx';
import { Tour } from './messages/tour.tsx';
import { ChannelHead } from './navigation/channel-head.tsx';
import { Channels } from './navigation/channels.tsx';
import { Servers } from './navigation/servers.tsx';
import { change, useSelected } from './state/store.ts';

export const App = (): JSX.Element => {
  const connection = useSelected((state) => state.connection);
  const isBackstageOpen = useSelected((state) => state.isBackstageOpen);
  const isSidebarOpen = useSelected((state) => state.isSidebarOpen);
  const modal = useSelected((state) => state.modal);
  const openPicture = useSelected((state) => state.openPicture);
  const ended = useSelected((state) => state.backstage?.bots.findIndex(({ problem }) => problem !== null) ?? -1);
  const problem = useSelected((state) => state.backstage?.bots.find((bot) => bot.problem !== null)?.problem);
  const announcement = useSelected((state) => state.announcement);
  const resultAnnouncement = useSelected((state) => state.resultAnnouncement);
  return (
    <div class={`app ${isBackstageOpen ? 'with-backstage' : ''} ${isSidebarOpen ? 'with-sidebar' : ''}`}>
      <button type="button" class="skip" onClick={() => document.getElementById('messages')?.focus()}>
        Skip to the messages
      </button>
      <div class="side">
        <Servers />
        <Channels />
      </div>
      {isSidebarOpen && (
        <button
          type="button"
          class="veil"
          aria-label="Close the channels"
          onClick={() => change({ isSidebarOpen: false })}
        />
      )}
      <main class="channel">
        <ChannelHead />
        {connection === 'lost' && (
          <p class="line-lost" role="alert">
            The playground has stopped. This page comes back when it runs again.
          </p>
        )}
        {problem && (
          <p class="line-lost" role="alert">
            {problem}
            <BackstageButton what={{ do: 'bot', to: 'start', process: ended }}>Start the bot</BackstageButton>
          </p>
        )}
        <Tour />
        <MessageList />
        <Composer />
      </main>
      <Backstage />
      {openPicture !== null && <Lightbox url={openPicture} />}
      {modal && <ModalView key={modal.interactionId} modal={modal} />}
      <p class="for-readers" aria-live="polite">
        {announcement}
      </p>
      <p class="for-readers" aria-live="polite">
        {resultAnnouncement}
      </p>
    </div>
  );
};
