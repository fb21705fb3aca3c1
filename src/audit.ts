import { audit, EXIT_CODES, tellAudit } from './budget/audit/audit.ts';
import { openBooks } from './budget/books/books.ts';
import { readConfigOf } from './config.ts';
import { openStore } from './store/open-store.ts';
import { StoreError } from './store/store.ts';
import { VERSION } from './version.ts';

/**
 * `npm run audit`: whether every account agrees with its ledger. Reads the store beside a running bot and writes nothing.
 * Exit code 0: in order; 1: something differs; 2: the store could not be read; 3: it is empty.
 */

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main(): Promise<number> {
  say(`Easel ${VERSION}`);
  const store = await openStore(readConfigOf('STORE_URL', process.env), { exclusive: false });
  try {
    const { lines, exitCode } = tellAudit(await audit(openBooks(store)));
    for (const line of lines) say(line);
    return exitCode;
  } finally {
    await store.close();
  }
}

process.exitCode = await main().catch((error: unknown) => {
  if (!(error instanceof StoreError) && !(error instanceof Error && error.name === 'ConfigError')) throw error;
  say(`The audit cannot read the store: ${error.message}`);
  return EXIT_CODES.unreadable;
});
