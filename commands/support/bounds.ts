import { BudgetError } from '../../src/budget/amounts.ts';
import { MemberError } from '../../src/errors.ts';
import type { CommandContext } from './context.ts';

/** Passes on what comes of it. @throws MemberError, which tells the bound, where the budget cannot keep so much. */
export async function tellingBounds<Result>(
  work: Promise<Result>,
  { budget }: CommandContext['texts'],
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof BudgetError && error.bound)
      throw new MemberError(budget.bounds[error.bound.of](error.bound.most));
    throw error;
  }
}
