import { mayAppear, type Place } from '../jobs/job.ts';

/** Where a message is, that there is none in reach, or that Discord is in trouble. */
export type Posted = { messageId: string } | 'no access' | 'unavailable';

/**
 * Looks for the answer to a command of which no record knows whether Discord took it.
 * @param find by the interaction's token.
 * @returns `unknown` where Discord does not say, or may still take it.
 */
export async function lookForAnswer(
  place: Pick<Place, 'messageId' | 'token' | 'tokenIssuedAtMs'>,
  find: () => Promise<Posted>,
  clock: { now(): number },
): Promise<{ messageId: string } | 'none' | 'unknown'> {
  const found = await find();
  if (found === 'unavailable') return 'unknown';
  if (found !== 'no access') return found;
  return mayAppear(place, clock.now()) ? 'unknown' : 'none';
}
