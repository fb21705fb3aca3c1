import { behindOf, type MessageStates } from '../messages.ts';
import { deadlineOf, type ReportPart, type ReportRecord } from './report-record.ts';

/** What each part of a reported result should be. What came down with its source has no reports of its own, and so no card. */
export function statesOf(record: ReportRecord, nowMs: number): MessageStates<ReportPart> {
  const { state, shown, reports } = record;
  const last = reports.at(-1);
  const card = last && `${state} ${last.byId} ${last.atMs}`;
  const all = { ...(card && { card }), result: state, notice: state };
  switch (state) {
    case 'shown':
      return { ...(card && { card }) };
    case 'restored': {
      const { notice, ...others } = all;
      // Of what was hidden and restored at once its member knows nothing.
      return { ...others, copy: 'up', ...(shown.notice !== undefined && { notice }) };
    }
    case 'removed':
      return { ...all, copy: 'down', children: state };
    case 'hidden':
      return {
        ...all,
        ...operatorOf(record, nowMs),
        copy: 'down',
        ...(isEmptied(record, card) && { result: 'emptied' }),
      };
  }
}

/** The operator hears of an intimate picture, and again when moderators did not decide about it in time. */
function operatorOf(record: ReportRecord, nowMs: number): { operator?: string } {
  const deadlineMs = deadlineOf(record);
  if (deadlineMs === undefined) return {};
  return { operator: `${nowMs < deadlineMs ? 'reported' : 'overdue'} ${deadlineMs}` };
}

/** An intimate picture loses its files once the card has taken them over, or none can; meanwhile they are spoilers. */
function isEmptied({ urgent, card, shown }: ReportRecord, cardState: string | undefined): boolean {
  return urgent !== undefined && (card !== undefined || shown.result === 'emptied' || shown.card === cardState);
}

/** A copy in the gallery comes back once the result is shown, and goes before all. What its member reads comes after that. */
export function behind(record: ReportRecord, nowMs: number): ReportPart[] {
  const order: ReportPart[] =
    record.state === 'restored'
      ? ['result', 'card', 'copy', 'notice']
      : ['copy', 'result', 'card', 'children', 'notice', 'operator'];
  return behindOf(statesOf(record, nowMs), record.shown, order);
}

/** Whether a part waits for all others to be brought. */
export const isLast = ({ state }: ReportRecord, part: ReportPart): boolean =>
  part === 'notice' || (part === 'copy' && state === 'restored');
