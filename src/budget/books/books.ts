import { z } from 'zod';
import { type Collection, defineCollection, type Store, type Change as StoreChange } from '../../store/store.ts';
import { DAY_MS } from '../../time/clock.ts';
import { type Account, accountSchema, carriedSchema, type Hold, holdSchema } from '../account/account.ts';
import { sumSchema, timeSchema } from '../ledger/amounts.ts';
import { entrySchema } from '../ledger/ledger.ts';
import { dayUsageSchema, USAGE_MAX_DAYS } from '../ledger/usage.ts';

const USAGE_CACHED_DAYS = 2_000;

export type Books = ReturnType<typeof openBooks>;

export const accountCollection = defineCollection({
  name: 'accounts',
  schema: accountSchema,
  serverOf: 'key',
  keeps: {
    what: 'each server’s budget, its shares, its pauses and who paused it',
    ends: { when: 'never; a share of a member who isn’t seen in the server for 400 days' },
    erased: { stays: 'so that limits for single members count' },
    leaves: 'its sums and an operator’s pause, so that both count if it comes back',
    restored: {
      from: 'replaced',
      stricter: ({ pauses: { operator, manager } }, restored) => {
        if (!restored) return undefined;
        const { pauses } = restored;
        const stricter = { operator: pauses.operator ?? operator, manager: pauses.manager ?? manager };
        const isSame = pauses.operator === stricter.operator && pauses.manager === stricter.manager;
        return isSame ? undefined : { ...restored, pauses: stricter };
      },
    },
  },
});

export const holdCollection = defineCollection({
  name: 'holds',
  schema: holdSchema,
  serverOf: 'key',
  keeps: {
    what: 'credits held for a task, and whose it is',
    ends: { when: 'when the task ends' },
    erased: { stays: 'until then' },
  },
});

export const counterCollection = defineCollection({
  name: 'counters',
  schema: sumSchema,
  serverOf: 'key',
  keeps: {
    what: 'what counts towards a share of the budget, by member, role or channel',
    ends: { when: 'within 2 days after the share’s time' },
    erased: { stays: 'so that limits count' },
  },
});

export const ledgerCollection = defineCollection({
  name: 'ledger',
  schema: entrySchema,
  serverOf: 'key',
  keeps: {
    what: 'entries of a server’s account: whose each task was, its model and what it cost',
    ends: { when: '`LEDGER_KEPT_DAYS` (400) after the entry' },
    erased: { stays: 'because the server’s members share its credits' },
    leaves: 'entries after one that can’t be read',
  },
});

export const usageCollection = defineCollection({
  name: 'usage',
  schema: dayUsageSchema,
  serverOf: 'key',
  cached: USAGE_CACHED_DAYS,
  keeps: {
    what: 'what each member and model used on a day, and why credits were returned',
    ends: { after: USAGE_MAX_DAYS * DAY_MS, since: (_, key) => Date.parse(key.slice(key.indexOf(':') + 1)) },
    erased: { stays: 'because the server’s members share its credits' },
  },
});

export const unconfirmedCollection = defineCollection({
  name: 'unconfirmed',
  schema: timeSchema,
  serverOf: 'key',
  keeps: {
    what: 'tasks that the service may have accepted without an answer',
    ends: { when: 'once the operator settles or releases them' },
    erased: 'none',
  },
});

export const checkedCollection = defineCollection({
  name: 'checked_entries',
  schema: carriedSchema,
  serverOf: 'key',
  keeps: {
    what: 'up to where an account was checked',
    ends: { when: 'never' },
    erased: 'none',
  },
});

export const grantCollection = defineCollection({
  name: 'grants',
  schema: timeSchema,
  serverOf: 'key',
  keeps: {
    what: 'the ids of operators’ grants, so that none is paid out twice',
    ends: { when: 'never' },
    erased: 'none',
    leaves: 'all, because they name no one',
  },
});

export const monthSumCollection = defineCollection({
  name: 'month_sums',
  schema: z.int(),
  keeps: {
    what: 'what all servers spent in each month',
    ends: { when: 'never' },
    erased: 'none',
    leaves: 'nothing',
  },
});

/** The records of all accounts. Each change writes them in one commit. */
export function openBooks(store: Pick<Store, 'collection'>) {
  return {
    /** By server. */
    accounts: store.collection(accountCollection),
    /** By server and task. */
    holds: store.collection(holdCollection),
    /** By server and counter: the credits that shares count. */
    counters: store.collection(counterCollection),
    /** By server and number, so that entries are in order. */
    ledger: store.collection(ledgerCollection),
    /** By server and date. */
    usage: store.collection(usageCollection),
    /** By server and task: when each unconfirmed hold was made. */
    unconfirmed: store.collection(unconfirmedCollection),
    /** By server: up to where the audit found its entries in order. */
    checked: store.collection(checkedCollection),
    /** By server and grant: when it was applied. Kept for ever, so that an order is never paid out twice. */
    grants: store.collection(grantCollection),
    /**
     * By month and process: what all servers have spent and hold, for the ceiling. Negative if the process released what
     * another one held.
     */
    monthSums: store.collection(monthSumCollection),
  };
}

/** Entries in one read. */
export const LEDGER_PAGE_ENTRIES = 500;

const NUMBER_DIGITS = 12;

export function entryKey(guildId: string, number: number): string {
  return `${guildId}:${String(number).padStart(NUMBER_DIGITS, '0')}`;
}

/** What to write when an account changes. Of its holds, only those of the new entries can differ. */
export function changesOf(books: Books, guildId: string, before: Account, after: Account): StoreChange[] {
  const { holds: _, counters, latest, ...record } = after;
  const differences = <Value>(
    collection: Collection<Value>,
    keys: readonly string[],
    valueIn: (account: Account, key: string) => Value | undefined,
  ): StoreChange[] =>
    [...new Set(keys)].flatMap((key) => {
      const value = valueIn(after, key);
      if (value === valueIn(before, key)) return [];
      return value === undefined ? collection.drop(`${guildId}:${key}`) : collection.put(`${guildId}:${key}`, value);
    });

  const taskKeys = latest.flatMap((entry) => ('taskKey' in entry ? [entry.taskKey] : []));
  // A change can also drop counters that it doesn't count in.
  const counterKeys = counters === before.counters ? [] : [...Object.keys(before.counters), ...Object.keys(counters)];
  return [
    books.accounts.put(guildId, record),
    ...differences(books.holds, taskKeys, ({ holds }, key) => holds.get(key)),
    ...differences(books.unconfirmed, taskKeys, ({ holds }, key) => unconfirmedSinceMs(holds.get(key))),
    ...differences(books.counters, counterKeys, (account, key) => account.counters[key]),
    ...latest.map((entry) => books.ledger.put(entryKey(guildId, entry.number), entry)),
    ...latest.flatMap((entry) =>
      'grantId' in entry ? books.grants.put(`${guildId}:${entry.grantId}`, entry.atMs) : [],
    ),
  ];
}

/** When an unconfirmed hold was made; undefined for other holds. */
function unconfirmedSinceMs(hold: Hold | undefined): number | undefined {
  return hold?.unconfirmed ? hold.heldAtMs : undefined;
}
