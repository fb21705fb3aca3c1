/** The unreadable records found since the store was opened. They stay in the store unchanged. */
export interface UnreadableRecords {
  report(collection: string, key: string, why: string): void;
  /** Forgets records that were written or deleted since. */
  forget(collection: string, keys: Iterable<string>): void;
  /** Their number, by collection. */
  counts(): Record<string, number>;
}

/** Bounds the memory. A higher count would say nothing new. */
const KEPT_OF_EACH_COLLECTION = 1_000;

/** @param onFound is called once for each record. */
export function createUnreadableRecords(
  onFound: (record: { collection: string; key: string; why: string }) => void,
): UnreadableRecords {
  const found = new Map<string, Set<string>>();
  return {
    report: (collection, key, why) => {
      const keys = found.get(collection) ?? new Set();
      if (keys.has(key) || keys.size >= KEPT_OF_EACH_COLLECTION) return;
      found.set(collection, keys.add(key));
      onFound({ collection, key, why });
    },
    forget: (collection, written) => {
      const keys = found.get(collection);
      for (const key of keys ? written : []) keys?.delete(key);
      if (keys?.size === 0) found.delete(collection);
    },
    counts: () => Object.fromEntries([...found].map(([collection, keys]) => [collection, keys.size])),
  };
}
