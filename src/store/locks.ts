/** Keyv has no transactions and no compare-and-set, so reading, deciding and writing a key happens under its lock. */
export function createKeyedLocks() {
  const tails = new Map<string, Promise<void>>();
  return {
    /**
     * Runs `work` once all earlier work under the same key has ended, successfully or not. Different keys don't wait for
     * each other. Not re-entrant: work that asks for its own key waits forever.
     */
    run: async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
      const earlier = tails.get(key);
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      tails.set(key, ended);
      await earlier;
      try {
        return await work();
      } finally {
        if (tails.get(key) === ended) tails.delete(key);
        end();
      }
    },
    /** The number of keys with running or waiting work. */
    get size(): number {
      return tails.size;
    },
  };
}
