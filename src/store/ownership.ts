import type { StoreError } from './store.ts';

/**
 * That this process, and no other, writes a store's records: the locks around them, and what is kept at hand of them, are in its
 * memory. It is taken when a store is opened.
 */
export interface Ownership {
  /**
   * Resolves with the reason when it has ended though nobody gave it back. Nothing that is written afterwards reaches the
   * store, and what this process remembers may be out of date: it gives up what it does.
   */
  readonly lost: Promise<StoreError>;
  /** Gives it back. Repeating that is harmless. */
  release(): Promise<void>;
}

/** Of what cannot be lost, because the operating system keeps it for this process, or because nothing is ever written. */
export const neverLost: Promise<StoreError> = new Promise(() => undefined);
