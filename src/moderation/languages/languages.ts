import type { PromptWords, StepBudget } from '../words/prompt-words.ts';
import type { WordMatch } from '../words/word-list.ts';
import { GERMAN } from './de.ts';
import { SPANISH } from './es.ts';
import { FRENCH } from './fr.ts';
import { JAPANESE, ROMAJI } from './ja.ts';
import { LOANS } from './loans.ts';
import { PORTUGUESE } from './pt.ts';
import { createReader } from './spaced.ts';
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

export function readOtherLanguages(
  prompt: PromptWords,
  { withPictures }: { withPictures: boolean },
  steps: StepBudget,
): OtherLanguages {
  const { findings, notEnglish } = readSpaced(prompt, steps);
  for (const { minor, sexual, revealing } of [...findings, readJapanese(prompt, steps)]) {
    if (minor !== undefined && sexual !== undefined) return { line: `${minor} + ${sexual}`, notEnglish };
    const line = withPictures ? (sexual ?? revealing) : undefined;
    if (line !== undefined) return { line, notEnglish };
  }
  return { line: undefined, notEnglish };
}
