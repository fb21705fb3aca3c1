import type { Shards } from './shards.ts';
import { StoreError } from './store.ts';

/** The version of the tables, not of what the records say. Those of version 1 and before were never released. */
export const LAYOUT_VERSION = 2;

/** @throws StoreError for a store that another version of Easel made, and this one cannot use. */
export function checkLayout(version: number): void {
  if (version > LAYOUT_VERSION) throw new StoreError('the store was written by a newer Easel');
  if (version === LAYOUT_VERSION) return;
  throw new StoreError(
    'the store was written by an Easel from before the first release, whose records no later one reads. Set STORE_URL to a new store',
  );
}

/** A part of the keys, in their order by code unit. */
export interface KeyRange {
  /** This key and above. */
  from: string;
  /** Below this key. */
  to: string;
  most: number;
  backwards: boolean;
  /** Only records of these shards' servers. What does not tell its server is among them where records tell it themselves. */
  only?: { shards: Shards; isInRecord: boolean } | undefined;
}

/** A part of the keys, but for some of them. */
export interface CountedRange extends Pick<KeyRange, 'from' | 'to'> {
  without: readonly string[];
}

/** A text to be kept under a key, or undefined where it goes; with its server, where one is known and not in the key. */
export type Write = readonly [key: string, text: string | undefined, server?: string | undefined];

/**
 * Texts by key, in one ordered table of a database. What the texts mean is not known here. Rejects with whatever the
 * database says. What a row holds that is no text is handed out as it is.
 */
export interface Database {
  read(key: string): Promise<unknown>;
  page(range: KeyRange): Promise<[key: string, text: unknown][]>;
  /** How many keys there are. Reads none of their texts. */
  count(range: CountedRange): Promise<number>;
  /** All of them or none; no key comes twice. Resolves when they are on disk. Of these calls, one at a time. */
  commit(writes: readonly Write[]): Promise<void>;
  disconnect(): Promise<void>;
}
