import { z } from 'zod';

/**
 * Messages as data. A pure function of a record says which state each of its messages should show; the record keeps the
 * state that each showed last. If they differ, the message is behind, and a step of the record brings it up to date and
 * stores what it shows. `src/discord/reconciler` renders states and makes Discord show them.
 */

/** Where a message is, or will be. */
export const messageSchema = z.strictObject({ channelId: z.string(), messageId: z.string().optional() });

/** The state of each message. Messages that aren't named stay unchanged. */
export type MessageStates<Key extends string> = Readonly<Partial<Record<Key, string>>>;

/** The messages that are behind, in the order of `wanted`. */
export function behindOf<Key extends string>(
  wanted: MessageStates<Key>,
  shown: MessageStates<Key>,
  order: readonly Key[],
): Key[] {
  return order.filter((key) => wanted[key] !== undefined && wanted[key] !== shown[key]);
}

interface BroughtMessage {
  id: string;
  channelId: string;
  files: { attachmentId: string; name: string }[];
  /** The files' addresses by id, for about a day. Known if the message was just sent or edited. */
  addresses?: ReadonlyMap<string, string>;
}

/** The outcome of bringing a message up to date. If Discord is unavailable, it throws `RetryLater` instead. */
export type Brought =
  | { outcome: 'there'; message: BroughtMessage }
  /** A person deleted it or its whole channel, or Easel did because it isn't wanted. */
  | { outcome: 'gone'; isChannelGone?: boolean }
  /** Easel can't post there, or the channel is gone. */
  | { outcome: 'closed' }
  /** Discord refuses files of this size there. */
  | { outcome: 'too large' }
  /** Discord refuses these files at any size. */
  | { outcome: 'not accepted' };
