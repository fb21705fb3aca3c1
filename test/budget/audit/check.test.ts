import { Map as PersistentMap } from 'immutable';
import { describe, expect, it } from 'vitest';
import type { Account, Hold } from '../../../src/budget/account/account.ts';
import { decideHold } from '../../../src/budget/account/decisions.ts';
import type { Entry } from '../../../src/budget/ledger/ledger.ts';
import { NO_SUMS } from '../../../src/budget/ledger/sums.ts';
import { changed, check, decideSettle, holding, request, terms } from '../samples.ts';

const settled = changed(decideSettle(holding('a', 10, 20), 'a.0', 12, terms()));
const good = changed(decideHold(settled, request('b', 5), terms()));

type Tamperable = Omit<Account, 'holds' | 'counters' | 'latest'> & {
  holds: Record<string, Hold>;
  counters: Record<string, number>;
  latest: Entry[];
};

function tampered(work: (account: Tamperable) => void): Account {
  // By way of the text: parts that the account has in common with others are its own then.
  const account: Tamperable = JSON.parse(JSON.stringify(good));
  work(account);
  return { ...account, holds: PersistentMap(Object.entries(account.holds)) };
}

describe('the check of the books', () => {
  it('finds nothing in an account that is in order', () => {
    expect(check(good)).toEqual([]);
  });

  it.each<[what: string, work: (account: Tamperable) => void, entryNumber: number | undefined, fault: string]>([
    [
      'spending that no entry knows of',
      ({ sums }) => {
        const period = sums.periods['2026-11'];
        if (period) period.spentCredits = 13;
      },
      undefined,
      '2026-11: spentCredits are 13; the entries give 12',
    ],
    [
      'a hold that vanished',
      ({ holds }) => {
        delete holds['a.1'];
      },
      undefined,
      '2026-11: 25 credits held; the holds are 5',
    ],
    [
      'a hold of another amount',
      ({ holds }) => {
        const hold = holds['b.0'];
        if (hold) hold.credits = 6;
      },
      undefined,
      '2026-11: 25 credits held; the holds are 26',
    ],
    [
      'a hold in a period that nobody opened',
      ({ holds }) => {
        const hold = holds['b.0'];
        if (hold) hold.periodKey = '2020-01';
      },
      undefined,
      '2020-01: 0 credits held; the holds are 5',
    ],
    [
      'an entry whose amount was changed',
      ({ latest }) => {
        const entry = latest[3];
        if (entry?.kind === 'settled') entry.chargedCredits = 11;
      },
      4,
      'says that 68 credits were left; the entries give 69',
    ],
    [
      'an entry that is missing',
      ({ latest }) => {
        latest.splice(2, 1);
      },
      4,
      'stands where entry 3 belongs',
    ],
    [
      'a carried sum that was changed',
      ({ carried }) => {
        carried.sums.earlier.spentCredits = 4;
      },
      undefined,
      'earlier periods: spentCredits are 0; the entries give 4',
    ],
    [
      'a period that no entry opened',
      ({ sums }) => {
        sums.periods['2026-12'] = { ...NO_SUMS.earlier, allowanceCredits: 100 };
      },
      undefined,
      '2026-12: only the account knows this period',
    ],
    [
      'a grant that no entry knows of',
      ({ sums }) => {
        sums.grantsLeftCredits = 7;
      },
      undefined,
      '7 credits of grants are left; the entries give 0',
    ],
    [
      'a carry-over that no entry knows of',
      ({ sums }) => {
        const period = sums.periods['2026-11'];
        if (period) period.carriedCredits = 9;
      },
      undefined,
      '2026-11: carriedCredits are 9; the entries give 0',
    ],
    [
      'a share’s counter that is less than its holds',
      ({ holds, counters }) => {
        const hold = holds['b.0'];
        if (hold) hold.countedIn = ['member:member:2026-11-20'];
        counters['member:member:2026-11-20'] = 4;
      },
      undefined,
      'the share’s counter member:member:2026-11-20 says 4 credits; its holds alone are 5',
    ],
    [
      'an unconfirmed hold that the account does not count',
      ({ holds }) => {
        const hold = holds['b.0'];
        if (hold) hold.unconfirmed = true;
      },
      undefined,
      'the account says 0 unconfirmed holds of 0 credits; there are 1 of 5',
    ],
    [
      'entries behind the last that the account knows',
      (account) => {
        account.entries -= 1;
      },
      undefined,
      'the account says that there are 4 entries; there are 5',
    ],
    [
      'a closed period that was never closed',
      ({ sums }) => {
        sums.closedThrough = '2020-01';
      },
      undefined,
      'another period is the last that was closed',
    ],
  ])('finds %s', (_, work, entryNumber, fault) => {
    expect(check(tampered(work))).toContainEqual({ entryNumber, fault });
  });
});
