import type { JobRequest } from '../../jobs/job/job.ts';
import { usesPictures } from '../../jobs/job/sources.ts';
import { sentPromptsOf } from '../../jobs/job/variants.ts';
import { withStyleApart } from '../../studio/style.ts';
import type { WordRefusal } from '../admission/refusal.ts';
import { type ModerationSettings, NEW_SETTINGS } from '../settings/settings.ts';
import { alsoReadAs } from './also-read-as.ts';
import { findFloorLine } from './floor.ts';
import { createStepBudget, readPrompt, type StepBudget } from './prompt-words.ts';
import { CATEGORIES, type Category, STARTER_EXCEPTIONS, STARTER_LISTS } from './starter-lists.ts';
import { compileWordLists, exceptionsIn, positionsOf, withoutCovered } from './word-list.ts';

/** What the lists found: a refusal that no one can lift, or the line that requires a moderator. */
export type WordFinding = { refusal: WordRefusal } | { reviewLine: string };

export interface WordRules {
  /** Checks each prompt that the request sends. A refusal wins over a moderator's review. */
  check(
    request: Pick<JobRequest, 'prompt' | 'isVaried' | 'sources' | 'styleText'>,
    options: { ageRestricted: boolean },
  ): WordFinding | undefined;
}

type WordSettings = Pick<ModerationSettings, 'words' | 'categories'>;
const OWN_LISTS = ['allow', 'refuse', 'explicit', 'review'] as const;
type ListFinding = Exclude<(typeof OWN_LISTS)[number], 'allow'>;

/** Tens of milliseconds. An ordinary prompt needs a few thousand steps; the longest one with sixty ordinary patterns 100,000. */
export const CHECK_MAX_STEPS = 400_000;

const STARTERS = compileWordLists<Category | 'allow'>([
  { list: 'allow', phrases: STARTER_EXCEPTIONS },
  ...CATEGORIES.map((list) => ({ list, phrases: STARTER_LISTS[list] })),
]);

/** Reads a prompt once, so that the first member doesn't wait until all lists are compiled. */
export function warmUpWords(): void {
  createWordRules(NEW_SETTINGS).check({ prompt: 'a boat', isVaried: false, sources: [] }, { ageRestricted: false });
}

/** Compiles a server's own lists and the categories that are switched on. */
export function createWordRules(
  { words, categories }: WordSettings,
  newSteps: () => StepBudget = () => createStepBudget(CHECK_MAX_STEPS),
): WordRules {
  const own = compileWordLists(OWN_LISTS.map((list) => ({ list, lines: words[list] })));

  const lookAt = (
    text: string,
    { ageRestricted, withPictures }: { ageRestricted: boolean; withPictures: boolean },
  ): WordFinding | undefined => {
    const steps = newSteps();
    const prompt = readPrompt(text, steps);
    const underFloor = findFloorLine(prompt, { withPictures }, steps);
    if (underFloor !== undefined) return { refusal: { reason: 'floor', entry: underFloor } };

    const inOwn = own.find(prompt, steps);
    const inStarters = STARTERS.find(prompt, steps);
    const allowed = exceptionsIn(prompt, [...inOwn, ...inStarters], ['allow']);
    const found = withoutCovered(
      [
        ...inOwn.map((one) => ({ ...one, finding: one.list })),
        ...inStarters.map((one) => ({ ...one, finding: findingOf(one.list, categories, ageRestricted) })),
      ],
      allowed,
    );
    const shown = prompt.textWithout(positionsOf(allowed));
    const lineOf = (finding: ListFinding): string | undefined =>
      found.find((one) => one.finding === finding)?.written ?? own.findPattern(finding, shown, steps);

    const refused = lineOf('refuse');
    if (refused !== undefined) return { refusal: { reason: 'words', entry: refused } };
    const explicit = ageRestricted ? undefined : lineOf('explicit');
    if (explicit !== undefined) return { refusal: { reason: 'explicit', entry: explicit } };
    const reviewLine = lineOf('review');
    // The rest of the prompt is unchecked, so it can't be allowed.
    if (steps.isSpent) return { refusal: { reason: 'unread' } };
    return reviewLine === undefined ? undefined : { reviewLine };
  };

  return {
    check: (request, { ageRestricted }) => {
      const here = { ageRestricted, withPictures: usesPictures(request) };
      const findings = textsToCheck(request).flatMap((prompt) => lookAt(prompt, here) ?? []);
      return findings.find((one) => 'refusal' in one) ?? findings[0];
    },
  };
}

type Worded = Parameters<WordRules['check']>[0];

/** What a request sends, as everyone may read it. */
function textsToCheck(request: Worded): string[] {
  // The style's words and the member's own don't make an exception together.
  const apart = withStyleApart(request.prompt, request.styleText);
  const prompts = [
    ...new Set([request.prompt, ...alsoReadAs(request.prompt)]),
    ...(apart === undefined ? [] : [apart]),
  ];
  return prompts.flatMap((prompt) => sentPromptsOf({ ...request, prompt }));
}

/** Whether the floor refuses these words with a picture or clip, so that no button should offer that. */
export function isRefusedWithPictures(request: Worded): boolean {
  return textsToCheck(request).some((text) => {
    const steps = createStepBudget(CHECK_MAX_STEPS);
    return findFloorLine(readPrompt(text, steps), { withPictures: true }, steps) !== undefined;
  });
}

/** What a match in a category leads to; undefined if the category is off or doesn't apply here. */
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
