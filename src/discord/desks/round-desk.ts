import type { Job } from '../../jobs/job.ts';
import type { Log } from '../../log.ts';
import type { RoundDesk } from '../../moderation/rounds/port.ts';
import type { Round, Winner } from '../../moderation/rounds/round.ts';
import type { Texts } from '../../texts/en.ts';
import { textDisplay } from '../messages/components.ts';
import { renderJob } from '../messages/job-message.ts';
import { escapeText } from '../messages/prompt-text.ts';
import { renderRound } from '../messages/round-message.ts';
import { type MessageBody, messageBody } from '../rest/message-body.ts';
import type { DiscordRest } from '../rest/rest.ts';
import { failureOf } from '../rest/rest-failure.ts';

export interface RoundDeskParts {
  rest: Pick<DiscordRest, 'post' | 'edit' | 'delete'>;
  log: Log;
  texts: Texts;
  stop: AbortSignal;
}

/** The messages of rounds: their own, the word to the winners, and the first message of each winner's job. */
export function createRoundDesk({ rest, log, texts, stop }: RoundDeskParts): RoundDesk & {
  postJob(job: Job): Promise<{ messageId: string } | 'no access' | 'unavailable'>;
  /** Takes such a message away; one that cannot be reached stays. */
  removeJob(at: { channelId: string; messageId: string }): Promise<'done' | 'unavailable'>;
} {
  /** What Discord's failure means. @throws what is a bug of ours, and the reason of a stop */
  const meaningOf = (error: unknown): 'gone' | 'no access' | 'unavailable' => {
    stop.throwIfAborted();
    const { kind } = failureOf(error);
    if (kind === 'gone' || kind === 'no access' || kind === 'unavailable') return kind;
    throw error;
  };

  const post = async (
    channelId: string,
    body: MessageBody,
    nonce: string,
  ): Promise<{ messageId: string } | 'no access' | 'unavailable'> => {
    try {
      return { messageId: (await rest.post(channelId, body, [], { signal: stop, nonce })).id };
    } catch (error) {
      return meaningOf(error) === 'unavailable' ? 'unavailable' : 'no access';
    }
  };

  return {
    show: async (round) => {
      const { channelId, messageId } = round;
      const body = renderRound(round, texts);
      if (messageId === undefined) return 'shown';
      try {
        await rest.edit({ channelId, messageId }, body, [], { signal: stop });
        return 'shown';
      } catch (error) {
        const meaning = meaningOf(error);
        if (meaning !== 'gone') return meaning;
      }
      log.info({ round: round.id, server: round.guildId }, 'the message of a round is gone; it is posted anew');
      // Of the message that is gone: the same for every try to replace it, and another for the next one.
      return post(channelId, body, `${messageId}-r`);
    },
    announce: async (round) => {
      const { channelId, messageId, id } = round;
      const votedFor = authorsOf(round, ({ votes }) => votes > 0);
      const others = authorsOf(round, ({ votes }) => votes === 0);
      const words = texts.rounds.announced(escapeText(round.theme).replace(/\s+/g, ' '), votedFor, others);
      const body: MessageBody = {
        ...messageBody([textDisplay(words)], { mentions: [...votedFor, ...others] }),
        ...(messageId === undefined ? {} : { message_reference: { message_id: messageId, fail_if_not_exists: false } }),
      };
      const posted = await post(channelId, body, `${id}-winners`);
      if (typeof posted === 'string') log.info({ round: id, kind: posted }, 'winners could not be told');
    },
    postJob: (job) =>
      post(job.place.channelId, renderJob({ job, expectation: undefined, newFiles: [] }, texts), `${job.id}-pending`),
    removeJob: async (at) => {
      try {
        await rest.delete(at);
      } catch (error) {
        if (meaningOf(error) === 'unavailable') return 'unavailable';
      }
      return 'done';
    },
  };
}

function authorsOf({ picks, entries }: Round, isMeant: (winner: Winner) => boolean): string[] {
  const meant = picks.filter(isMeant);
  return meant.flatMap(({ number }) => entries.find((entry) => entry.number === number)?.memberId ?? []);
}
