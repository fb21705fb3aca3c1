import { existsSync } from 'node:fs';
import { accountSchema } from './budget/account.ts';
import { type AuditReport, auditAccounts } from './budget/audit.ts';
import { readConfigOf } from './config.ts';
import { openStore } from './store/open-store.ts';
import { StoreError } from './store/store.ts';
import { parseStoreUrl } from './store/store-url.ts';

/**
 * `npm run audit`: whether every account agrees with its ledger. Reads the store beside a running bot and writes nothing.
 * Exit code 0: in order; 1: something differs; 2: the store could not be read.
 */

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function tell({ accounts, faults, unreadable, spentCredits, heldCredits, unconfirmed }: AuditReport): number {
  for (const guildId of unreadable) say(`server ${guildId}: the account cannot be read`);
  for (const { guildId, entryNumber, fault } of faults) {
    say(`server ${guildId}: ${entryNumber === undefined ? '' : `entry ${entryNumber}: `}${fault}`);
  }
  say(
    `${accounts} accounts: ${spentCredits} credits spent, ${heldCredits} held, of which ${unconfirmed.credits} unconfirmed`,
  );
  const wrong = faults.length + unreadable.length;
  say(wrong === 0 ? 'The books are in order.' : `${wrong} faults.`);
  return wrong === 0 ? 0 : 1;
}

async function main(): Promise<number> {
  const url = readConfigOf('STORE_URL', process.env);
  const { path } = parseStoreUrl(url);
  // Opening it would make an empty one, which is always in order.
  if (!existsSync(path)) throw new StoreError('there is no store at STORE_URL');
  const store = await openStore(url, { exclusive: false });
  try {
    return tell(await auditAccounts(store.collection('accounts', accountSchema)));
  } finally {
    await store.close();
  }
}

process.exitCode = await main().catch((error: unknown) => {
  if (!(error instanceof StoreError) && !(error instanceof Error && error.name === 'ConfigError')) throw error;
  say(`The audit cannot read the store: ${error.message}`);
  return 2;
});
