import { type APIModalInteractionResponseCallbackData, InteractionResponseType } from 'discord.js';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { COMPONENTS_V2_FLAG, EPHEMERAL_FLAG, isPrivate, type MessageBody } from '../rest/message-body.ts';
import type { CallOptions, DiscordRest, Upload } from '../rest/rest.ts';
import { takeBack } from '../rest/taking-back.ts';
import { createFirstAnswer } from './first-answer.ts';
import { type InteractionFacts, TOKEN_LIFE_MS } from './interaction.ts';

/**
 * Answers one interaction. The first answer has to be there within 3 s; there is one, whoever gives it: the command, or
 * `sayBusy` in its place. A stop breaks off uploads, not words.
 */
export interface Responder {
  /**
   * The first answer, as a message. Resolves with its id, or undefined when Discord did not take it (too late, gone). After
   * `sayBusy` a private one takes the place of its words; any other counts as not taken.
   */
  answer(body: MessageBody): Promise<string | undefined>;
  /**
   * The first answer, in these private words, where the command has not begun to give one. Resolves with whether it did so. A
   * press is acknowledged and gets the words beside it, so that the message under its button still opens to the command.
   */
  sayBusy(body: MessageBody): Promise<boolean>;
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
  /** Puts the answer in the place of a deferred one, or changes the message under a button that was acknowledged. */
  complete(body: MessageBody, files?: readonly Upload[]): Promise<void>;
  /** One more message for this member only, after the first answer. */
  followUpPrivately(body: MessageBody): Promise<void>;
  /** Says this to the member only, whatever was answered before. */
  tell(body: MessageBody): Promise<void>;
  /** The first answer: a form to fill in. After `sayBusy` it does not open. */
  openForm(form: APIModalInteractionResponseCallbackData): Promise<void>;
  /** Deletes the message that the pressed button is on, or the answer. */
  deleteOriginal(): Promise<void>;
  choices(choices: readonly { name: string; value: string }[]): Promise<void>;
}

/** Shorter than a stop waits, which may still say why nothing else comes. */
const LAST_WORDS_WITHIN_MS = 6_000;

/** What is answered: a press also tells the message that its button is on. */
export type Answerable = InteractionFacts & { message?: { id: string } | undefined };

export function createResponder(
  rest: Pick<DiscordRest, 'answer' | 'deleteOriginal' | 'editOriginal' | 'followUp' | 'original'>,
  clock: Clock,
  interaction: Answerable,
  signal: AbortSignal,
  log: Log,
): Responder {
  const ref = { applicationId: interaction.applicationId, token: interaction.token };
  const isPress = interaction.message !== undefined;
  const answer = createFirstAnswer({ rest, clock, interaction, signal, log });
  /** Whether the words of `sayBusy` stood where the answer belongs, and made way for it. */
  let haveMadeWay = false;
  /** Whether what was deferred comes as a message of its own. */
  let isBeside = false;

  const optionsFor = (files: readonly Upload[]): CallOptions => ({
    signal: files.length > 0 ? signal : AbortSignal.timeout(LAST_WORDS_WITHIN_MS),
  });
  const editOriginal = async (body: MessageBody, files: readonly Upload[] = []): Promise<string | undefined> => {
    if (answer.isTooLate) return undefined;
    haveMadeWay = true;
    return (await rest.editOriginal(ref, { ...body, flags: COMPONENTS_V2_FLAG }, files, optionsFor(files))).id;
  };
  const followUp = async (body: MessageBody, files: readonly Upload[] = []): Promise<string | undefined> => {
    if (answer.isTooLate) return undefined;
    const flags = body.flags | EPHEMERAL_FLAG;
    return (await rest.followUp(ref, { ...body, flags }, files, optionsFor(files))).id;
  };
  /** For after the first answer. */
  const sayPrivately = (body: MessageBody): Promise<string | undefined> =>
    answer.by === 'busy' && !isPress && !haveMadeWay ? editOriginal(body) : followUp(body);

  const giveMessage = async (body: MessageBody): Promise<string | undefined> => {
    const given = await answer.give('command', InteractionResponseType.ChannelMessageWithSource, body);
    if (given.outcome === 'another') return answer.isThere && isPrivate(body) ? sayPrivately(body) : undefined;
    if (given.outcome === 'not taken') return undefined;
    return given.outcome === 'taken' && given.messageId !== undefined ? given.messageId : answer.lookUp();
  };

  return {
    answer: giveMessage,
    sayBusy: async (body) => {
      const given = isPress
        ? await answer.give('busy', InteractionResponseType.DeferredMessageUpdate)
        : await answer.give('busy', InteractionResponseType.ChannelMessageWithSource, body);
      if (isPress && given.outcome === 'taken') await followUp(body);
      return given.outcome !== 'another';
    },
    takeBack: (body) => {
      if (answer.by === 'busy' || !answer.mayBeThere) return;
      const edit = () => rest.editOriginal(ref, { ...body, flags: COMPONENTS_V2_FLAG }, [], { signal });
      const untilMs = interaction.receivedAtMs + TOKEN_LIFE_MS;
      takeBack(edit, { clock, untilMs, signal }).catch((error: unknown) => {
        if (!signal.aborted) log.warn({ interaction: interaction.id, err: error }, 'an answer could not be taken back');
      });
    },
    update: async (body) => {
      const { outcome } = await answer.give('command', InteractionResponseType.UpdateMessage, body);
      if (outcome === 'another' && answer.isThere) await editOriginal(body);
    },
    acknowledge: async () => {
      await answer.give('command', InteractionResponseType.DeferredMessageUpdate);
    },
    deferPrivately: async () => {
      const type = InteractionResponseType.DeferredChannelMessageWithSource;
      const { outcome } = await answer.give('command', type, { flags: EPHEMERAL_FLAG });
      isBeside = outcome === 'another' && isPress;
    },
    complete: async (body, files) => {
      await (isBeside ? followUp(body, files) : editOriginal(body, files));
    },
    followUpPrivately: async (body) => {
      await followUp(body);
    },
    tell: async (body) => {
      await (answer.isThere ? sayPrivately(body) : giveMessage(body));
    },
    openForm: async (form) => {
      await answer.give('command', InteractionResponseType.Modal, form);
    },
    deleteOriginal: () => rest.deleteOriginal(ref),
    choices: async (choices) => {
      await answer.give('command', InteractionResponseType.ApplicationCommandAutocompleteResult, { choices });
    },
  };
}
