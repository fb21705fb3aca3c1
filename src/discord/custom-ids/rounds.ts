import { z } from 'zod';
import { idsWithVerbs } from './ids.ts';
import { idPart, numberPart, timePart } from './parts.ts';

const round = { roundId: idPart };
const page = { page: numberPart };
const entry = { number: numberPart, ...page };

/** Which of them a moderator ends early. */
const phasePart = z.codec(z.enum(['s', 'v']), z.enum(['submitting', 'voting']), {
  decode: (letter) => (letter === 's' ? 'submitting' : 'voting'),
  encode: (phase) => (phase === 'submitting' ? 's' : 'v'),
});

/** The buttons of a round; the member of the message that all see is the opener. */
export const roundIds = idsWithVerbs('round', {
  submit: round,
  mine: round,
  withdraw: round,
  entries: round,
  page: { ...round, ...page },
  vote: { ...round, ...entry },
  manage: round,
  managepage: { ...round, ...page },
  remove: { ...round, ...entry },
  /** With the time of what moderators read. */
  letin: { ...round, ...entry, atMs: timePart },
  end: { ...round, phase: phasePart },
  cancel: round,
  surely: round,
});
