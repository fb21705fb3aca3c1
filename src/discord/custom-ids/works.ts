import { idsWithVerbs } from './ids.ts';
import { idPart } from './parts.ts';

/** The buttons by which members find their works again. The member is who looks. */

/** Of all works, where nothing is looked for; otherwise what is kept under this id. */
export const ALL_WORKS = '0';

const view = { viewId: idPart };
const beside = { ...view, jobId: idPart };

/** A page of a view: the first, or one that begins behind, before or with a work; and the menu of the works on it. */
export const historyIds = idsWithVerbs('history', {
  newest: view,
  older: beside,
  newer: beside,
  from: beside,
  open: view,
});
