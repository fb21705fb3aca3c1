import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Shuffled, and the same for everybody, so that a failure can be repeated; `--sequence.seed` gives another order.
    sequence: { shuffle: true, seed: 1_795_195_287_716 },
  },
});
