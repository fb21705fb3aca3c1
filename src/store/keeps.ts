/** What a collection keeps, and for how long. The sweeper, the restore, *Forget all* and the page read it. */
export interface Keeps<Value> {
  /** For the page, as in "Easel keeps …". */
  what: string;
  ends: Ends<Value>;
  /** What happens if a member has everything about them erased; `none` if no record is about a member. */
  erased: 'none' | Erased<Value>;
  /** If left out, a restore carries the records over from the replaced store. */
  restored?: Restored<Value>;
}

export type Ends<Value> =
  /** The page's words. The feature itself deletes the records. */
  | { when: string }
  /**
   * A sweep deletes what is older than this many milliseconds. `since` returns nothing while a record is needed. `words`
   * are the page's, if it isn't simply a time after the record was written.
   */
  | { after: number; since(value: Value, key: string): number | undefined; words?: string };

export interface Erased<Value> {
  /** What goes, as in "*Forget all* deletes …". */
  goes?: string;
  /** What still names the member, or why all of it stays. Without it, nothing does. */
  stays?: string;
  /** Records whose keys start with the server and the member are deleted. */
  own?: 'deleted';
  /** Changes each other record of the server, and deletes it if nothing is returned. */
  without?(value: Value, memberId: string): Value | undefined;
}

export interface Restored<Value> {
  /** `backup`: what people set up. */
  from: 'backup' | 'replaced';
  /** Decides about a record of the other store. @returns the record to write if the other one is stricter */
  stricter?(other: Value, restored: Value | undefined): Value | undefined;
}
