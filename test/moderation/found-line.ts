import type { WordFinding } from '../../src/moderation/words/words.ts';

/** The line of the lists that a finding is about. */
export function foundLine(found: WordFinding | undefined): string | undefined {
  if (found === undefined) return undefined;
  if ('reviewLine' in found) return found.reviewLine;
  return 'entry' in found.refusal ? found.refusal.entry : found.refusal.reason;
}
