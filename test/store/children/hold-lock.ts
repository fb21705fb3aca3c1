import { writeSync } from 'node:fs';
import { acquireProcessLock } from '../../../src/store/sqlite/process-lock.ts';

const [path = ''] = process.argv.slice(2);
const held = await acquireProcessLock(path).then(
  () => true,
  () => false,
);
writeSync(1, held ? 'held\n' : 'refused\n');
if (held) setInterval(() => undefined, 60_000);
