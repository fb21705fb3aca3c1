import { idsOf, idsWithVerbs } from '../../src/discord/custom-ids/ids.ts';
import { idPart } from '../../src/discord/custom-ids/parts.ts';

const asked = { askingId: idPart };

/** What a member can do with a request that waits for their word. */
export const askIds = idsWithVerbs('ask', { yes: asked, no: asked, edit: asked });
/** On the form in which they edit it. */
export const askFormIds = idsOf('askform', asked);
