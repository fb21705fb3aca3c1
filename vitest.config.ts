import { globSync, readFileSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { secondTries } from './test/support/second-tries.ts';
import { WaitingBetween } from './test/support/waiting-between.ts';

const FILES = 'test/**/*.test.ts';
/** Files that replace a module, or that count the objects in memory. Each runs in a process of its own. */
const isolated = globSync(FILES).filter((path) =>
  /^vi\.(mock|doMock)\(|queryObjects\(/m.test(readFileSync(path, 'utf8')),
);

/** A folder in memory, where a commit doesn't wait for a disk. Containers may have little of it, or start no programs there. */
const IN_MEMORY = '/dev/shm';
const LEAST_BYTES = 2 * 1024 ** 3;

function temporaryFolder(): { TMPDIR?: string } {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === IN_MEMORY);
    const startsPrograms = mount !== undefined && !mount.includes('noexec');
    return startsPrograms && bavail * bsize >= LEAST_BYTES ? { TMPDIR: IN_MEMORY } : {};
  } catch {
    // Only Linux has it.
    return {};
  }
}

/** Where Node keeps compiled code for the processes that tests start: to compile the bot is half of its start. */
const NODE_COMPILE_CACHE = join(import.meta.dirname, 'node_modules', '.cache', 'compiled');

export default defineConfig({
  test: {
    env: { ...temporaryFolder(), NODE_COMPILE_CACHE },
    pool: 'forks',
    // Tests of real processes and browsers mostly wait, two or three at a time while the others run.
    maxWorkers: availableParallelism() + 2,
    globalSetup: ['test/support/postgres-once.ts'],
    // On a machine that others keep busy, a test that takes ten seconds took forty.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // Some tests run real processes, and CI on machines that others keep busy. One test may need a second try.
    retry: process.env['CI'] ? 1 : 0,
    reporters: ['default', secondTries],
    // Shuffled, and the same for everybody, so that a failure can be repeated; `--sequence.seed` gives another order.
    sequence: { shuffle: { tests: true }, sequencer: WaitingBetween, seed: 1_795_195_287_716 },
    projects: [
      {
        extends: true,
        // Files share a worker's modules: to load the bot again for each file is half of the processor time.
        test: {
          name: 'shared',
          isolate: false,
          // Node strips the types, as in production, and nothing is replaced: a fifth of the processor time less.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          include: [FILES],
          exclude: [...configDefaults.exclude, ...isolated],
        },
      },
      {
        extends: true,
        // After the others: between them, it would end a shared worker.
        test: { name: 'isolated', include: isolated, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
