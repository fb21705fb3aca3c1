import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { TooOftenError } from '../../src/engine/member-bound.ts';
import type { InServer, Needs } from './context.ts';

/** Searches among works, one search of a member at a time. @throws MemberError if the member searches too often */
export async function searchInBounds<Found>(
  { userId }: Pick<InServer, 'userId'>,
  { texts, works }: Needs<'texts' | 'works'>,
  search: () => Promise<Found>,
): Promise<Found> {
  try {
    return await works.searchBound.run(userId, search);
  } catch (error) {
    if (!(error instanceof TooOftenError)) throw error;
    throw new MemberError(texts.works.searchedOften, 'limit.often');
  }
}
