import type { Job } from '../jobs/job.ts';
import { type History, type HistoryEntry, jobOf } from '../jobs/records/history.ts';
import { isHiddenOrRemoved } from './reports/report-record.ts';
import type { Reports } from './reports/reports.ts';
import type { PreviewPhase, Previews } from './requests/previews.ts';

/**
 * Draws the message of an ended job anew, as far as moderation lets it show the job: what was hidden or removed stays so, a
 * preview stays one, and what was decided about one is not drawn over.
 */
export type Amend = (of: Job, draw: (job: Job) => Promise<void>) => Promise<void>;

/** Its message shows the job; later on it shows what was decided. */
const UNDECIDED: readonly PreviewPhase[] = ['making', 'ready', 'failed', 'unconfirmed'];

export interface AmendParts {
  history: Pick<History, 'find'>;
  previews: Pick<Previews, 'alone'>;
  reports: Pick<Reports, 'alone'>;
}

export function createAmend({ history, previews, reports }: AmendParts): Amend {
  return async ({ id, memberId, place: { guildId } }, draw) => {
    const entryNow = (): Promise<HistoryEntry | undefined> => history.find(guildId, memberId, id);

    const drawn = await previews.alone(id, async (preview) => {
      const entry = await entryNow();
      // Nobody knows where it is.
      if (!entry) return true;
      if (!preview || entry.messageId !== preview.card.messageId) return false;
      if (UNDECIDED.includes(preview.phase)) await draw({ ...jobOf(entry), isPreview: true });
      return true;
    });
    if (drawn) return;
    await reports.alone(guildId, id, async (report) => {
      const entry = await entryNow();
      if (entry && !isHiddenOrRemoved(report)) await draw(jobOf(entry));
    });
  };
}
