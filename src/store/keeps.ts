import { DAY_MS } from '../time/clock.ts';

/** What a collection keeps, and for how long. The sweeper, the restore, both erasures and the page read it. */
export interface Keeps<Value> {
  /** For the page, as in "Easel keeps …". */
  what: string;
  ends: Ends<Value>;
  /** What happens if a member has everything about them erased; `none` if no record is about a member. */
  erased: 'none' | Erased<Value>;
  /**
   * What stays of a server that Easel erased, and why. Nothing does if left out. Records without a server of their own have
   * to say it, because an erasure doesn't reach them.
   */
  leaves?: string;
  /** If left out, a restore carries the records over from the replaced store. */
  restored?: Restored<Value>;
}

/** The page's words if the feature itself deletes the records. */
export type Ends<Value> = { when: string } | SweptEnds<Value> | PartEnds<Value>;

/** For pages: when records end. */
export function wordsOfEnd<Value>(ends: Ends<Value>): string {
  if ('when' in ends) return ends.when;
  const days = ends.after / DAY_MS;
  return ends.words ?? (days === 1 ? 'after a day' : `after ${days} days`);
}

/** A sweep deletes what is older than this many milliseconds. */
export interface SweptEnds<Value> {
  after: number;
  /** Returns nothing while a record is needed. */
  since(value: Value, key: string): number | undefined;
  /** Not while the member in the key has a record of their own in the server, which ends 400 days after the last event. */
  unlessSeen?: true;
  /** The page's, if it isn't simply a time after the record was written. */
  words?: string;
}

/** A sweep takes out the parts of a record that are older than this many milliseconds. */
export interface PartEnds<Value> {
  after: number;
  /** Returns its argument if no part is as old. */
  without(value: Value, untilMs: number): Value;
  words: string;
}

export interface Erased<Value> {
  /** What goes, as in "*Forget all* deletes …". */
  goes?: string;
  /** What still names the member, or why all of it stays. Without it, nothing does. */
  stays?: string;
  /** Records whose keys start with the server and the member are deleted. */
  own?: 'deleted';
  /** What stays of each other record of the server; it's deleted if nothing does. */
  without?(value: Value, memberId: string): Value | undefined;
}

export interface Restored<Value> {
  /** `backup`: what people set up. */
  from: 'backup' | 'replaced';
  /** Decides about a record of the other store. @returns the record to write if the other one is stricter */
  stricter?(other: Value, restored: Value | undefined): Value | undefined;
}
