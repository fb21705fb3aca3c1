import type { Words } from '../words/words.ts';

/** Whether the lists refuse its prompt by now; what a moderator would look at first was looked at. */
export function isRefusedBy(words: Words, prompt: string, ageRestricted: boolean): boolean {
  const found = words.look(prompt, { ageRestricted });
  return found !== undefined && found.finding !== 'review';
}
