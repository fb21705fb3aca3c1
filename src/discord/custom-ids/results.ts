import { idsOf, idsWithVerbs } from './ids.ts';
import { idPart, snowflakePart } from './parts.ts';

/** The buttons of jobs, their results, and what shows those. */

const job = { jobId: idPart };

export const cancelIds = idsOf('cancel', job);
export const againIds = idsOf('again', job);
export const deleteIds = idsOf('delete', job);
export const promptIds = idsOf('prompt', job);
export const fetchIds = idsOf('fetch', job);
/** On the form, with the message that is reported. */
export const reportIds = idsOf('report', { ...job, messageId: snowflakePart.optional() });
/** What moderators decide about what was reported. */
export const reportedIds = idsWithVerbs('reported', { keep: job, remove: job });
export const galleryIds = idsWithVerbs('gallery', { show: job, out: job });
export const previewIds = idsWithVerbs('preview', { look: job, publish: job, discard: job });
