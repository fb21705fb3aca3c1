import type { PromptWords, StepBudget } from '../words/prompt-words.ts';
import type { WordMatch } from '../words/word-list.ts';
import { GERMAN } from './de.ts';
import { SPANISH } from './es.ts';
import { FRENCH } from './fr.ts';
import { JAPANESE, ROMAJI } from './ja.ts';
import { LOANS } from './loans.ts';
import { PORTUGUESE } from './pt.ts';
import { createReader, type Finding } from './spaced.ts';
import { createUnspacedReader } from './unspaced.ts';

/**
 * The floor in languages other than English: German, French, Spanish, Brazilian Portuguese and Japanese. Every prompt is read
 * in all of them. Each language reads its own words, so that innocent words of one aren't taken for another's.
 */
const readSpaced = createReader([GERMAN, FRENCH, SPANISH, PORTUGUESE, ROMAJI], LOANS);
const readJapanese = createUnspacedReader(JAPANESE);

export interface OtherLanguages {
  /** The line that the prompt breaks in one of these languages. */
  line: string | undefined;
  /** Words that aren't English here, though English lists have them. */
  notEnglish: readonly WordMatch<unknown>[];
}

/** @param innocent - English phrases whose words count in no language. */
export function readOtherLanguages(
  prompt: PromptWords,
  { withPictures, innocent }: { withPictures: boolean; innocent: readonly WordMatch<unknown>[] },
  steps: StepBudget,
): OtherLanguages {
  const { findings, notEnglish } = readSpaced(prompt, innocent, steps);
  const all = [...findings, readJapanese(prompt, steps)];
  const firstOf = (kind: keyof Finding): string | undefined => all.find((one) => one[kind] !== undefined)?.[kind];
  const [minor, sexual] = [firstOf('minor'), firstOf('sexual')];
  // The two may be words of different languages.
  if (minor !== undefined && sexual !== undefined) return { line: `${minor} + ${sexual}`, notEnglish };
  return { line: withPictures ? (sexual ?? firstOf('revealing')) : undefined, notEnglish };
}
