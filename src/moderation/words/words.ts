import type { JobRequest } from '../../jobs/job.ts';
import { sentPromptsOf } from '../../jobs/variants.ts';
import type { WordRefusal } from '../refusal.ts';
import type { ModerationSettings } from '../settings/settings.ts';
import { readPrompt } from './prompt-words.ts';
import { CATEGORIES, type Category, STARTER_EXCEPTIONS, STARTER_LISTS } from './starter-lists.ts';
import { createSteps, type Steps } from './steps.ts';
import { type Found, wordListsOf } from './word-list.ts';

/** The part of a request that words are judged by. */
export type SentRequest = Pick<JobRequest, 'prompt' | 'isVaried' | 'sourceUrls'>;

/** What the lists say of a request: nobody may let it pass, or a moderator has to read it because of this line. */
export type WordFinding = { refusal: WordRefusal } | { reviewLine: string };

export interface Words {
  /** Judges every prompt that the request sends. The most severe finding counts. */
  look(request: SentRequest, options: { ageRestricted: boolean }): WordFinding | undefined;
}

type WordSettings = Pick<ModerationSettings, 'words' | 'categories'>;
const OWN_LISTS = ['allow', 'refuse', 'explicit', 'review'] as const;
type ListFinding = Exclude<(typeof OWN_LISTS)[number], 'allow'>;

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

  const lookAt = (text: string, ageRestricted: boolean): WordFinding | undefined => {
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
    const lineOf = (finding: ListFinding): string | undefined =>
      found.find((one) => one.finding === finding)?.written ?? own.findPattern(finding, shown, steps);

    const refused = lineOf('refuse');
    if (refused !== undefined) return { refusal: { reason: 'words', entry: refused } };
    const explicit = ageRestricted ? undefined : lineOf('explicit');
    if (explicit !== undefined) return { refusal: { reason: 'explicit', entry: explicit } };
    const reviewLine = lineOf('review');
    // What else would have been found, nobody knows.
    if (steps.areSpent) return { refusal: { reason: 'unread' } };
    return reviewLine === undefined ? undefined : { reviewLine };
  };

  return {
    look: (request, { ageRestricted }) => {
      const findings = sentPromptsOf(request).flatMap((prompt) => lookAt(prompt, ageRestricted) ?? []);
      return findings.find((one) => 'refusal' in one) ?? findings[0];
    },
  };
}

/** Why nobody may let the request pass, whatever a moderator reads before. */
export function wordRefusal(
  words: Words,
  request: SentRequest,
  options: { ageRestricted: boolean },
): WordRefusal | undefined {
  const found = words.look(request, options);
  return found && 'refusal' in found ? found.refusal : undefined;
}

/** What a line of a category means, where it means anything. */
function findingOf(
  list: Category | 'allow',
  categories: WordSettings['categories'],
  ageRestricted: boolean,
): ListFinding | undefined {
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
