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
export interface KeptDraft {
  /** A command that is being filled in. */
  command?: Draft;
  /** Whether the command opens again when the person returns. If it was set aside, it waits for a button. */
  isOpen: boolean;
  /** The words of a message. */
  words: string;
}

/** By person and channel. */
export type Drafts = Readonly<Record<string, KeptDraft>>;

/** The person, the channel and the kept drafts. */
interface Place {
  personId: string;
  channelId: string | null;
  drafts: Drafts;
}

const NOTHING: KeptDraft = { isOpen: false, words: '' };
const keyOf = ({ personId, channelId }: Omit<Place, 'drafts'>): string => `${personId} ${channelId}`;

export const draftHere = (state: Place): KeptDraft => state.drafts[keyOf(state)] ?? NOTHING;

const changed = (state: Place, changes: Partial<KeptDraft>): Drafts => ({
  ...state.drafts,
  [keyOf(state)]: { ...draftHere(state), ...changes },
});

const isEmpty = ({ values }: Draft): boolean =>
  Object.values(values).every(({ text, file }) => text.trim() === '' && file === undefined);

/** Keeps an open command that has contents. Otherwise an earlier one stays. */
export const keepDraft = (state: Place & { draft: Draft | null }, { isOpen }: { isOpen: boolean }): Drafts => {
  if (!state.draft) return state.drafts;
  return changed(state, isEmpty(state.draft) ? { isOpen: false } : { command: state.draft, isOpen });
};

/** Keeps a different command that was set aside. */
export const withoutSent = (state: Place, sent: Draft): Drafts => {
  const { command, ...rest } = draftHere(state);
  const others = command && command.entry.title !== sent.entry.title ? { command } : {};
  return { ...state.drafts, [keyOf(state)]: { ...rest, ...others, isOpen: false } };
};

export const withWords = (state: Place, words: string): Drafts => changed(state, { words });

/** The command that was open when the person left this channel. */
export const openDraftOf = (state: Place): Draft | null => {
  const { command, isOpen } = draftHere(state);
  return command && isOpen ? { ...command, focus: command.shown[0] ?? '' } : null;
};
