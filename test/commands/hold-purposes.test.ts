import { describe, expect, it } from 'vitest';
import { heldByPurpose, heldForDecisions } from '../../commands/budget/hold-purposes.ts';
import type { Hold } from '../../src/budget/account/account.ts';
import type { Moderation } from '../../src/moderation/moderation.ts';
import { potJobId } from '../../src/moderation/rounds/round.ts';
import type { Rounds } from '../../src/moderation/rounds/rounds.ts';
import { holding } from '../budget/samples.ts';
import { sampleRequest } from '../moderation/request-samples.ts';
import { roundOf } from '../moderation/rounds-samples.ts';

const waiting = sampleRequest({ quotesCredits: [4, 4] });
const round = { ...roundOf(), winners: 2, quoteCredits: 5 };
const known = {
  moderation: {
    requests: { undecided: () => [waiting], undecidedAnywhere: async () => [waiting] },
  } as unknown as Moderation,
  rounds: { undecided: () => [round], undecidedAnywhere: async () => [round] } as unknown as Rounds,
};
const hold = (jobId: string, credits: number, more: Partial<Hold> = {}): Hold[] =>
  Array.from(holding(jobId, credits).holds.values(), (one) => ({ ...one, ...more }));

describe('held credits', () => {
  it('are sorted by who has to act: the service, moderators, a round, or the operator', () => {
    const holds = [
      ...hold('made', 1),
      ...hold(waiting.id, 8),
      ...hold(potJobId(round.id, 2), 5),
      ...hold('lost', 3, { unconfirmed: true }),
      ...hold('old', 100, { periodKey: '2026-10' }),
    ];
    expect(heldByPurpose(holds, '2026-11', known)).toEqual({ making: 1, undecided: 8, rounds: 5, unconfirmed: 3 });
  });

  it('include all requests and rounds that wait for decisions', async () => {
    expect(await heldForDecisions(known)).toEqual({ undecided: 8, rounds: 10 });
  });
});
