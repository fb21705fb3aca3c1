import type { ModerationSettings } from '../settings/settings.ts';
import { readPrompt } from './prompt-words.ts';
import { CATEGORIES, type Category, STARTER_EXCEPTIONS, STARTER_LISTS } from './starter-lists.ts';
import { createSteps, type Steps } from './steps.ts';
import { type Found, wordListsOf } from './word-list.ts';

/** What the lists say of a prompt; `entry` is the line, for moderators' eyes only. */
export type WordFinding =
  | { finding: 'refuse'; entry: string }
  /** Only where the channel is not age-restricted. */
  | { finding: 'explicit'; entry: string }
  /** `entry` is UNREAD where prompt and lists are more work than one look may be: what would have been found, nobody knows. */
  | { finding: 'review'; entry: string };

/** In the place of a line. */
export const UNREAD = '';

export interface Words {
  /** The most severe first: what is refused everywhere, what is refused outside age-restricted channels, what is to be reviewed. */
  look(prompt: string, options: { ageRestricted: boolean }): WordFinding | undefined;
}

type WordSettings = Pick<ModerationSettings, 'words' | 'categories'>;
const OWN_LISTS = ['allow', 'refuse', 'explicit', 'review'] as const;
const FINDINGS = ['refuse', 'explicit', 'review'] as const;

/** Some milliseconds. An ordinary prompt takes a few thousand, the longest with sixty ordinary patterns some fifty thousand. */
export const LOOK_MAX_STEPS = 200_000;

const STARTERS = wordListsOf<Category | 'allow'>([
  { list: 'allow', lines: STARTER_EXCEPTIONS },
  ...CATEGORIES.map((list) => ({ list, lines: STARTER_LISTS[list] })),
]);

/** The server's own lists and the categories that are switched on. */
export function wordsOf(
  { words, categories }: WordSettings,
  newSteps: () => Steps = () => createSteps(LOOK_MAX_STEPS),
): Words {
  const own = wordListsOf(OWN_LISTS.map((list) => ({ list, lines: words[list] })));
  return {
    look: (text, { ageRestricted }) => {
      const steps = newSteps();
      const prompt = readPrompt(text, steps);
      const inOwn = own.find(prompt, steps);
      const inStarters = STARTERS.find(prompt, steps);
      const allowed = placesOf([...inOwn, ...inStarters].filter(({ list }) => list === 'allow'));
      const found = [
        ...inOwn.map((one) => ({ ...one, finding: one.list })),
        ...inStarters.map((one) => ({ ...one, finding: findingOf(one.list, categories, ageRestricted) })),
      ].filter(({ from, to }) => !areAmong(allowed, from, to));
      const shown = prompt.textWithout(allowed);
      for (const finding of FINDINGS) {
        if (finding === 'explicit' && ageRestricted) continue;
        const entry = found.find((one) => one.finding === finding)?.written ?? own.findPattern(finding, shown, steps);
        if (entry !== undefined) return { finding, entry };
      }
      return steps.areSpent ? { finding: 'review', entry: UNREAD } : undefined;
    },
  };
}

/** What a line of a category means, where it means anything. */
function findingOf(
  list: Category | 'allow',
  categories: WordSettings['categories'],
  ageRestricted: boolean,
): WordFinding['finding'] | undefined {
  if (list === 'allow' || categories[list] === 'off') return undefined;
  if (list !== 'explicit') return categories[list];
  if (ageRestricted) return undefined;
  return categories.explicit === 'refuse' ? 'explicit' : 'review';
}

function placesOf(found: readonly Found<unknown>[]): Set<number> {
  const places = new Set<number>();
  for (const { from, to } of found) for (let place = from; place < to; place++) places.add(place);
  return places;
}

function areAmong(places: ReadonlySet<number>, from: number, to: number): boolean {
  for (let place = from; place < to; place++) if (!places.has(place)) return false;
  return to > from;
}
