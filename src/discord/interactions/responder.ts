import { type APIModalInteractionResponseCallbackData, InteractionResponseType } from 'discord.js';
import { AnswerLostError } from '../../jobs/ports.ts';
import type { Log } from '../../log.ts';
import type { Clock } from '../../time/clock.ts';
import { cut } from '../messages/prompt-text.ts';
import type { SentMessage } from '../rest/message.ts';
import { COMPONENTS_V2_FLAG, EPHEMERAL_FLAG, isPrivate, type MessageBody } from '../rest/message-body.ts';
import { mustBeDone, type Outcome } from '../rest/outcome.ts';
import type { CallOptions, Upload } from '../rest/request.ts';
import type { DiscordRest } from '../rest/rest.ts';
import { createFirstAnswer, type FirstAnswer } from './first-answer.ts';
import type { InteractionFacts, Suggestions } from './interaction.ts';

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
   * The same for a message that shows a record, which has to say in it what happens next.
   * @throws AnswerLostError where nobody knows whether the message is there; the record has to find out.
   */
  answerForRecord(body: MessageBody): Promise<string | undefined>;
  /** The first answer to a press: the message that the button is on changes. */
  update(body: MessageBody): Promise<void>;
  /** The first answer to a press that changes nothing by itself. */
  acknowledge(): Promise<void>;
  /** The first answer when the real one takes longer than 3 s; it follows by `complete`. */
  deferPrivately(): Promise<void>;
  /** Puts the answer in the place of a deferred one, or changes the message under a button that was acknowledged. */
  complete(body: MessageBody, files?: readonly Upload[]): Promise<void>;
  /** The same with files that may be too large here. */
  tryToComplete(body: MessageBody, files: readonly Upload[]): Promise<'done' | 'too large'>;
  /** One more message for this member only, after the first answer. */
  followUpPrivately(body: MessageBody): Promise<void>;
  /** Says this to the member only, whatever was answered before. */
  tell(body: MessageBody): Promise<void>;
  /** The first answer: a form to fill in. After `sayBusy` it does not open. */
  openForm(form: APIModalInteractionResponseCallbackData): Promise<void>;
  /** Deletes the message that the pressed button is on, or the answer. */
  deleteOriginal(): Promise<Outcome<void>>;
  /** What to choose from while typing: as many as Discord takes, and of each name as much. */
  choices(choices: Suggestions): Promise<void>;
}

/** Discord's limits of what it suggests. */
const SUGGESTIONS_MAX = 25;
const SUGGESTION_MAX_CHARACTERS = 100;
/** Shorter than a stop waits, which may still say why nothing else comes. */
const LAST_WORDS_WITHIN_MS = 6_000;

/** What is answered: a press also tells the message that its button is on. */
export type Answerable = InteractionFacts & { message?: { id: string } | undefined };

type AnsweringRest = Pick<DiscordRest, 'answer' | 'deleteOriginal' | 'editOriginal' | 'followUp' | 'original'>;

