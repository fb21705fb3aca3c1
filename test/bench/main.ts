import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchAnswer } from './answer.ts';
import { benchDelivery } from './delivery.ts';
import { benchPending } from './pending.ts';
import { benchPolling } from './polling.ts';

/** `npm run bench`: figures of this machine; the ratios are what to compare. */

async function lines(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const files = names.filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.reduce((sum, text) => sum + text.split('\n').length, 0);
}

const folder = await mkdtemp(join(tmpdir(), 'easel-bench-'));
try {
  await benchAnswer(join(folder, 'answer'));
  await benchPending(join(folder, 'pending'));
  await benchDelivery(join(folder, 'delivery'));
  benchPolling();
  const [src, sandbox, commands, test] = await Promise.all(['src', 'src/sandbox', 'commands', 'test'].map(lines));
  console.log('lines');
  console.log(`  bot: ${Number(src) - Number(sandbox) + Number(commands)}, sandbox: ${sandbox}, tests: ${test}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit();
