import { createAccounts } from '../budget/accounts.ts';
import { createServiceTally } from '../budget/service-tally.ts';
import type { Config } from '../config.ts';
import { type Base, createTopic } from './base.ts';

/** The servers' accounts, and what the service charged. */
export function createMoney({ config, store, clock }: Base) {
  /** Publishes the id of a server whose account changed. */
  const accountChanged = createTopic<string>();
  const becameUnconfirmed = createTopic<void>();
  /** Publishes the id of a server whose request was refused because no operator has approved the server. */
  const lackedApproval = createTopic<string>();
  const accounts = createAccounts({
    store,
    clock,
    defaultAllowanceCredits: config.BUDGET_DEFAULT_CREDITS,
    needsApproval: config.SERVERS === 'ask',
    ceilingCredits: ceilingOf(config),
    ledgerKeptDays: config.LEDGER_KEPT_DAYS,
    onChange: accountChanged.publish,
    onNotApproved: lackedApproval.publish,
    onUnconfirmed: becameUnconfirmed.publish,
  });
  const tally = createServiceTally(store, clock);
  return { accounts, tally, accountChanged, becameUnconfirmed, lackedApproval };
}

/** The default ceiling, in servers with a default budget. */
const DEFAULT_BUDGETS = 10;

/** Undefined if the default budget is 0, because then operators grant all credits by hand. */
function ceilingOf({ BUDGET_ALL_CREDITS, BUDGET_DEFAULT_CREDITS }: Config): number | undefined {
  return BUDGET_ALL_CREDITS ?? (BUDGET_DEFAULT_CREDITS * DEFAULT_BUDGETS || undefined);
}

export type Money = ReturnType<typeof createMoney>;
