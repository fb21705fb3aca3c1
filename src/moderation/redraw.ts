import type { EndedJob, Job } from '../jobs/job/job.ts';
import type { History } from '../jobs/records/history.ts';
import { isHiddenOrRemoved } from './access/access.ts';
import type { Reports } from './reports/reports.ts';
import type { Phase } from './requests/request.ts';
import type { Requests } from './requests/requests.ts';

/** Phases in which the message shows the job; in later ones it shows the decision. */
const UNDECIDED: readonly Phase[] = ['making', 'ready', 'failed', 'unconfirmed'];

/**
 * Redraws the message of an ended job, as far as moderation allows: a hidden or removed result stays so, a preview is drawn
 * for moderators, and a message that shows a decision stays unchanged.
 * @returns what `draw` returned; false if nothing was drawn
 */
export function createRedraw({
  history,
  requests,
  reports,
}: {
  history: Pick<History, 'find'>;
  requests: Pick<Requests, 'runExclusive'>;
  reports: Pick<Reports, 'runExclusive'>;
}) {
  return async (
    { id, memberId, location: { guildId } }: Job,
    draw: (job: Job) => Promise<boolean>,
  ): Promise<boolean> => {
    const entryNow = (): Promise<EndedJob | undefined> => history.find(guildId, memberId, id);

    const drawn = await requests.runExclusive(id, async (request) => {
      const entry = await entryNow();
      // Without an entry, the message's location is unknown.
      if (!entry) return false;
      if (!request?.result || entry.location.messageId !== request.result.messageId) return undefined;
      if (!UNDECIDED.includes(request.phase)) return false;
      return draw({ ...entry, location: { ...entry.location, isForModerators: true } });
    });
    if (drawn !== undefined) return drawn;
    return reports.runExclusive(guildId, id, async (report) => {
      const entry = await entryNow();
      return entry !== undefined && !isHiddenOrRemoved(report?.state) && draw(entry);
    });
  };
}
