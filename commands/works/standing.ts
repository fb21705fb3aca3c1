import { isFetchable } from '../../src/jobs/job.ts';
import type { HistoryEntry } from '../../src/jobs/records/history.ts';
import { isHiddenOrRemoved } from '../../src/moderation/reports/report-record.ts';
import { isWithModerators } from '../../src/moderation/requests/request.ts';
import type { CommandContext } from '../support/context.ts';

/** Whether everybody sees a result, its member alone, or what moderation made of it. */
export type Standing = 'open' | 'draft' | 'hidden' | 'removed' | 'unpublished';

export async function standingOf(
  guildId: string,
  { jobId, messageId, request }: Pick<HistoryEntry, 'jobId' | 'request'> & { messageId?: string | undefined },
  { moderation }: CommandContext,
): Promise<Standing> {
  const report = await moderation.reports.find(guildId, jobId);
  if (isHiddenOrRemoved(report)) return report?.state === 'hidden' ? 'hidden' : 'removed';
  if (isWithModerators(await moderation.requests.find(jobId), messageId)) return 'unpublished';
  return request.isDraft ? 'draft' : 'open';
}

/** Whether its member may have its files from the service again. */
export function isToGet(entry: HistoryEntry | undefined, standing: Standing): boolean {
  return entry !== undefined && isOpenToMember(standing) && entry.tasks.some(isFetchable);
}

/** A draft, and what waits for moderators, its own member may look at. */
export const isOpenToMember = (standing: Standing): boolean => standing !== 'hidden' && standing !== 'removed';
