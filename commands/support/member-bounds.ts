import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { type MemberBound, TooOftenError } from '../../src/engine/member-bound.ts';
import type { InServer, Needs } from './context.ts';

/**
 * Runs `work` within a limit of each member.
 * @param tooOften says when to try again, or to wait for what is still running
 * @throws MemberError if the member has reached it
 */
export async function runWithin<Result>(
  bound: MemberBound,
  userId: string,
  tooOften: (tryAgainAtMs: number | undefined) => string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await bound.run(userId, work);
  } catch (error) {
    if (!(error instanceof TooOftenError)) throw error;
    throw new MemberError(tooOften(error.tryAgainAtMs), 'limit.often');
  }
}

/** Searches among works, one search of a member at a time. @throws MemberError if the member searches too often */
export function searchInBounds<Found>(
  { userId }: Pick<InServer, 'userId'>,
  { texts, works }: Needs<'texts' | 'works'>,
  search: () => Promise<Found>,
): Promise<Found> {
  return runWithin(works.searchBound, userId, () => texts.works.searchedOften, search);
}
