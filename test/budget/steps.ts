import fc from 'fast-check';
import type { Accounts } from '../../src/budget/accounts.ts';
import type { BooksModel } from './books-model.ts';
import { request } from './samples.ts';

export interface World {
  nowMs: number;
  allowanceCredits: number;
  /** The greatest allowance there ever was. */
  mostAllowanceCredits: number;
}

export type Step =
  | { do: 'hold'; jobId: string; quotes: number[] }
  | { do: 'correct'; taskKey: string; credits: number }
  | { do: 'settle'; taskKey: string; credits: number }
  | { do: 'release'; taskKey: string }
  | { do: 'releaseJob'; jobId: string }
  | { do: 'markUnconfirmed'; taskKey: string }
  | { do: 'clock'; days: number }
  | { do: 'allowance'; credits: number };

/** Few jobs and tasks, so that histories repeat themselves and meet what has ended. */
const jobId = fc.constantFrom('j0', 'j1', 'j2', 'j3');
const taskKey = fc.tuple(jobId, fc.constantFrom(0, 1, 2)).map(([job, index]) => `${job}.${index}`);
const credits = fc.integer({ min: 0, max: 60 });
const quotes = fc.array(credits, { minLength: 1, maxLength: 3 });

const doing = <Name extends Step['do']>(name: Name) => fc.constant(name);

export const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: doing('hold'), jobId, quotes }) },
  { weight: 3, arbitrary: fc.record({ do: doing('correct'), taskKey, credits }) },
  { weight: 4, arbitrary: fc.record({ do: doing('settle'), taskKey, credits }) },
  { weight: 3, arbitrary: fc.record({ do: doing('release'), taskKey }) },
  { weight: 1, arbitrary: fc.record({ do: doing('releaseJob'), jobId }) },
  { weight: 1, arbitrary: fc.record({ do: doing('markUnconfirmed'), taskKey }) },
  // Over the end of a month, and back.
  { weight: 2, arbitrary: fc.record({ do: doing('clock'), days: fc.integer({ min: -40, max: 40 }) }) },
  { weight: 1, arbitrary: fc.record({ do: doing('allowance'), credits: fc.integer({ min: 0, max: 200 }) }) },
);

export async function askAccounts(step: Step, guildId: string, accounts: Accounts): Promise<string> {
  switch (step.do) {
    case 'hold':
      return (await accounts.hold(guildId, request(step.jobId, ...step.quotes))).outcome;
    case 'correct':
      return accounts.correct(guildId, step.taskKey, step.credits);
    case 'settle':
      return (await accounts.settle(guildId, step.taskKey, step.credits)).outcome;
    case 'release':
      return (await accounts.release(guildId, step.taskKey, 'failed')).outcome;
    case 'releaseJob':
      return (await accounts.releaseJob(guildId, step.jobId, 'interrupted')).outcome;
    case 'markUnconfirmed':
      return accounts.markUnconfirmed(guildId, step.taskKey);
    default:
      return 'nothing';
  }
}

export function askModel(step: Step, { nowMs, allowanceCredits }: World, model: BooksModel): string {
  switch (step.do) {
    case 'hold':
      return model.hold(step.jobId, request(step.jobId, ...step.quotes).tasks, nowMs, allowanceCredits);
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
    default:
      return 'nothing';
  }
}
