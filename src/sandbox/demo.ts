import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { visit } from './visit.ts';

/** `npm run demo`: the bot on this machine's own Discord and service. */

const { values } = parseArgs({
  options: {
    once: { type: 'boolean', default: false },
    output: { type: 'string', default: 'demo-output' },
  },
});

async function playOnce(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'easel-demo-'));
  try {
    return (await visit({ folder, outputFolder: resolve(values.output), say: (line) => console.log(line) })) ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

process.exitCode = await playOnce();
// The sandbox's drawing thread and open sockets must not keep it alive.
process.exit();