export function createResponder(
  rest: AnsweringRest,
  clock: Clock,
  interaction: Answerable,
  signal: AbortSignal,
  log: Log,
): Responder {
  const isPress = interaction.message !== undefined;
  const answer = createFirstAnswer({ rest, clock, interaction, signal, log });
  const later = createLaterWords(rest, interaction, answer, signal);

  const answerForRecord = async (body: MessageBody): Promise<string | undefined> => {
    const given = await answer.give('command', InteractionResponseType.ChannelMessageWithSource, body);
    if (given.outcome === 'another') {
      return answer.state.isThere && isPrivate(body) ? idOf(await later.privately(body)) : undefined;
    }
    if (given.outcome === 'not taken') return undefined;
    const id = given.outcome === 'taken' && given.messageId !== undefined ? given.messageId : await answer.lookUp();
    if (id === undefined) throw new AnswerLostError('nobody knows whether Discord took an answer');
    return id;
  };
  const giveMessage = async (body: MessageBody): Promise<string | undefined> => {
    try {
      return await answerForRecord(body);
    } catch (error) {
      if (error instanceof AnswerLostError) return undefined;
      throw error;
    }
  };

  return {
    answer: giveMessage,
    answerForRecord,
    sayBusy: async (body) => {
      const given = isPress
        ? await answer.give('busy', InteractionResponseType.DeferredMessageUpdate)
        : await answer.give('busy', InteractionResponseType.ChannelMessageWithSource, body);
      if (isPress && given.outcome === 'taken') idOf(await later.beside(body));
      return given.outcome !== 'another';
    },
    update: async (body) => {
      const { outcome } = await answer.give('command', InteractionResponseType.UpdateMessage, body);
      if (outcome === 'another' && answer.state.isThere) idOf(await later.inPlace(body));
    },
    acknowledge: async () => {
      await answer.give('command', InteractionResponseType.DeferredMessageUpdate);
    },
    deferPrivately: async () => {
      const type = InteractionResponseType.DeferredChannelMessageWithSource;
      const { outcome } = await answer.give('command', type, { flags: EPHEMERAL_FLAG });
      later.deferred(outcome === 'another' && isPress);
    },
    complete: async (body, files) => void idOf(await later.complete(body, files)),
    tryToComplete: async (body, files) => {
      const sent = await later.complete(body, files);
      if (sent?.outcome === 'too large') return sent.outcome;
      idOf(sent);
      return 'done';
    },
    followUpPrivately: async (body) => void idOf(await later.beside(body)),
    tell: async (body) => {
      if (answer.state.isThere) idOf(await later.privately(body));
      else await giveMessage(body);
    },
    openForm: async (form) => {
      await answer.give('command', InteractionResponseType.Modal, form);
    },
    deleteOriginal: () => rest.deleteOriginal(interaction),
    choices: async (all) => {
      const choices = all
        .slice(0, SUGGESTIONS_MAX)
        .map(({ name, value }) => ({ name: cut(name, SUGGESTION_MAX_CHARACTERS), value }));
      await answer.give('command', InteractionResponseType.ApplicationCommandAutocompleteResult, { choices });
    },
  };
}

/** Undefined where no words can arrive any more, and none were sent. */
type Sent = Promise<Outcome<SentMessage> | undefined>;

/** @throws NotDoneError */
function idOf(sent: Awaited<Sent>): string | undefined {
  return sent && mustBeDone(sent).id;
}

/** What an interaction's token opens after the first answer. */
function createLaterWords(rest: AnsweringRest, interaction: Answerable, { state }: FirstAnswer, signal: AbortSignal) {
  /** Whether the words of `sayBusy` stood where the answer belongs, and made way for it. */
  let haveMadeWay = false;
  /** Whether what was deferred comes as a message of its own. */
  let isBeside = false;
  const optionsFor = (files: readonly Upload[]): CallOptions => ({
    signal: files.length > 0 ? signal : AbortSignal.timeout(LAST_WORDS_WITHIN_MS),
  });
  const inPlace = async (body: MessageBody, files: readonly Upload[] = []): Sent => {
    if (state.isTooLate) return undefined;
    haveMadeWay = true;
    return rest.editOriginal(interaction, { ...body, flags: COMPONENTS_V2_FLAG }, files, optionsFor(files));
  };
  const beside = async (body: MessageBody, files: readonly Upload[] = []): Sent => {
    if (state.isTooLate) return undefined;
    return rest.followUp(interaction, { ...body, flags: body.flags | EPHEMERAL_FLAG }, files, optionsFor(files));
  };
  return {
    inPlace,
    beside,
    deferred: (isOwnMessage: boolean): void => {
      isBeside = isOwnMessage;
    },
    complete: (body: MessageBody, files?: readonly Upload[]): Sent =>
      isBeside ? beside(body, files) : inPlace(body, files),
    privately: (body: MessageBody): Sent =>
      state.by === 'busy' && interaction.message === undefined && !haveMadeWay ? inPlace(body) : beside(body),
  };
}
