import type { Shards, TakeTurn } from './shards.ts';
import type { StoreError } from './store.ts';

/**
 * That this process, and no other, writes the records of its servers: the locks around them, and what is kept at hand of them,
 * are in its memory. It is taken when a store is opened.
 *
 * It is proved by every commit, and a commit does not say which servers it is for: it is refused as soon as any shard of this
 * process is another's. Commits of several servers share one write, and records that are nobody's alone go with them; and a process that
 * lost one shard without being asked was stopped or cut off, so that it knows nothing of the others either. Whoever wants to
 * hand a shard on gives it back first.
 */
export interface Ownership {
  readonly shards: Shards;
  /**
   * Resolves with the reason when it has ended though nobody gave it back. Nothing that is written afterwards reaches the
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
