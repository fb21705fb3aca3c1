import fc from 'fast-check';
import type { Plan } from '../../src/budget/account/account.ts';
import type { AccountOperation } from '../../src/budget/account/operations.ts';
import type { Share } from '../../src/budget/account/shares.ts';
import type { Accounts } from '../../src/budget/accounts.ts';
import { correct, markUnconfirmed, release, settle } from './bookings.ts';
import type { BooksModel } from './books-model.ts';
import { request } from './samples.ts';

export interface World {
  nowMs: number;
  /** The configured allowance. */
  allowanceCredits: number;
}

export type Step =
  | { do: 'hold'; jobId: string; memberId: string; quotes: number[] }
  | { do: 'correct'; taskKey: string; credits: number }
  | { do: 'settle'; taskKey: string; credits: number }
  | { do: 'release'; taskKey: string }
  | { do: 'releaseJob'; jobId: string }
  | { do: 'markUnconfirmed'; taskKey: string }
  | { do: 'resolve'; taskKey: string; credits: number | undefined }
  | { do: 'grant'; grantId: string; credits: number }
  | { do: 'plan'; plan: Plan | 'default' }
  | { do: 'pause'; role: 'operator' | 'manager'; isPaused: boolean }
  | { do: 'share'; kind: 'everyone' | 'channel'; every: Share['every']; credits: number | undefined }
  | { do: 'zone'; timeZone: string }
  | { do: 'clock'; hours: number }
  | { do: 'default'; credits: number };

const CHANNEL = 'gallery';

/** Few jobs and tasks, so that histories repeat themselves and meet what has ended. */
const jobId = fc.constantFrom('j0', 'j1', 'j2', 'j3');
const memberId = fc.constantFrom('ada', 'ben');
const taskKey = fc.tuple(jobId, fc.constantFrom(0, 1, 2)).map(([job, index]) => `${job}.${index}`);
const credits = fc.integer({ min: 0, max: 60 });
const quotes = fc.array(credits, { minLength: 1, maxLength: 3 });
const every = fc.constantFrom('day' as const, 'week' as const, 'month' as const);
const plan: fc.Arbitrary<Plan | 'default'> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      every,
      credits: fc.integer({ min: 10, max: 90 }),
      carryCapCredits: fc.constantFrom(0, 25, 120),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ every: 'none' as const, credits: 0, carryCapCredits: 0 }) },
  { weight: 1, arbitrary: fc.constant('default' as const) },
);

const doing = <Name extends Step['do']>(name: Name) => fc.constant(name);

export const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 7, arbitrary: fc.record({ do: doing('hold'), jobId, memberId, quotes }) },
  { weight: 3, arbitrary: fc.record({ do: doing('correct'), taskKey, credits }) },
  { weight: 4, arbitrary: fc.record({ do: doing('settle'), taskKey, credits }) },
  { weight: 3, arbitrary: fc.record({ do: doing('release'), taskKey }) },
  { weight: 1, arbitrary: fc.record({ do: doing('releaseJob'), jobId }) },
  { weight: 1, arbitrary: fc.record({ do: doing('markUnconfirmed'), taskKey }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: doing('resolve'), taskKey, credits: fc.option(credits, { nil: undefined }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: doing('grant'),
      grantId: fc.constantFrom('o0', 'o1', 'o2', 'o3', 'o4', 'o5'),
      credits: fc.integer({ min: -60, max: 120 }).filter((amount) => amount !== 0),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: doing('plan'), plan }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: doing('pause'),
      role: fc.constantFrom('operator' as const, 'manager' as const),
      isPaused: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: doing('share'),
      kind: fc.constantFrom('everyone' as const, 'channel' as const),
      every,
      credits: fc.option(fc.integer({ min: 20, max: 150 }), { nil: undefined }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: doing('zone'),
      timeZone: fc.constantFrom('UTC', 'Pacific/Auckland', 'America/New_York'),
    }),
  },
  // Over the end of a day or a month, and back.
  { weight: 2, arbitrary: fc.record({ do: doing('clock'), hours: fc.integer({ min: -30, max: 60 }) }) },
  { weight: 1, arbitrary: fc.record({ do: doing('clock'), hours: fc.integer({ min: -960, max: 960 }) }) },
  { weight: 1, arbitrary: fc.record({ do: doing('default'), credits: fc.integer({ min: 0, max: 200 }) }) },
);

