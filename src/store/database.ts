import { Keyv, type KeyvStoreAdapter } from 'keyv';
import type { FreeShards, Shards, TakeTurn, Vacant } from './shards.ts';
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

/**
 * That this process, and no other, writes the records of its servers: the locks around them, and what is kept at hand of them,
 * are in its memory. It is taken when a store is opened.
 *
 * It ends as a whole: a process that lost one shard without being asked was stopped or cut off, and knows nothing of the others
 * either. To hand a shard on, release it first.
 */
export interface Ownership {
  readonly shards: Shards;
  /**
   * Resolves with the reason if it ended without a release. Nothing that is written afterwards reaches the
   * store, and what this process remembers may be out of date: it gives up what it does.
   */
  readonly lost: Promise<StoreError>;
  /** Undefined where no other process can share the store. */
  readonly takeTurn?: TakeTurn;
  /**
   * Resolves when this process owns its shards: at once where that was confirmed in the last seconds, and this process did not stand
   * still since. A commit proves it by itself; this goes before what is done outside the store: a process that stood still
   * must not show what it remembers over what another has done since. Undefined where no other process can share the store. @throws StoreError when it has ended, or nothing confirms it.
   */
  readonly prove?: () => Promise<void>;
  /** Gives it back. Repeating that is harmless. */
  release(): Promise<void>;
}

/** Of what cannot be lost, because the operating system keeps it for this process, or because nothing is ever written. */
export const neverLost: Promise<StoreError> = new Promise(() => undefined);

export interface OpenOptions {
  /** How long one call may take, its turn in the queue of commits included. */
  callTimeoutMs: number;
  /** Gives up the opening; what is open is not touched by it. */
  signal?: AbortSignal;
  /** False for a reader next to a running Easel (an audit), which claims, creates and writes nothing. True if left out. */
  exclusive?: boolean;
  /** The servers whose records are to be this process's, where processes share a database. All where it is left out. */
  shards?: Shards | FreeShards;
  /** Called when shards stay vacant for half a minute, if any free ones were requested; with none once all are served. */
  onVacant?: (vacant: Vacant) => void;
  /**
   * Called with the owner's name when another process has these servers in a shared database; the opening then waits until it
   * has ended, or is heard of no more. Where this is left out, and for a file, it is refused.
   */
  onWaiting?: (owner: string) => void;
}

/**
 * Keyv over one table of an adapter. It gets texts and hands texts out, so that it cannot take a record for an expired one;
 * keys are as they are in the table.
 */
export function textsOver(adapter: KeyvStoreAdapter): Keyv<string> {
  const texts = new Keyv<string>(adapter, {
    throwOnErrors: true,
    namespace: '',
    useKeyPrefix: false,
    deserialize: <Value>(text: string) => ({ value: text as Value }),
  });
  // Every failure also comes as a rejection; without a listener the event would end the process.
  texts.on('error', () => undefined);
  return texts;
}
