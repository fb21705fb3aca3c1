/** Sentences of one language, one a line. The floor's table tests go through them. */
export interface Sentences {
  /** Of a person in a source picture. */
  refusedWithPicture: string;
  /** With a source picture and without. */
  refused: string;
  /** With a source picture and without. */
  innocent: string;
  innocentWithoutPicture: string;
}

export const linesOf = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim());