const shareOf = (step: Extract<Step, { do: 'share' }>): Share => ({
  target: step.kind === 'everyone' ? { kind: 'everyone' } : { kind: 'channel', id: CHANNEL },
  every: step.every,
  credits: step.credits ?? 0,
});

export async function askAccounts(step: Step, guildId: string, accounts: Accounts): Promise<string> {
  const apply = async (wanted: AccountOperation, role: 'operator' | 'manager' = 'operator'): Promise<string> =>
    (await accounts.apply(guildId, wanted, { byId: 'somebody', role })).outcome;
  switch (step.do) {
    case 'hold': {
      const asked = { ...request(step.jobId, ...step.quotes), memberId: step.memberId, channelIds: [CHANNEL] };
      return (await accounts.hold(guildId, asked)).outcome;
    }
    case 'correct':
      return correct(accounts, guildId, step.taskKey, step.credits);
    case 'settle':
      return settle(accounts, guildId, step.taskKey, step.credits);
    case 'release':
      return release(accounts, guildId, step.taskKey);
    case 'releaseJob':
      return (await accounts.releaseJob(guildId, step.jobId, 'interrupted')).length > 0 ? 'released' : 'already';
    case 'markUnconfirmed':
      return markUnconfirmed(accounts, guildId, step.taskKey);
    case 'resolve': {
      const settled = { decision: 'settle', chargedCredits: step.credits } as const;
      const resolution = step.credits === undefined ? ({ decision: 'release' } as const) : settled;
      return apply({ kind: 'resolve', taskKey: step.taskKey, resolution });
    }
    case 'grant':
      return apply({ kind: 'grant', id: step.grantId, credits: step.credits, why: 'a prize' });
    case 'plan':
      return apply({ kind: 'allowance', allowance: step.plan });
    case 'pause':
      return apply({ kind: 'pause', isPaused: step.isPaused }, step.role);
    case 'share':
      return step.credits === undefined
        ? apply({ kind: 'remove share', key: keyOfShare(step) }, 'manager')
        : apply({ kind: 'share', share: shareOf(step) }, 'manager');
    case 'zone':
      return apply({ kind: 'settings', changes: { timeZone: step.timeZone } }, 'manager');
    default:
      return 'nothing';
  }
}

/** As `shareKey` writes it. */
function keyOfShare({ kind, every }: Extract<Step, { do: 'share' }>): string {
  return kind === 'everyone' ? `everyone:::${every}` : `channel:${CHANNEL}::${every}`;
}

export function askModel(step: Step, { nowMs, allowanceCredits }: World, model: BooksModel): string {
  switch (step.do) {
    case 'hold': {
      const { tasks } = request(step.jobId, ...step.quotes);
      return model.hold(step.jobId, step.memberId, tasks, nowMs, allowanceCredits);
    }
    case 'correct':
      return model.correct(step.taskKey, step.credits);
    case 'settle':
      return model.settle(step.taskKey, step.credits);
    case 'release':
      return model.release(step.taskKey);
    case 'releaseJob':
      return model.releaseJob(step.jobId);
    case 'markUnconfirmed':
      return model.markUnconfirmed(step.taskKey);
    case 'resolve':
      return model.resolve(step.taskKey, step.credits);
    case 'grant':
      return model.grant(step.grantId, step.credits, nowMs, allowanceCredits);
    case 'plan': {
      const isChanged = JSON.stringify(model.plan) !== JSON.stringify(step.plan);
      return model.apply(isChanged, nowMs, allowanceCredits, () => {
        model.plan = step.plan;
      });
    }
    case 'pause':
      return model.apply(model.paused.has(step.role) !== step.isPaused, nowMs, allowanceCredits, () => {
        if (step.isPaused) model.paused.add(step.role);
        else model.paused.delete(step.role);
      });
    case 'share': {
      const key = keyOfShare(step);
      return model.apply(model.shares.get(key)?.credits !== step.credits, nowMs, allowanceCredits, () => {
        if (step.credits === undefined) model.shares.delete(key);
        else model.shares.set(key, { kind: step.kind, every: step.every, credits: step.credits });
      });
    }
    case 'zone':
      return model.apply(model.timeZone !== step.timeZone, nowMs, allowanceCredits, () => {
        model.timeZone = step.timeZone;
      });
    default:
      return 'nothing';
  }
}
