import { idsOf, idsWithVerbs } from './ids.ts';
import { idPart, snowflakePart } from './parts.ts';

/** The buttons by which members find their works again. The member is who looks. */

/** Of all works, where nothing is looked for; otherwise what is kept under this id. */
export const ALL_WORKS = '0';

const view = { viewId: idPart };
const beside = { ...view, jobId: idPart };

/** A page of a view: the first, or one that begins behind, before or with a work; the menu of the works on it, and all of it as a file. */
export const historyIds = idsWithVerbs('history', {
  newest: view,
  older: beside,
  newer: beside,
  from: beside,
  open: view,
  export: view,
});

const work = { jobId: idPart };

/** On one work's page; the member is whose work it is. */
export const pageIds = idsWithVerbs('page', {
  bring: work,
  star: { ...work, ...view },
  collect: { ...work, ...view },
  terms: { ...work, ...view },
});
/** On the form that sorts a work into collections; the member is who opened it. */
export const collectFormIds = idsOf('collectform', { ...work, ownerId: snowflakePart, ...view });
