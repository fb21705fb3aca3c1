import type { JSX } from 'preact';
import { Lightbox } from './components/lightbox.tsx';
import { ModalView } from './components/modal.tsx';
import { Composer } from './composer/composer.tsx';
import { MessageList } from './messages/message-list.tsx';
import { WorksButton } from './parts/works-button.tsx';
import { ChannelHead } from './places/channel-head.tsx';
import { Channels } from './places/channels.tsx';
import { Servers } from './places/servers.tsx';
import { change, useSelected } from './state/store.ts';
import { Works } from './works/works.tsx';

export const App = (): JSX.Element => {
  const connection = useSelected((state) => state.connection);
  const isWorksOpen = useSelected((state) => state.isWorksOpen);
  const isPlacesOpen = useSelected((state) => state.isPlacesOpen);
  const modal = useSelected((state) => state.modal);
  const openPicture = useSelected((state) => state.openPicture);
  const ended = useSelected((state) => state.works?.bots.findIndex(({ problem }) => problem !== null) ?? -1);
  const problem = useSelected((state) => state.works?.bots.find((bot) => bot.problem !== null)?.problem);
  const month = useSelected((state) => state.works?.month);
  const announcement = useSelected((state) => state.announcement);
  return (
    <div class={`app ${isWorksOpen ? 'with-works' : ''} ${isPlacesOpen ? 'with-places' : ''}`}>
      <div class="side">
        <Servers />
        <Channels />
      </div>
      {isPlacesOpen && (
        <button
          type="button"
          class="veil"
          aria-label="Close the channels"
          onClick={() => change({ isPlacesOpen: false })}
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
            <WorksButton what={{ do: 'bot', to: 'start', process: ended }}>Start the bot</WorksButton>
          </p>
        )}
        {month && (
          <p class="line-busy" role="status">
            Easel is making a month of pictures and clips: day {month.madeDays + 1} of {month.days}. Until it’s done,
            the date here is in the past.
          </p>
        )}
        <MessageList />
        <Composer />
      </main>
      <Works />
      {openPicture !== null && <Lightbox url={openPicture} />}
      {modal && <ModalView key={modal.interactionId} modal={modal} />}
      <p class="for-readers" aria-live="polite">
        {announcement}
      </p>
    </div>
  );
};
