import { RetryLater } from '../engine/lane.ts';
import { mayAppear, type Place } from '../jobs/job.ts';

/**
 * Messages as data. A record says by a pure function which state each of its messages should show, and keeps the state that
 * each showed last. Where the two differ, the message is behind: a step of the record brings it up to date, and writes down
 * what it showed. How a state looks, and how Discord is made to show it, is `src/discord/reconciler`.
 */

/** A state by message. A message that is not named is left as it is. */
export type MessageStates<Key extends string> = Readonly<Partial<Record<Key, string>>>;

/** The messages that do not show what they should yet, in the order in which they are wanted. */
export function behindOf<Key extends string>(
  wanted: MessageStates<Key>,
  shown: MessageStates<Key>,
  order: readonly Key[],
): Key[] {
  return order.filter((key) => wanted[key] !== undefined && wanted[key] !== shown[key]);
}

/** What came of bringing a message up to date. Where Discord is in trouble it throws `RetryLater`, and the step is tried again. */
export type Brought =
  | { outcome: 'there'; message: { id: string; channelId: string; files: { attachmentId: string; name: string }[] } }
  /** A person deleted it, or it went because it is not wanted. */
  | { outcome: 'gone' }
  /** Easel may not write there, or the channel is gone. */
  | { outcome: 'closed' }
  /** Discord takes no files of this size there. */
  | { outcome: 'too large' };

/**
 * Looks for the answer to a command where no record knows whether Discord took it.
 * @param find by the interaction's token.
 * @returns its id; undefined where there is none. @throws RetryLater where Discord may still take it.
 */
export async function lookForAnswer(
  place: Pick<Place, 'messageId' | 'token' | 'tokenIssuedAtMs'>,
  find: () => Promise<string | undefined>,
  clock: { now(): number },
): Promise<string | undefined> {
  const messageId = await find();
  if (messageId === undefined && mayAppear(place, clock.now())) throw new RetryLater();
  return messageId;
}
