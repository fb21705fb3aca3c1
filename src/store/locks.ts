export interface KeyedLocks {
  /**
   * Runs `work` when all work asked for earlier under the same key has ended, whichever way it ended.
   * Different keys do not wait for each other. Not re-entrant: work that asks for its own key waits for ever.
   */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
  /** How many keys have work that runs or waits. */
  readonly size: number;
}

/** Keyv has neither transactions nor compare-and-set: reading, deciding and writing one key happens under its lock. */
export function createKeyedLocks(): KeyedLocks {
  const tails = new Map<string, Promise<void>>();
  return {
    run: async (key, work) => {
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
    get size() {
      return tails.size;
    },
  };
}
