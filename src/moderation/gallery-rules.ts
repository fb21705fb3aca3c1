import type { ReportRecord } from './report-record.ts';
import type { Words } from './words.ts';

/** What keeps a result out of the gallery, at the press and until it is there. */

/** After reports, until a moderator restores it. */
export function isHiddenOrRemoved(report: ReportRecord | undefined): boolean {
  return report?.state === 'hidden' || report?.state === 'removed';
}

/** Whether the lists refuse its prompt by now; what a moderator would look at first was looked at. */
export function isRefusedBy(words: Words, prompt: string, ageRestricted: boolean): boolean {
  const found = words.look(prompt, { ageRestricted });
  return found !== undefined && found.finding !== 'review';
}
