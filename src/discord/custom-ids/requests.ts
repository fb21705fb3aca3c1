import { idsWithVerbs } from './ids.ts';
import { idPart, numberPart } from './parts.ts';

/** With the prompt that is shown beside it: a press is about that one. A card from before prompts were counted shows the first. */
const request = { requestId: idPart, edits: numberPart.optional() };

/** The buttons of a request that waits, and the forms that they open. */
export const waitingIds = idsWithVerbs('waiting', {
  approve: request,
  reject: request,
  edit: request,
  trust: request,
  withdraw: request,
  why: request,
  second: request,
  veto: request,
  prompt: request,
});
