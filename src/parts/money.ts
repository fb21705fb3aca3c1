import { createAccounts } from '../budget/accounts.ts';
import type { Entry } from '../budget/ledger/ledger.ts';
import { createServiceTally } from '../budget/service-tally.ts';
import type { Config } from '../config.ts';
import { isSeenIn } from '../moderation/records/members.ts';
import { type Base, createTopic } from './base.ts';

/** The servers' accounts, and what the service charged. */
export function createMoney({ config, store, clock }: Base) {
  /** Publishes a server whose account changed, with the new entries. */
  const accountChanged = createTopic<{ guildId: string; entries: readonly Entry[] }>();
  /** Publishes the id of a server whose request was refused because no operator has approved the server. */
  const lackedApproval = createTopic<string>();
  const accounts = createAccounts({
    store,
    clock,
    defaultAllowanceCredits: config.BUDGET_DEFAULT_CREDITS,
    needsApproval: config.SERVERS === 'ask',
    ceilingCredits: ceilingOf(config),
    ledgerKeptDays: config.LEDGER_KEPT_DAYS,
    isSeen: isSeenIn(store),
    onChange: (guildId, entries) => accountChanged.publish({ guildId, entries }),
    onNotApproved: lackedApproval.publish,
  });
  const tally = createServiceTally(store, clock);
  return { accounts, tally, accountChanged, lackedApproval };
}

/** The default ceiling, in servers with a default budget. */
const DEFAULT_BUDGETS = 10;

/** Undefined if the default budget is 0, because then operators grant all credits by hand. */
function ceilingOf({ BUDGET_ALL_CREDITS, BUDGET_DEFAULT_CREDITS }: Config): number | undefined {
  return BUDGET_ALL_CREDITS ?? (BUDGET_DEFAULT_CREDITS * DEFAULT_BUDGETS || undefined);
}

export type Money = ReturnType<typeof createMoney>;
