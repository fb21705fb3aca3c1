import { REPORTS_A_DAY } from '../records/members.ts';
import { decidedStateOf, type ReportRecord } from './report-record.ts';

/** How much one member may report in a day. */

/** A member's later reports of a day are listed on the card of an earlier one. */
export const CARDS_A_DAY = 5;
/** Each report of an intimate picture hides a result at once. */
const INTIMATE_A_DAY = 5;
/** Once moderators restored this many, the member can hide one result at a time. */
const RESTORED_MAX = 2;

export type ReportLimit = 'too many' | 'too many intimate';

/**
 * @param made the number of other results that the member reported within a day
 * @param intimate for one more intimate picture, the records of those that they reported as such. A removal shows that a
 * report was right, so it doesn't count.
 */
export function limitReached(
  made: number,
  intimate: readonly (Pick<ReportRecord, 'state' | 'undo'> | undefined)[] = [],
): ReportLimit | undefined {
  if (made >= REPORTS_A_DAY) return 'too many';
  const counted = intimate.filter((one) => !one || decidedStateOf(one) !== 'removed');
  const undecided = counted.filter((one) => one?.state === 'hidden').length;
  const isOneAtATime = counted.length - undecided >= RESTORED_MAX && undecided > 0;
  return isOneAtATime || counted.length >= INTIMATE_A_DAY ? 'too many intimate' : undefined;
}
