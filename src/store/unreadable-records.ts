/** Records that were found and cannot be read, since the store was opened. They stay as they are. */
export interface SetAside {
  found(collection: string, key: string, why: string): void;
  /** They are gone, or were written anew. */
  written(collection: string, keys: Iterable<string>): void;
  /** How many there are, by collection. */
  counts(): Record<string, number>;
}

/** More of a collection say nothing new. */
const KEPT_OF_EACH = 1_000;

/** @param onFound is told of each once. */
export function createSetAside(onFound: (record: { collection: string; key: string; why: string }) => void): SetAside {
  const found = new Map<string, Set<string>>();
  return {
    found: (collection, key, why) => {
      const keys = found.get(collection) ?? new Set();
      if (keys.has(key) || keys.size >= KEPT_OF_EACH) return;
      found.set(collection, keys.add(key));
      onFound({ collection, key, why });
    },
    written: (collection, written) => {
      const keys = found.get(collection);
      for (const key of keys ? written : []) keys?.delete(key);
      if (keys?.size === 0) found.delete(collection);
    },
    counts: () => Object.fromEntries([...found].map(([collection, keys]) => [collection, keys.size])),
  };
}
