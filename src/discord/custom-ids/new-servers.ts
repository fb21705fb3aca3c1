import { idsWithVerbs } from './ids.ts';
import { numberPart } from './parts.ts';

/** On the operator's card about a new server. The id that other controls have for their member is the server's here. */
export const newServerIds = idsWithVerbs('newserver', { give: { credits: numberPart }, later: {} });
