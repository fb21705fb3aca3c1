import type { InteractionResponseType } from 'discord.js';
import { backOffMs } from '../../time/back-off.ts';
import type { Clock } from '../../time/clock.ts';
import type { AnswerBody } from '../rest/answer-calls.ts';
import { NotDoneError } from '../rest/outcome.ts';
import type { DiscordRest } from '../rest/rest.ts';
import type { InteractionFacts } from './interaction.ts';

/** Who responds: the command, or the notice that Easel is busy. */
export type Responding = 'command' | 'busy';

export type FirstOutcome =
  /** Discord accepted it. The id is set if the response is a message and Discord named it. */
  | { outcome: 'accepted'; messageId: string | undefined }
  | { outcome: 'not accepted' }
  | { outcome: 'unknown' }
  /** Not sent, because the other responder was first. Its response has been sent or has failed. */
  | { outcome: 'not first' };

/** The first response to an interaction. Discord accepts one, so only the first responder sends it. */
export interface FirstResponse {
  /** Sends the response, and retries network failures while it can be in time. @throws if the response itself is wrong. */
  send(by: Responding, type: InteractionResponseType, data?: object): Promise<FirstOutcome>;
  /** Finds the id of the response's message, if its outcome is unknown. */
  lookUp(): Promise<string | undefined>;
  readonly state: Readonly<ResponseState>;
}

export interface ResponseState {
  /** Who responds; undefined before anyone does. */
  by: Responding | undefined;
  isThere: boolean;
  /** When Discord accepted it, on the monotonic clock. */
  atMs: number | undefined;
  /** An attempt whose outcome is unknown may have succeeded. */
  mayBeThere: boolean;
  /** No response of this process's will be there, so nothing else may be sent for the interaction. */
  isTooLate: boolean;
  /** Why the last attempt failed, for the log. */
  cause: unknown;
}

/** Discord has a response to this interaction that this process didn't send. Nothing may start then. */
export class AnsweredElsewhereError extends Error {
  override readonly name = 'AnsweredElsewhereError';

  constructor() {
    super('another program with this token answered first');
  }
}

/** A failed attempt is repeated only while the response can arrive within Discord's 3 s. */
const RESPOND_WITHIN_MS = 2_500;
const RETRY_DELAY_MS = 150;
/** Discord sometimes answers 404 to a valid token for some seconds. */
const LOOK_UP_TRIES = 3;
const LONGEST_LOOK_UP_DELAY_MS = 2_400;

export interface FirstResponseParts {
  rest: Pick<DiscordRest, 'answer' | 'original'>;
  clock: Clock;
  interaction: InteractionFacts;
  signal: AbortSignal;
}

export function createFirstResponse(parts: FirstResponseParts): FirstResponse {
  const { rest, clock, interaction, signal } = parts;
  const untilMs = clock.monotonicMs() + RESPOND_WITHIN_MS;
  const state: ResponseState = {
    by: undefined,
    isThere: false,
    atMs: undefined,
    mayBeThere: false,
    isTooLate: false,
    cause: undefined,
  };
  let busySent: Promise<unknown> = Promise.resolve();

  const sendAs = async (by: Responding, body: AnswerBody): Promise<FirstOutcome> => {
    state.by = by;
    try {
      return await sendUntil(body, parts, state, untilMs);
    } catch (error) {
      // Another response may report the error.
      if (by === 'command') state.by = undefined;
      throw error;
    }
  };

  return {
    send: async (by, type, data) => {
      if (state.by !== undefined && state.by !== by) {
        await busySent;
        return { outcome: 'not first' };
      }
      if (state.isTooLate) return { outcome: 'not accepted' };
      const sent = sendAs(by, data ? { type, data } : { type });
      if (by === 'busy') busySent = sent.catch(() => undefined);
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

/**
 * If Discord refuses a retry because it has a response, an earlier attempt with an unknown outcome succeeded. Without one,
 * another program answered.
 */
async function sendUntil(
  body: AnswerBody,
  { rest, clock, interaction, signal }: FirstResponseParts,
  state: ResponseState,
  untilMs: number,
): Promise<FirstOutcome> {
  for (;;) {
    const answered = await rest.answer(interaction, body);
    switch (answered.outcome) {
      case 'done':
        state.isThere = true;
        state.atMs = clock.monotonicMs();
        return { outcome: 'accepted', messageId: answered.value?.id };
      case 'already answered':
        if (!state.mayBeThere) {
          state.isTooLate = true;
          state.cause = new AnsweredElsewhereError();
          return { outcome: 'not accepted' };
        }
        state.isThere = true;
        return { outcome: 'accepted', messageId: undefined };
      case 'gone':
        if (state.mayBeThere) return { outcome: 'unknown' };
        state.isTooLate = true;
        state.cause = answered.cause;
        return { outcome: 'not accepted' };
      case 'unavailable':
        // If Discord asks to wait, it didn't accept the response.
        state.mayBeThere ||= answered.retryAfterMs === undefined;
        state.cause = answered.cause;
        break;
      default:
        throw new NotDoneError(answered);
    }
    const delayMs = Math.max(RETRY_DELAY_MS, answered.retryAfterMs ?? 0);
    if (clock.monotonicMs() + delayMs > untilMs) return { outcome: state.mayBeThere ? 'unknown' : 'not accepted' };
    await clock.sleep(delayMs, signal);
  }
}
