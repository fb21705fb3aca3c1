import { writeSync } from 'node:fs';
import { openStore } from '../../../src/store/open-store.ts';

/** The superuser may write anywhere, so this runs as the unprivileged user 65534. */
const NOBODY = 65_534;
if (process.getuid?.() === 0) process.setuid?.(NOBODY);
const [url = ''] = process.argv.slice(2);
try {
  const store = await openStore(url, { callTimeoutMs: 2000 });
  await store.selfTest();
  writeSync(1, 'opened\n');
} catch (error) {
  writeSync(1, `${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}\n`);
}
