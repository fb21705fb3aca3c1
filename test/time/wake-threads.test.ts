import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../store/temp-folder.ts';

const hasCompiler = process.platform === 'linux' && spawnSync('sh', ['-c', 'cc --version']).status === 0;
const CHILDREN = join(import.meta.dirname, 'children');

it.runIf(hasCompiler)('a task that no thread was woken for is done by the next second', async () => {
  const library = join(await tempFolder(), 'lost-signal.so');
  const made = spawnSync('sh', ['-c', 'cc -shared -fPIC -o "$0" "$1" -ldl', library, join(CHILDREN, 'lost-signal.c')]);
  expect(made.stderr.toString()).toBe('');
  const { stdout } = spawnSync(process.execPath, [join(CHILDREN, 'lose-a-signal.ts')], {
    env: { LD_PRELOAD: library },
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect(stdout).toBe('lost and answered\n');
});

it.each(['main.ts', 'doctor/doctor.ts', 'store-tool/run-tool.ts'])('%s wakes its threads', (path) => {
  expect(readFileSync(join('src', path), 'utf8')).toMatch(/^ *wakeThreads\(\);$/m);
});
