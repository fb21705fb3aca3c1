import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../../src/config.ts';
import { createLog } from '../../../src/log.ts';
import type { AppPorts } from '../../../src/parts/base.ts';
import { openOwnStore } from '../../../src/parts/open-own-store.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { FakeClock } from '../../support/fake-clock.ts';

/**
 * Opens a store as the bot does, on a small disk of its own that is full or read-only, and ends the trouble after two
 * tries. Prints the reasons that `/readyz` would show, and whether the store then keeps what is written.
 */
const [folder = '', trouble] = process.argv.slice(2);
const url = `sqlite://${folder}/easel.sqlite`;
await (await openStore(url)).close();

const filling = join(folder, 'filling');
const remount = (mode: string) => spawnSync('sh', ['-c', `mount -o remount,${mode} '${folder}'`]);
const fill = (): void => {
  try {
    for (;;) writeFileSync(filling, Buffer.alloc(4096), { flag: 'a' });
  } catch {
    // It is full.
  }
};
const [start, end] = trouble === 'full' ? [fill, () => rmSync(filling)] : [() => remount('ro'), () => remount('rw')];

start();
const clock = new FakeClock();
const config = readConfig({
  DISCORD_TOKEN: 'not-a-real-token.b.c',
  TASK_API_URL: 'http://127.0.0.1:1',
  TASK_API_KEY: 'sk-1',
  STORE_URL: url,
});
const reasons: string[] = [];
const opening = openOwnStore(config, { clock, log: createLog('silent'), openStore } as Partial<AppPorts> as AppPorts, {
  signal: new AbortController().signal,
  onState: (state) => {
    if ('found' in state && state.found) reasons.push(state.found.text);
  },
  onRestartNeeded: () => undefined,
  onVacant: () => undefined,
});
await clock.advanceUntil(() => reasons.length === 2);
end();
let isOpen = false;
void opening.then(() => {
  isOpen = true;
});
await clock.advanceUntil(() => isOpen);
const store = await opening;
const isWorking = await store.selfTest().then(
  () => true,
  () => false,
);
await store.close();
writeSync(1, `${JSON.stringify({ reasons, isWorking })}\n`);
