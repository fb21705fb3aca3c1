import { RecordError } from './database/failures.ts';

/** Bounds the memory. A higher count would say nothing new. */
const KEPT_OF_EACH_COLLECTION = 1_000;

export type UnreadableRecords = ReturnType<typeof createUnreadableRecords>;

/**
 * The unreadable records found since the store was opened. They stay in the store unchanged.
 * @param onFound is called once for each record.
 */
export function createUnreadableRecords(onFound: (record: { collection: string; key: string; why: string }) => void) {
  const found = new Map<string, Set<string>>();
  return {
    report: (collection: string, key: string, why: string): void => {
      const keys = found.get(collection) ?? new Set();
      if (keys.has(key) || keys.size >= KEPT_OF_EACH_COLLECTION) return;
      found.set(collection, keys.add(key));
      onFound({ collection, key, why });
    },
    /** Forgets records that were written or deleted since. */
    forget: (collection: string, written: Iterable<string>): void => {
      const keys = found.get(collection);
      for (const key of keys ? written : []) keys?.delete(key);
      if (keys?.size === 0) found.delete(collection);
    },
    /** Their number, by collection. */
    counts: (): Record<string, number> =>
      Object.fromEntries([...found].map(([collection, keys]) => [collection, keys.size])),
  };
}

/** What `work` resolves with; undefined if a record that it needs can't be read. */
export async function unlessUnreadable<Result>(work: Promise<Result>): Promise<Result | undefined> {
  return work.catch((error: unknown) => {
    if (error instanceof RecordError) return undefined;
    throw error;
  });
}

/** What `reading` resolves with, or that its record can't be read. */
export async function orUnreadable<Result>(reading: Promise<Result>): Promise<Result | 'unreadable'> {
  return reading.catch((error: unknown) => {
    if (error instanceof RecordError) return 'unreadable' as const;
    throw error;
  });
}

/** Whether there is a record, even if it can't be read. */
export const isThere = async (reading: Promise<unknown>): Promise<boolean> =>
  (await orUnreadable(reading)) !== undefined;
