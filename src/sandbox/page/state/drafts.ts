import type { Entry } from '../composer/entries.ts';

export interface DraftValue {
  /** The text as shown. */
  text: string;
  /** The value chosen from a list; undefined if text was typed. */
  value?: string | number | boolean;
  file?: File;
}

/** A command that is being filled in. */
export interface Draft {
  entry: Entry;
  /** The options that have a field: the required ones and those that were added. */
  shown: string[];
  values: Record<string, DraftValue>;
  errors: Record<string, string>;
  /** The option whose field gets the focus next. */
  focus: string | null;
}

/** What a person was writing in a channel and hasn't sent. */
export interface Unsent {
  /** The command that is open. */
  open: Draft | null;
  /** A command that was set aside, to continue with. */
  aside: Draft | null;
  /** The words of a message. */
  words: string;
}

/** By person and channel. */
export type UnsentTexts = Readonly<Record<string, Unsent>>;

interface Here {
  personId: string;
  channelId: string | null;
  unsent: UnsentTexts;
}

const NOTHING: Unsent = { open: null, aside: null, words: '' };
export const keyOf = ({ personId, channelId }: Here): string => `${personId} ${channelId}`;

/** What the current person hasn't sent in the current channel. */
export const unsentHere = (state: Here): Unsent => state.unsent[keyOf(state)] ?? NOTHING;
