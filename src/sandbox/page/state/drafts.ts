import type { Entry } from '../composer/entries.ts';

export interface DraftValue {
  /** As it is shown. */
  text: string;
  /** What was chosen from a list; undefined where only text was typed. */
  value?: string | number | boolean;
  file?: File;
}

/** A command that is being filled in. */
export interface Draft {
  entry: Entry;
  /** The options that have a field: the required ones, and those that were added. */
  shown: string[];
  values: Record<string, DraftValue>;
  errors: Record<string, string>;
  /** The option whose field takes the focus next. */
  focus: string | null;
}

/** What somebody was writing in a channel and has not sent. */
export interface KeptDraft {
  /** A command that is being filled in. */
  command?: Draft;
  /** Whether the command is there again as soon as one is; put aside it waits to be fetched. */
  isOpen: boolean;
  /** Words of a message. */
  words: string;
}

/** By person and channel. */
export type Drafts = Readonly<Record<string, KeptDraft>>;

/** What of the page's state says where somebody writes, and what was kept. */
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

/** The command that is being filled in is kept for this place, if anything is in it; else what was kept before stays. */
export const keepDraft = (state: Place & { draft: Draft | null }, { isOpen }: { isOpen: boolean }): Drafts => {
  if (!state.draft) return state.drafts;
  return changed(state, isEmpty(state.draft) ? { isOpen: false } : { command: state.draft, isOpen });
};

/** Another command that was put aside stays. */
export const withoutSent = (state: Place, sent: Draft): Drafts => {
  const { command, ...rest } = draftHere(state);
  const others = command && command.entry.title !== sent.entry.title ? { command } : {};
  return { ...state.drafts, [keyOf(state)]: { ...rest, ...others, isOpen: false } };
};

export const withWords = (state: Place, words: string): Drafts => changed(state, { words });

/** The command that one was filling in here when one left. */
export const openDraftOf = (state: Place): Draft | null => {
  const { command, isOpen } = draftHere(state);
  return command && isOpen ? { ...command, focus: command.shown[0] ?? '' } : null;
};
