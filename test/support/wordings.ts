import { type Phrase, parsePhrase } from '../../src/moderation/words/phrases.ts';

/** Wordings of a phrase, until each of its alternatives is in at least one. */
export const wordingsOf = (phrase: string): string[] => wordingsIn(parsePhrase(phrase));

const wordingsIn = (phrase: Phrase): string[] => {
  const parts = phrase.map((part) => (typeof part === 'string' ? [part] : part.flatMap(wordingsIn)));
  const count = Math.max(1, ...parts.map(({ length }) => length));
  return Array.from({ length: count }, (_, index) =>
    parts
      .map((wordings) => wordings[index % wordings.length] ?? '')
      .filter((words) => words !== '')
      .join(' '),
  );
};
