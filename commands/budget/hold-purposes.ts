import type { Hold } from '../../src/budget/account/account.ts';
import { holdOf } from '../../src/moderation/requests/request.ts';
import { potParts } from '../../src/moderation/rounds/round.ts';
import type { HeldByPurpose } from '../../src/texts/en-budget.ts';
import type { Needs } from '../support/context.ts';

type Known = Needs<'moderation' | 'rounds'>;

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** The purposes of one server's holds in a period. */
export function heldByPurpose(holds: readonly Hold[], periodKey: string, { moderation, rounds }: Known): HeldByPurpose {
  const undecided = new Set(moderation.requests.undecided().map(({ id }) => id));
  const pots = new Set(rounds.undecided().flatMap((round) => potParts(round).map(({ jobId }) => jobId)));
  const kindOf = ({ unconfirmed, jobId }: Hold): keyof HeldByPurpose => {
    if (unconfirmed) return 'unconfirmed';
    if (undecided.has(jobId)) return 'undecided';
    return pots.has(jobId) ? 'rounds' : 'making';
  };
  const held: HeldByPurpose = { making: 0, undecided: 0, rounds: 0, unconfirmed: 0 };
  for (const hold of holds) if (hold.periodKey === periodKey) held[kindOf(hold)] += hold.credits;
  return held;
}

/** Credits that wait for people in all servers, including those of other processes. */
export async function heldForDecisions({
  moderation,
  rounds,
}: Known): Promise<Pick<HeldByPurpose, 'undecided' | 'rounds'>> {
  const quotes = (tasks: readonly { quoteCredits: number }[]): number =>
    sum(tasks.map(({ quoteCredits }) => quoteCredits));
  const [waiting, running] = await Promise.all([moderation.requests.undecidedAnywhere(), rounds.undecidedAnywhere()]);
  return {
    undecided: sum(waiting.map((request) => quotes(holdOf(request).tasks))),
    rounds: sum(running.map((round) => quotes(potParts(round)))),
  };
}
