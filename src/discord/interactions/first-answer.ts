import type { InteractionResponseType } from 'discord.js';
import type { Log } from '../../log.ts';
import { backOffMs } from '../../time/back-off.ts';
import type { Clock } from '../../time/clock.ts';
import type { AnswerBody } from '../rest/answer-calls.ts';
import { NotDoneError } from '../rest/outcome.ts';
import type { DiscordRest } from '../rest/rest.ts';
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
  readonly state: Readonly<AnswerState>;
}

/** As far as is known. */
export interface AnswerState {
  /** Who gives it; undefined while nobody does. */
  by: Answerer | undefined;
  isThere: boolean;
  /** Whether a try of which Discord did not say so may have put it there. */
  mayBeThere: boolean;
  /** Discord no longer knows the interaction, and no answer can be there: every other call for it would be in vain. */
  isTooLate: boolean;
}

/** Answers that may still arrive within Discord's 3 s are tried again after a failure of the line. */
const ANSWER_WITHIN_MS = 2_500;
const RETRY_DELAY_MS = 150;
/** How often a token that Discord should know is tried: now and then it answers 404 for some seconds. */
const LOOK_UP_TRIES = 3;
const LONGEST_LOOK_UP_DELAY_MS = 2_400;

export interface FirstAnswerParts {
  rest: Pick<DiscordRest, 'answer' | 'original'>;
  clock: Clock;
  interaction: InteractionFacts;
  signal: AbortSignal;
  log: Log;
}

export function createFirstAnswer(parts: FirstAnswerParts): FirstAnswer {
  const { rest, clock, interaction, signal } = parts;
  const untilMs = clock.monotonicMs() + ANSWER_WITHIN_MS;
  const state: AnswerState = { by: undefined, isThere: false, mayBeThere: false, isTooLate: false };
  let busySent: Promise<unknown> = Promise.resolve();

  const sendAs = async (answerer: Answerer, body: AnswerBody): Promise<FirstOutcome> => {
    state.by = answerer;
    try {
      return await send(body, parts, state, untilMs);
    } catch (error) {
      // Another answer may say what went wrong.
      if (answerer === 'command') state.by = undefined;
      throw error;
    }
  };

  return {
    give: async (answerer, type, data) => {
      if (state.by !== undefined && state.by !== answerer) {
        await busySent;
        return { outcome: 'another' };
      }
      if (state.isTooLate) return { outcome: 'not taken' };
      const sent = sendAs(answerer, data ? { type, data } : { type });
      if (answerer === 'busy') busySent = sent.catch(() => undefined);
      return sent;
    },
    lookUp: async () => {
      for (let tries = 1; tries <= LOOK_UP_TRIES; tries++) {
        const original = await rest.original(interaction);
        if (original.outcome === 'done') {
          state.isThere = true;
          return original.value.id;
        }
        if (original.outcome === 'no access') throw new NotDoneError(original);
        if (tries < LOOK_UP_TRIES)
          await clock.sleep(
            backOffMs(2 * tries, { firstMs: RETRY_DELAY_MS, longestMs: LONGEST_LOOK_UP_DELAY_MS }),
            signal,
          );
      }
      return undefined;
    },
    state,
  };
}

/** Sent twice by a retry, the second one being refused means that the first one landed. */
async function send(
  body: AnswerBody,
  { rest, clock, interaction, signal, log }: FirstAnswerParts,
  state: AnswerState,
  untilMs: number,
): Promise<FirstOutcome> {
  for (;;) {
    const answered = await rest.answer(interaction, body);
    switch (answered.outcome) {
      case 'done':
        state.isThere = true;
        return { outcome: 'taken', messageId: answered.value?.id };
      case 'already answered':
        state.mayBeThere = true;
        state.isThere = true;
        return { outcome: 'taken', messageId: undefined };
      case 'gone':
        if (state.mayBeThere) return { outcome: 'unknown' };
        state.isTooLate = true;
        log.warn({ interaction: interaction.id }, 'an interaction could not be answered in time');
        return { outcome: 'not taken' };
      case 'unavailable':
        // Whoever is told to wait was surely not heard.
        state.mayBeThere ||= answered.retryAfterMs === undefined;
        break;
      default:
        throw new NotDoneError(answered);
    }
    if (clock.monotonicMs() > untilMs) return { outcome: state.mayBeThere ? 'unknown' : 'not taken' };
    await clock.sleep(RETRY_DELAY_MS, signal);
  }
}
