import { type APIModalInteractionResponseCallbackData, InteractionResponseType } from 'discord.js';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { type InteractionFacts, TOKEN_LIFE_MS } from './interaction.ts';
import { COMPONENTS_V2_FLAG, EPHEMERAL_FLAG, type MessageBody } from './message-body.ts';
import type { DiscordRest, SentMessage, Upload } from './rest.ts';
import { failureOf } from './rest-failure.ts';
import { takeBack } from './taking-back.ts';

/** Answers one interaction. The first answer has to be there within 3 s. A stop breaks off uploads, not words. */
export interface Responder {
  /** Whether the member has been answered, as far as is known. */
  readonly isAnswered: boolean;
  /** The first answer, as a message. Resolves with its id, or undefined when Discord did not take it (too late, gone). */
  answer(body: MessageBody): Promise<string | undefined>;
  /**
   * After `answer` came to nothing: where the answer may be there all the same, puts this in its place, in the background and for
   * as long as the token lives. Else it would say for ever what was never begun.
   */
  takeBack(body: MessageBody): void;
  /** The first answer to a press: the message that the button is on changes. */
  update(body: MessageBody): Promise<void>;
  /** The first answer to a press that changes nothing by itself. */
  acknowledge(): Promise<void>;
  /** The first answer when the real one takes longer than 3 s; it follows by `complete`. */
  deferPrivately(): Promise<void>;
  /** Puts the answer in the place of a deferred one. */
  complete(body: MessageBody, files?: readonly Upload[]): Promise<void>;
  /** One more message for this member only, after the first answer. */
  followUpPrivately(body: MessageBody): Promise<void>;
  /** The first answer: a form to fill in. */
  openForm(form: APIModalInteractionResponseCallbackData): Promise<void>;
  /** Deletes the message that the pressed button is on, or the answer. */
  deleteOriginal(): Promise<void>;
  choices(choices: readonly { name: string; value: string }[]): Promise<void>;
}

/** Answers that may still arrive within Discord's 3 s are tried again after a failure of the line. */
const ANSWER_WITHIN_MS = 2_500;
const RETRY_DELAY_MS = 150;
/** Shorter than a stop waits, which may still say why nothing else comes. */
const LAST_WORDS_WITHIN_MS = 6_000;
/** How often a token that Discord should know is tried: now and then it answers 404 for some seconds. */
const LOOK_UP_TRIES = 3;

export function createResponder(
  rest: Pick<DiscordRest, 'answer' | 'deleteOriginal' | 'editOriginal' | 'followUp' | 'original'>,
  clock: Clock,
  interaction: InteractionFacts,
  signal: AbortSignal,
  log: Log,
): Responder {
  const lastWords = (): { signal: AbortSignal } => ({ signal: AbortSignal.timeout(LAST_WORDS_WITHIN_MS) });
  const ref = { applicationId: interaction.applicationId, token: interaction.token };
  let isAnswered = false;
  let mayHaveLanded = false;

  /** Sends the first answer; sent twice by a retry, the second one being refused means that the first one landed. */
  const first = async (type: InteractionResponseType, data?: object): Promise<SentMessage | 'landed' | undefined> => {
    for (;;) {
      try {
        const message = await rest.answer(interaction, data ? { type, data } : { type });
        isAnswered = true;
        return message ?? 'landed';
      } catch (error) {
        const { kind } = failureOf(error);
        mayHaveLanded ||= kind === 'already answered' || kind === 'unavailable';
        if (kind === 'already answered') {
          isAnswered = true;
          return 'landed';
        }
        if (kind === 'token expired' || kind === 'gone') return undefined;
        if (kind !== 'unavailable') throw error;
        if (clock.now() - interaction.receivedAtMs > ANSWER_WITHIN_MS) return undefined;
        await clock.sleep(RETRY_DELAY_MS, signal);
      }
    }
  };

  /** Whether an answer whose own outcome is unknown is there after all. */
  const lookUp = async (): Promise<string | undefined> => {
    for (let tries = 1; tries <= LOOK_UP_TRIES; tries++) {
      try {
        const { id } = await rest.original(ref);
        isAnswered = true;
        return id;
      } catch (error) {
        const { kind } = failureOf(error);
        if (kind === 'refused' || kind === 'no access') throw error;
        if (tries < LOOK_UP_TRIES) await clock.sleep(RETRY_DELAY_MS * 4 ** tries, signal);
      }
    }
    return undefined;
  };

  return {
    get isAnswered() {
      return isAnswered;
    },
    answer: async (body) => {
      const message = await first(InteractionResponseType.ChannelMessageWithSource, body);
      return typeof message === 'object' ? message.id : await lookUp();
    },
    takeBack: (body) => {
      if (!mayHaveLanded) return;
      const edit = () => rest.editOriginal(ref, { ...body, flags: COMPONENTS_V2_FLAG }, [], { signal });
      const untilMs = interaction.receivedAtMs + TOKEN_LIFE_MS;
      takeBack(edit, { clock, untilMs, signal }).catch((error: unknown) => {
        if (!signal.aborted) log.warn({ interaction: interaction.id, err: error }, 'an answer could not be taken back');
      });
    },
    update: async (body) => {
      await first(InteractionResponseType.UpdateMessage, body);
    },
    acknowledge: async () => {
      await first(InteractionResponseType.DeferredMessageUpdate);
    },
    deferPrivately: async () => {
      await first(InteractionResponseType.DeferredChannelMessageWithSource, { flags: EPHEMERAL_FLAG });
    },
    complete: async (body, files = []) => {
      await rest.editOriginal(
        ref,
        { ...body, flags: COMPONENTS_V2_FLAG },
        files,
        files.length > 0 ? { signal } : lastWords(),
      );
    },
    followUpPrivately: async (body) => {
      await rest.followUp(ref, { ...body, flags: body.flags | EPHEMERAL_FLAG }, [], lastWords());
    },
    openForm: async (form) => {
      await first(InteractionResponseType.Modal, form);
    },
    deleteOriginal: () => rest.deleteOriginal(ref),
    choices: async (choices) => {
      await first(InteractionResponseType.ApplicationCommandAutocompleteResult, { choices });
    },
  };
}
