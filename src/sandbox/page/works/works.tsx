import type { JSX } from 'preact';
import type { WorksView } from '../../playground/protocol.ts';
import { IconButton } from '../parts/icon.tsx';
import { doWorks } from '../state/act.ts';
import { openWorks } from '../state/live.ts';
import { guildOf } from '../state/places.ts';
import { useSelected } from '../state/store.ts';
import { BotWorks } from './bot.tsx';
import { FaultSwitches } from './faults.tsx';
import { Tasks } from './tasks.tsx';

/** The panel "Behind the scenes": the service, the bot's processes, and what can be made to go wrong. */
export const Works = (): JSX.Element | null => {
  const isOpen = useSelected((state) => state.isWorksOpen);
  const works = useSelected((state) => state.works);
  if (!isOpen) return null;
  return (
    <aside class="works" aria-label="Behind the scenes">
      <header>
        <h2>Behind the scenes</h2>
        <IconButton icon="close" label="Close" onClick={() => openWorks(false)} />
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

const number = new Intl.NumberFormat('en');
const TOP_UP = 10_000;

/** Credits at the service and in the server's account. */
const Credits = ({ works: { account, serviceCredits } }: { works: WorksView }): JSX.Element => {
  const guild = useSelected((state) => guildOf(state.world, state.channelId));
  const isEmpty = serviceCredits === 0;
  const share = (credits: number): string => `${account ? (100 * credits) / Math.max(1, account.budgetCredits) : 0}%`;
  return (
    <section aria-labelledby="credits-title">
      <h3 id="credits-title">Credits</h3>
      <dl class="facts">
        <dt>At the service</dt>
        <dd>
          {number.format(serviceCredits)}
          <button
            type="button"
            class="as-link"
            onClick={() => void doWorks({ do: 'service-credits', credits: isEmpty ? TOP_UP : 0 })}
          >
            {isEmpty ? 'Top up' : 'Use all up'}
          </button>
        </dd>
        {account && (
          <>
            <dt>{guild?.name ?? 'This server'}</dt>
            <dd>
              {number.format(account.leftCredits)} left of {number.format(account.budgetCredits)}
            </dd>
          </>
        )}
      </dl>
      {account && (
        <>
          <div class="meter" role="img" aria-label={`${account.spentCredits} spent, ${account.heldCredits} held`}>
            <i class="spent" style={{ width: share(account.spentCredits) }} />
            <i class="held" style={{ width: share(account.heldCredits) }} />
          </div>
          <p class="legend">
            <span class="spent">{number.format(account.spentCredits)} spent</span>
            <span class="held">{number.format(account.heldCredits)} held</span>
          </p>
        </>
      )}
    </section>
  );
};
