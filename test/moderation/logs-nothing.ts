import type { Decisions } from '../../src/moderation/records/decisions.ts';

/** For records whose log doesn't matter. */
export const LOGS_NOTHING: Pick<Decisions, 'loggedBy'> = {
  loggedBy: () => () => ({ changes: [], onCommitted: () => undefined }),
};
