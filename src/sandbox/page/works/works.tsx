import type { JSX } from 'preact';
import { Icon } from '../parts/icon.tsx';
import { openWorks } from '../state/live.ts';
import { useSelected } from '../state/store.ts';
import { BotWorks } from './bot.tsx';
import { Credits } from './credits.tsx';
import { FaultSwitches } from './faults.tsx';
import { Tasks } from './tasks.tsx';

/** What works behind the page: the service, the bot's process, and what can be made to go wrong. */
export const Works = (): JSX.Element | null => {
  const isOpen = useSelected((state) => state.isWorksOpen);
  const works = useSelected((state) => state.works);
  if (!isOpen) return null;
  return (
    <aside class="works" aria-label="Behind the scenes">
      <header>
        <h2>Behind the scenes</h2>
        <button type="button" class="plain" aria-label="Close" onClick={() => openWorks(false)}>
          <Icon name="close" />
        </button>
      </header>
      {works && (
        <div class="works-inside">
          <Credits works={works} />
          <Tasks works={works} />
          <FaultSwitches works={works} />
          <BotWorks bots={works.bots} isHeard={works.isHeard} />
        </div>
      )}
    </aside>
  );
};
