/**
 * Sentences of one language, one a line. A refused one is here because the floor knows some word or rule by it: without that
 * word or rule, it would pass.
 */
export interface Sentences {
  /** Of a person in a source picture. */
  refusedWithPicture: string;
  /** With a source picture and without. */
  refused: string;
  /** In an ordinary channel of a new server, with a source picture and without. */
  innocent: string;
  /** The same, but with a source picture, people could be meant. */
  innocentWithoutPicture: string;
  /** The floor passes these without a picture, but servers' lists may refuse them. */
  leftToServers?: string;
}

export const linesOf = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim());
