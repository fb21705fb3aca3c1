import { type Next, RetryLater } from '../../engine/lane.ts';
import { type JobRef, type MessageLocation, nextLook } from '../../jobs/job/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Answers } from '../../jobs/records/answers.ts';
import type { History } from '../../jobs/records/history.ts';
import type { Decisions } from '../../moderation/records/decisions.ts';
import type { Members } from '../../moderation/records/members.ts';
import type { Brought } from '../../moderation/records/messages.ts';
import type { Needs } from '../../runtime.ts';
import { createKeyedLocks } from '../../store/locks.ts';
import type { Texts } from '../../texts/en.ts';
import type { SentMessage } from '../rest/message.ts';
import type { MessageBody } from '../rest/message-body.ts';
import type { MessageAt, MessageClient, MessageOptions } from '../rest/message-client.ts';
import { isUnknownChannel, NotDoneError, type Outcome } from '../rest/outcome.ts';
import type { PersonalNotices } from './personal-notices.ts';

/** One message of a record, as Discord should show it. */
export interface WantedMessage extends MessageOptions {
  /** Where it is, or where to post it if it has no id and no interaction token. */
  at: MessageAt;
  /** What it shows. Also needed to delete: posting again finds a message whose id a crash lost. */
  body: MessageBody;
  /** Set if the message should not exist. One posted since then is found by its key for some minutes. */
  unwantedSinceMs?: number;
  /** Where to post it again if it is gone, or if this is another channel and the old one is closed. */
  replaceIn?: { guildId: string; channelId: string };
  /** The same for each try to post this message. */
  idempotencyKey: string;
}

/**
 * Makes Discord show what records say.
 *
 * A pure function of the record says which messages should exist and in which state (`src/moderation/records/messages.ts`). The
 * record keeps where each message is and the state it showed last, so comparing data tells which are behind. The record's
 * step calls `bring` for those and stores the outcome; after a crash it calls `bring` again.
 *
 * To use it: render the message to a body, call `bring`, and store `message.id`. Don't catch what it throws; the engine
 * retries the step. A message that a person deleted returns `gone` and isn't posted again, unless it has a `replaceIn`; then
 * the outcome names the new message. Results with files go through `sendResults`.
 */
export interface Reconciler {
  bring(wanted: WantedMessage): Promise<Brought>;
  /**
   * The id of the message that answered an interaction, or when to look again. Undefined if there is none, and none
   * can appear, or its token has expired.
   */
  findAnswer(at: MessageLocation): Promise<FoundAnswer>;
}

export type FoundAnswer = string | Next;

/** What the messages of records need. */
export interface MessageParts {
  reconciler: Reconciler;
  client: MessageClient;
  personal: PersonalNotices;
  history: Pick<History, 'change' | 'countDerived' | 'find'>;
  answers: Pick<Answers, 'find'>;
  decisions: Pick<Decisions, 'find'>;
  members: Pick<Members, 'of'>;
  jobs: Pick<Jobs, 'fetchAgain' | 'find' | 'findAny' | 'showAgain'>;
  /** How many other members starred a work; none if that can't be read. */
  starsOf: (work: JobRef) => Promise<number>;
  texts: Texts;
}

/** Longer rate limits are left to the engine's retry. */
const LONGEST_TURN_MS = 30_000;

interface Parts extends Needs<'clock' | 'stop'> {
  client: Pick<MessageClient, 'delete' | 'deleteLost' | 'edit' | 'findAnswer' | 'post'>;
}

export function createReconciler({ client, clock, stop }: Parts): Reconciler {
  const locks = createKeyedLocks();

  /** Posts to one channel in turn, so that a burst waits here for rate limits instead of in calls that time out. */
  const post = ({ at, body, signal = stop, ...options }: WantedMessage): Promise<Outcome<SentMessage>> =>
    locks.run(at.channelId, async () => {
      for (;;) {
        const posted = await client.post(at, body, { ...options, signal });
        const waitMs = posted.outcome === 'unavailable' ? posted.retryAfterMs : undefined;
        if (waitMs === undefined || waitMs > LONGEST_TURN_MS) return posted;
        await clock.sleep(waitMs, signal);
      }
    });

  const isReplaced = (outcome: Brought['outcome'], { at, replaceIn }: WantedMessage): boolean =>
    outcome === 'gone' || (outcome === 'closed' && replaceIn?.channelId !== at.channelId);

  const toPosted = (posted: Brought): Brought => (posted.outcome === 'gone' ? { outcome: 'closed' } : posted);

  return {
    bring: async (wanted) => {
      const { at, body, unwantedSinceMs: postedAfterMs, replaceIn, ...options } = wanted;
      const isUnknown = at.messageId === undefined && !at.token;
      if (postedAfterMs !== undefined) {
        const lost = { ...at, body, postedAfterMs };
        return toBrought(isUnknown ? await client.deleteLost(lost, options) : await client.delete(at, options));
      }
      if (isUnknown) return toPosted(toBrought(await post(wanted)));
      const edited = toBrought(await client.edit(at, body, options));
      if (!replaceIn || !isReplaced(edited.outcome, wanted)) return edited;
      // The next replacement has another key.
      const anew = { ...options, at: replaceIn, body, idempotencyKey: `${at.messageId}-r` };
      return toPosted(toBrought(await post(anew)));
    },
    findAnswer: async (at) => {
      const found = toBrought(await client.findAnswer(at));
      if (found.outcome === 'there') return found.message.id;
      return nextLook(at, clock.now());
    },
  };
}

/** The one place that interprets Discord's outcomes for records. @throws RetryLater */
export function toBrought(outcome: Outcome<SentMessage> | Outcome<void>): Brought {
  switch (outcome.outcome) {
    case 'done':
      return outcome.value ? { outcome: 'there', message: outcome.value } : { outcome: 'gone' };
    case 'no access':
      return { outcome: 'closed' };
    case 'gone':
      return { outcome: 'gone', ...(isUnknownChannel(outcome.cause) && { isChannelGone: true }) };
    case 'too large':
    case 'not accepted':
      return { outcome: outcome.outcome };
    case 'unavailable':
      throw new RetryLater(outcome.retryAfterMs, { cause: outcome.cause });
    case 'file gone':
      throw new RetryLater(0, { cause: outcome.cause });
    default:
      throw new NotDoneError(outcome);
  }
}
