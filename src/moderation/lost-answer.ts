import { mayAppear, type Place } from '../jobs/job.ts';

/**
 * Looks for the answer to a command of which no record knows whether Discord took it.
 * @param find by the interaction's token.
 * @returns `unknown` where Discord may still take it.
 */
export async function lookForAnswer(
  place: Pick<Place, 'messageId' | 'token' | 'tokenIssuedAtMs'>,
  find: () => Promise<string | undefined>,
  clock: { now(): number },
): Promise<{ messageId: string } | 'none' | 'unknown'> {
  const messageId = await find();
  if (messageId !== undefined) return { messageId };
  return mayAppear(place, clock.now()) ? 'unknown' : 'none';
}
