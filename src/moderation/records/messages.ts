import { z } from 'zod';
import { lateTriesSchema, triedAgain, waitMs } from '../../engine/late-tries.ts';
import { HOUR_MS } from '../../time/clock.ts';

/**
 * Messages as data. A pure function of a record says which state each of its messages should show; the record keeps the
 * state that each showed last. If they differ, the message is behind, and a step of the record brings it up to date and
 * stores what it shows. `src/discord/reconciler` renders states and makes Discord show them.
 */

/** Managers may open a closed channel again; Discord blocks bots with too many refused calls. */
export const CLOSED_WAIT_MS = HOUR_MS;

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

/** Whether a later edit may succeed. What a person deleted stays deleted, but a channel may only be out of sight. */
export const isOutOfReach = (brought: Brought | undefined): boolean =>
  brought?.outcome === 'closed' || (brought?.outcome === 'gone' && brought.isChannelGone === true);

/** The messages that were out of reach when they should have shown the state that their record has for them. */
export const unreachedSchema = z.array(lateTriesSchema.extend({ key: z.string() })).optional();
type Unreached = z.output<typeof unreachedSchema>;

interface Shown {
  shown: MessageStates<string>;
  unreached?: Unreached;
}

/** What a record knows of messages out of reach after one was brought to a state. Each state is tried for a week. */
export function unreachedAfter(
  { shown, unreached = [] }: Shown,
  { key, state, isReached }: { key: string; state: string | undefined; isReached: boolean },
  nowMs: number,
): { unreached?: Unreached } {
  const others = unreached.filter((one) => one.key !== key);
  const before = shown[key] === state ? unreached.find((one) => one.key === key) : undefined;
  const tries = isReached ? undefined : triedAgain(before, nowMs);
  return tries || unreached.length > 0 ? { unreached: tries ? [...others, { key, ...tries }] : others } : {};
}

/** Which message to try again next, and when. A message whose state has changed is behind anyway. */
export function nextLateTry<Key extends string>(
  { shown, unreached = [] }: Shown,
  wanted: MessageStates<Key>,
  order: readonly Key[],
  nowMs: number,
): { key: Key; inMs: number } | undefined {
  const late = order.flatMap((key) => {
    const tries = unreached.find((one) => one.key === key);
    return tries && wanted[key] !== undefined && wanted[key] === shown[key]
      ? [{ key, inMs: waitMs(tries, nowMs) }]
      : [];
  });
  return late.toSorted((a, b) => a.inMs - b.inMs)[0];
}
