import type { JSX } from 'preact';
import type { WorksView } from '../../playground/protocol.ts';
import { doWorks } from '../state/act.ts';
import { guildOf } from '../state/places.ts';
import { useSelected } from '../state/store.ts';

const number = new Intl.NumberFormat('en');
const TOP_UP = 10_000;

/** Credits at the service and in the server's account. */
export const Credits = ({ works }: { works: WorksView }): JSX.Element => {
  const guild = useSelected((state) => guildOf(state.world, state.channelId));
  const { account, serviceCredits } = works;
  const share = (credits: number): string => `${account ? (100 * credits) / Math.max(1, account.budgetCredits) : 0}%`;
  return (
    <section aria-labelledby="credits-title">
      <h3 id="credits-title">Credits</h3>
      <dl class="facts">
        <dt>At the service</dt>
        <dd>
          {number.format(serviceCredits)}
          {serviceCredits === 0 ? (
            <button
              type="button"
              class="as-link"
              onClick={() => void doWorks({ do: 'service-credits', credits: TOP_UP })}
            >
              Fill up
            </button>
          ) : (
            <button type="button" class="as-link" onClick={() => void doWorks({ do: 'service-credits', credits: 0 })}>
              Empty it
            </button>
          )}
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
