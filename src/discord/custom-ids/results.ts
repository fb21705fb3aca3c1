import { idsOf, idsWithVerbs } from './ids.ts';
import { idPart, snowflakePart } from './parts.ts';

/** The buttons of jobs, their results, and what shows those. */

const job = { jobId: idPart };

export const cancelIds = idsOf('cancel', job);
export const againIds = idsOf('again', job);
export const deleteIds = idsOf('delete', job);
/** On the question before it, with the message that goes. */
export const surelyDeleteIds = idsOf('surelydelete', { ...job, messageId: snowflakePart });
export const promptIds = idsOf('prompt', job);
export const fetchIds = idsOf('fetch', job);
export const starIds = idsOf('star', job);
export const saveStyleIds = idsOf('savestyle', job);
/** On the form, with the message that is reported. */
export const reportIds = idsOf('report', { ...job, messageId: snowflakePart.optional() });
/** What moderators decide about what was reported. */
export const reportedIds = idsWithVerbs('reported', { keep: job, remove: job });
/** On what everybody sees: opens a menu for moderators alone. */
export const moderateIds = idsOf('moderate', job);
export const moderateRequestIds = idsOf('moderaterequest', { requestId: idPart });
/** In that menu, and on the forms that it opens; the member is whose it is. */
export const moderatingIds = idsWithVerbs('moderating', { keep: job, remove: job, timeout: {}, member: {} });
export const galleryIds = idsWithVerbs('gallery', { show: job, out: job });
export const previewIds = idsWithVerbs('preview', { look: job, publish: job, discard: job });

/** On a draft: to show it; of several, those that are chosen. */
export const draftIds = idsWithVerbs('draft', { show: job, chosen: job });

/** On a result: a form to make something else of it. */
export const workIds = idsWithVerbs('work', { change: job, animate: job, edit: job });
/** On that form, with what was picked when it was opened; the member is who opened it. */
export const workFormIds = idsWithVerbs('workform', {
  change: { pickId: idPart },
  animate: { pickId: idPart },
  edit: { pickId: idPart },
});

/** Under the question whether somebody may work on from a result; the member is its owner. */
const question = { ...job, askerId: snowflakePart };
export const consentIds = idsWithVerbs('consent', { allow: question, refuse: question });

export interface ResultRef {
  jobId: string;
  memberId: string;
}

/** By which a result is known on any of its messages. */
const OF_RESULTS = [againIds, cancelIds, reportIds, galleryIds, previewIds, reportedIds, moderateIds];

/** The job of a message, by the first of its buttons that tells. */
export function resultOf(customIds: readonly string[] = []): ResultRef | undefined {
  return customIds.flatMap((customId) => OF_RESULTS.map(({ read }) => read(customId))).find(Boolean);
}
