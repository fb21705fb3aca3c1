import { formsOf } from './prompt-forms.ts';
import type { ModerationSettings } from './settings.ts';
import { CATEGORIES, STARTER_EXCEPTIONS, STARTER_LISTS } from './starter-lists.ts';
import { type WordList, wordListOf } from './word-list.ts';

/** What the lists say of a prompt; `entry` is the line, for moderators' eyes only. */
export type WordFinding =
  | { finding: 'refuse'; entry: string }
  /** Only where the channel is not age-restricted. */
  | { finding: 'explicit'; entry: string }
  | { finding: 'review'; entry: string };

export interface Words {
  /** The most severe first: what is refused everywhere, what is refused outside age-restricted channels, what is to be reviewed. */
  look(prompt: string, options: { ageRestricted: boolean }): WordFinding | undefined;
}

type WordSettings = Pick<ModerationSettings, 'words' | 'categories'>;

/** The server's own lists and the categories that are switched on. */
export function wordsOf({ words, categories }: WordSettings): Words {
  const switched = (to: 'refuse' | 'review'): string[] =>
    CATEGORIES.filter((category) => category !== 'explicit' && categories[category] === to).flatMap(
      (category) => STARTER_LISTS[category],
    );
  const explicit = (to: 'refuse' | 'review'): readonly string[] =>
    categories.explicit === to ? STARTER_LISTS.explicit : [];
  const lists = {
    allow: wordListOf([...words.allow, ...STARTER_EXCEPTIONS]),
    refuse: wordListOf([...words.refuse, ...switched('refuse')]),
    explicit: wordListOf([...words.explicit, ...explicit('refuse')]),
    review: wordListOf([...words.review, ...switched('review')]),
    explicitReview: wordListOf(explicit('review')),
  };
  return {
    look: (prompt, { ageRestricted }) => {
      const forms = formsOf(prompt);
      const allowed = lists.allow.covered(forms);
      const entryIn = (list: WordList): string | undefined => list.find(forms, allowed);
      const refused = entryIn(lists.refuse);
      if (refused !== undefined) return { finding: 'refuse', entry: refused };
      const tooExplicit = ageRestricted ? undefined : entryIn(lists.explicit);
      if (tooExplicit !== undefined) return { finding: 'explicit', entry: tooExplicit };
      const doubtful = entryIn(lists.review) ?? (ageRestricted ? undefined : entryIn(lists.explicitReview));
      return doubtful === undefined ? undefined : { finding: 'review', entry: doubtful };
    },
  };
}
