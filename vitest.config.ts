import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { secondTries } from './test/support/second-tries.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    // Many tests wait for processes, browsers and sockets: with one worker a core a third of the machine is idle.
    maxWorkers: availableParallelism() + 1,
    globalSetup: ['test/support/postgres-once.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Some tests run real processes, and CI on machines that others keep busy. One test may need a second try.
    retry: process.env['CI'] ? 1 : 0,
    reporters: ['default', secondTries],
    // Shuffled, and the same for everybody, so that a failure can be repeated; `--sequence.seed` gives another order.
    sequence: { shuffle: true, seed: 1_795_195_287_716 },
  },
});
