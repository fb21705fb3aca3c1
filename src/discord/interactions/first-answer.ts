import type { InteractionResponseType } from 'discord.js';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { DiscordRest } from '../rest/rest.ts';
import { failureOf } from '../rest/rest-failure.ts';
import type { InteractionFacts } from './interaction.ts';

/** The command, or whoever says in its place that it takes long. */
export type Answerer = 'command' | 'busy';

export type FirstOutcome =
  /** Discord took it; the id is that of its message, where it is one and Discord told. */
  | { outcome: 'taken'; messageId: string | undefined }
  | { outcome: 'not taken' }
  /** Discord may have taken it or not. */
  | { outcome: 'unknown' }
  /** Nothing was sent: the other answerer was first, and its answer has gone out or come to nothing. */
  | { outcome: 'another' };

/** The first answer to an interaction. Only the answerer who comes first gives it. */
export interface FirstAnswer {
  /** Sends it, more than once where the line fails and it may still be in time. @throws what is wrong with the answer itself. */
  give(by: Answerer, type: InteractionResponseType, data?: object): Promise<FirstOutcome>;
  /** The id of the message that is there after all; undefined where none is. */
  lookUp(): Promise<string | undefined>;
  /** Who gives it; undefined while nobody does. */
  readonly by: Answerer | undefined;
  /** Whether it is known to be there. */
  readonly isThere: boolean;
  /** Whether a try of which Discord did not say so may have put it there. */
  readonly mayBeThere: boolean;
  /** Discord no longer knows the interaction, and no answer can be there: every other call for it would be in vain. */
  readonly isTooLate: boolean;
}

/** Answers that may still arrive within Discord's 3 s are tried again after a failure of the line. */
const ANSWER_WITHIN_MS = 2_500;
const RETRY_DELAY_MS = 150;
/** How often a token that Discord should know is tried: now and then it answers 404 for some seconds. */
const LOOK_UP_TRIES = 3;

export interface FirstAnswerParts {
  rest: Pick<DiscordRest, 'answer' | 'original'>;
  clock: Clock;
  interaction: InteractionFacts;
  signal: AbortSignal;
  log: Log;
}

export function createFirstAnswer({ rest, clock, interaction, signal, log }: FirstAnswerParts): FirstAnswer {
  const sinceMs = clock.monotonicMs();
  let by: Answerer | undefined;
  let busySent: Promise<unknown> = Promise.resolve();
  let isThere = false;
  let mayBeThere = false;
  let isTooLate = false;

  /** Sent twice by a retry, the second one being refused means that the first one landed. */
  const send = async (type: InteractionResponseType, data?: object): Promise<FirstOutcome> => {
    for (;;) {
      try {
        const message = await rest.answer(interaction, data ? { type, data } : { type });
        isThere = true;
        return { outcome: 'taken', messageId: message?.id };
      } catch (error) {
        const failure = failureOf(error);
        switch (failure.kind) {
          case 'already answered':
            mayBeThere = true;
            isThere = true;
            return { outcome: 'taken', messageId: undefined };
          case 'token expired':
          case 'gone':
            if (mayBeThere) return { outcome: 'unknown' };
            isTooLate = true;
            log.warn({ interaction: interaction.id }, 'an interaction could not be answered in time');
            return { outcome: 'not taken' };
          case 'unavailable':
            // Whoever is told to wait was surely not heard.
            mayBeThere ||= failure.retryAfterMs === undefined;
            break;
          default:
            throw error;
        }
        if (clock.monotonicMs() - sinceMs > ANSWER_WITHIN_MS) {
          return { outcome: mayBeThere ? 'unknown' : 'not taken' };
        }
        await clock.sleep(RETRY_DELAY_MS, signal);
      }
    }
  };

  const sendAs = async (answerer: Answerer, type: InteractionResponseType, data?: object): Promise<FirstOutcome> => {
    by = answerer;
    try {
      return await send(type, data);
    } catch (error) {
      // Another answer may say what went wrong.
      if (answerer === 'command') by = undefined;
      throw error;
    }
  };

  return {
    give: async (answerer, type, data) => {
      if (by !== undefined && by !== answerer) {
        await busySent;
        return { outcome: 'another' };
      }
      if (isTooLate) return { outcome: 'not taken' };
      const sent = sendAs(answerer, type, data);
      if (answerer === 'busy') busySent = sent.catch(() => undefined);
      return sent;
    },
    lookUp: async () => {
      for (let tries = 1; tries <= LOOK_UP_TRIES; tries++) {
        try {
          const { id } = await rest.original(interaction);
          isThere = true;
          return id;
        } catch (error) {
          const { kind } = failureOf(error);
          if (kind === 'refused' || kind === 'no access') throw error;
          if (tries < LOOK_UP_TRIES) await clock.sleep(RETRY_DELAY_MS * 4 ** tries, signal);
        }
      }
      return undefined;
    },
    get by() {
      return by;
    },
    get isThere() {
      return isThere;
    },
    get mayBeThere() {
      return mayBeThere;
    },
    get isTooLate() {
      return isTooLate;
    },
  };
}
