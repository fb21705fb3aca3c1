import { isFetchable, type Job } from '../../jobs/job.ts';
import { type HistoryEntry, jobOf } from '../../jobs/records/history.ts';
import type { GatedRequest } from './request.ts';

/** A draft that is shown leaves what was not chosen behind, as a draft of its own. */

/** The work as everybody is to see it: what was chosen, and what an operator has still to look at. */
export function shownOf({ request, shows }: GatedRequest, entry: HistoryEntry): HistoryEntry {
  if (!shows) return entry;
  return { ...entry, request, tasks: entry.tasks.filter((task) => isChosen(shows, task) || isOpen(task)) };
}

/** What stays with its member; none where nothing of it could be had again. */
export function restOf({ shows }: GatedRequest, entry: HistoryEntry | undefined): Job[] {
  if (!shows || !entry) return [];
  const tasks = entry.tasks.filter((task) => !isChosen(shows, task) && !isOpen(task));
  return tasks.some(isFetchable) ? [jobOf({ ...entry, jobId: shows.restJobId, tasks })] : [];
}

type Task = HistoryEntry['tasks'][number];

const isChosen = ({ taskKeys }: NonNullable<GatedRequest['shows']>, { key }: Task): boolean => taskKeys.includes(key);

/** Its hold is known by the job's id. */
const isOpen = (task: Task): boolean => task.state === 'unconfirmed' && !task.resolved;
