import type { JSX } from 'preact';
import type { BackstageView } from '../../playground/protocol.ts';
import { IconButton } from '../parts/icon.tsx';
import { actBackstage } from '../state/act.ts';
import { openBackstage } from '../state/live.ts';
import { useSelected } from '../state/store.ts';
import { guildOf } from '../state/world.ts';
import { BotProcesses } from './bot.tsx';
import { FaultSwitches } from './faults.tsx';
import { Tasks } from './tasks.tsx';

/** The panel "Behind the scenes": the service, the bot's processes, and what can be made to go wrong. */
export const Backstage = (): JSX.Element | null => {
  const isOpen = useSelected((state) => state.isBackstageOpen);
  const backstage = useSelected((state) => state.backstage);
  if (!isOpen) return null;
  return (
    <aside class="backstage" aria-label="Behind the scenes">
      <header>
        <h2>Behind the scenes</h2>
        <IconButton icon="close" label="Close" onClick={() => openBackstage(false)} />
      </header>
      {backstage && (
        <div class="backstage-inside">
          <Credits backstage={backstage} />
          <Tasks backstage={backstage} />
          <FaultSwitches backstage={backstage} />
          <BotProcesses bots={backstage.bots} isHeard={backstage.isHeard} />
        </div>
      )}
    </aside>
  );
};

const number = new Intl.NumberFormat('en');
const TOP_UP = 10_000;

/** Credits at the service and in the server's account. */
const Credits = ({ backstage: { account, serviceCredits } }: { backstage: BackstageView }): JSX.Element => {
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
            onClick={() => void actBackstage({ do: 'service-credits', credits: isEmpty ? TOP_UP : 0 })}
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
