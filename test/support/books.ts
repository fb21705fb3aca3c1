import { existsSync } from 'node:fs';
import { audit } from '../../src/budget/audit/audit.ts';
import { openBooks } from '../../src/budget/books/books.ts';
import { compare, createServiceTally } from '../../src/budget/service-tally.ts';
import { openStore } from '../../src/store/open-store.ts';
import { StoreError } from '../../src/store/store.ts';
import { systemClock } from '../../src/time/clock.ts';

/**
 * Faults in the books of a stopped bot: accounts that differ from their ledgers, or from what the service charged. None
 * if the test removed or broke the store.
 */
export async function faultsOfBooks(storeUrl: string): Promise<string[]> {
  if (storeUrl.startsWith('sqlite://') && !existsSync(storeUrl.slice('sqlite://'.length))) return [];
  const store = await openStore(storeUrl, { exclusive: false }).catch((error: unknown) => {
    if (error instanceof StoreError) return undefined;
    throw error;
  });
  if (!store) return [];
  try {
    const report = await audit(openBooks(store));
    const faults = report.faults.map(({ guildId, entryNumber, fault }) => `${guildId}, entry ${entryNumber}: ${fault}`);
    const tally = createServiceTally(store, systemClock);
    const { verdict, differenceCredits } = compare(await tally.sums(), report);
    const against = verdict === 'differ' ? [`the accounts and the service differ by ${differenceCredits}`] : [];
    return [...report.unreadable.map((guildId) => `${guildId} cannot be read`), ...faults, ...against];
  } finally {
    await store.close();
  }
}
