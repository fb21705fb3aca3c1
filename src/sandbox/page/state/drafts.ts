import type { Draft } from '../composer/draft.ts';
import type { State } from './store.ts';

/** What somebody was writing in a channel and has not sent. */
export interface KeptDraft {
  /** A command that is being filled in. */
  command?: Draft;
  /** Whether the command is there again as soon as one is; put aside it waits to be fetched. */
  isOpen: boolean;
  /** Words of a message. */
  words: string;
}

type Drafts = State['drafts'];
type Place = Pick<State, 'personId' | 'channelId'>;

const NOTHING: KeptDraft = { isOpen: false, words: '' };
const keyOf = ({ personId, channelId }: Place): string => `${personId} ${channelId}`;

export const draftHere = (state: Place & Pick<State, 'drafts'>): KeptDraft => state.drafts[keyOf(state)] ?? NOTHING;

const changed = (state: Place & Pick<State, 'drafts'>, changes: Partial<KeptDraft>): Drafts => ({
  ...state.drafts,
  [keyOf(state)]: { ...draftHere(state), ...changes },
});

const isEmpty = ({ values }: Draft): boolean =>
  Object.values(values).every(({ text, file }) => text.trim() === '' && file === undefined);

/** The command that is being filled in is kept for this place, if anything is in it; else what was kept before stays. */
export const keepDraft = (state: State, { isOpen }: { isOpen: boolean }): Drafts => {
  if (!state.draft) return state.drafts;
  return changed(state, isEmpty(state.draft) ? { isOpen: false } : { command: state.draft, isOpen });
};

/** Another command that was put aside stays. */
export const withoutSent = (state: State, sent: Draft): Drafts => {
  const { command, ...rest } = draftHere(state);
  const others = command && command.entry.title !== sent.entry.title ? { command } : {};
  return { ...state.drafts, [keyOf(state)]: { ...rest, ...others, isOpen: false } };
};

export const withWords = (state: State, words: string): Drafts => changed(state, { words });

/** The command that one was filling in here when one left. */
export const openDraftOf = (state: Place & Pick<State, 'drafts'>): Draft | null => {
  const { command, isOpen } = draftHere(state);
  return command && isOpen ? { ...command, focus: command.shown[0] ?? '' } : null;
};
