import type { Clock } from '../../clock.ts';
import { RetryLater } from '../../engine/lane.ts';
import type { Brought } from '../../moderation/messages.ts';
import { createKeyedLocks } from '../../store/locks.ts';
import type { Board, BoardOptions, MessageAt } from '../rest/board.ts';
import type { SentMessage } from '../rest/message.ts';
import type { MessageBody } from '../rest/message-body.ts';
import { NotDoneError, type Outcome } from '../rest/outcome.ts';

/** One message of a record, as it should be on Discord. */
export interface WantedMessage extends BoardOptions {
  /** Where it is, or is to be posted where it has no id yet and no interaction's token opens it. */
  at: MessageAt;
  /** What it shows. Also needed where no message is wanted: one whose id a crash lost is found by posting it again. */
  body: MessageBody;
  /** Given where there should be no message. One that was posted since then is found by its key for some minutes. */
  unwantedSinceMs?: number;
  /** The same for every try to post this message into its channel, and another for the message that replaces it. */
  idempotencyKey: string;
}

/**
 * Makes Discord show what records say.
 *
 * A record's part: a pure function says which messages should be there and in which state (`src/moderation/messages.ts`).
 * The record keeps, by message, where it is and the state that it showed last, so whether one is behind is a comparison of
 * data. Its step calls `bring` for each that is behind and writes down what came of it; what a crash cuts off is brought again.
 *
 * To use it: render the record's message to a body, call `bring`, and keep `message.id`. Let what it throws pass: the
 * scheduler tries the step again. A message that a person deleted comes back as `gone` and is not posted again, unless the
 * record asks for another one by dropping the id and changing the key. Results with files go through `sendResults`.
 */
export interface Reconciler {
  bring(wanted: WantedMessage): Promise<Brought>;
  /** The id of the message that answered an interaction; undefined where there is none, or its token has ended. */
  findAnswer(at: MessageAt): Promise<string | undefined>;
}

/** A channel that is limited for longer is tried again by the scheduler. */
const LONGEST_TURN_MS = 30_000;

export function createReconciler({
  board,
  clock,
  stop,
}: {
  board: Pick<Board, 'delete' | 'deleteLost' | 'edit' | 'findAnswer' | 'post'>;
  clock: Pick<Clock, 'sleep'>;
  stop: AbortSignal;
}): Reconciler {
  const locks = createKeyedLocks();

  /** New messages of one channel go out in turn: a burst waits here for its limits, and not in calls that run out of time. */
  const post = ({ at, body, ...options }: WantedMessage): Promise<Outcome<SentMessage>> =>
    locks.run(at.channelId, async () => {
      for (;;) {
        const posted = await board.post(at, body, options);
        const waitMs = posted.outcome === 'unavailable' ? posted.retryAfterMs : undefined;
        if (waitMs === undefined || waitMs > LONGEST_TURN_MS) return posted;
        await clock.sleep(waitMs, stop);
      }
    });

  return {
    bring: async (wanted) => {
      const { at, body, unwantedSinceMs: postedAfterMs, ...options } = wanted;
      const isUnknown = at.messageId === undefined && !at.token;
      if (postedAfterMs !== undefined) {
        const lost = { ...at, body, postedAfterMs };
        return toBrought(isUnknown ? await board.deleteLost(lost, options) : await board.delete(at, options));
      }
      if (!isUnknown) return toBrought(await board.edit(at, body, options));
      const posted = toBrought(await post(wanted));
      return posted.outcome === 'gone' ? { outcome: 'closed' } : posted;
    },
    findAnswer: async (at) => {
      const found = toBrought(await board.findAnswer(at));
      return found.outcome === 'there' ? found.message.id : undefined;
    },
  };
}

/** The one place where Discord's outcomes are told apart for records. @throws RetryLater */
export function toBrought(outcome: Outcome<SentMessage> | Outcome<void>): Brought {
  switch (outcome.outcome) {
    case 'done':
      return outcome.value ? { outcome: 'there', message: outcome.value } : { outcome: 'gone' };
    case 'no access':
      return { outcome: 'closed' };
    case 'gone':
    case 'too large':
      return { outcome: outcome.outcome };
    case 'unavailable':
      throw new RetryLater(outcome.retryAfterMs, { cause: outcome.cause });
    default:
      throw new NotDoneError(outcome);
  }
}
