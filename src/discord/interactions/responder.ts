import { type APIModalInteractionResponseCallbackData, InteractionResponseType, MessageFlags } from 'discord.js';
import { AnswerLostError } from '../../jobs/ports/job-messages.ts';
import type { Clock } from '../../time/clock.ts';
import { cut } from '../messages/prompt-text.ts';
import type { AnswerOptions } from '../rest/answer-calls.ts';
import type { SentMessage } from '../rest/message.ts';
import { isPrivate, type MessageBody } from '../rest/message-body.ts';
import { mustBeDone, type Outcome } from '../rest/outcome.ts';
import type { Upload } from '../rest/request.ts';
import type { DiscordRest } from '../rest/rest.ts';
import {
  AnsweredElsewhereError,
  createFirstResponse,
  type FirstOutcome,
  type FirstResponse,
} from './first-response.ts';
import type { InteractionFacts, InteractionOf, Suggestions } from './interaction.ts';
import type { RefusalReason } from './refusal-reasons.ts';

/**
 * Responds to one interaction. Discord expects exactly one first response within 3 s: from the command, or from `sayBusy`
 * instead. A stop interrupts uploads, but not texts.
 */
export interface Responder {
  /**
   * Responds with a message. After `sayBusy`, a private message replaces its text, and any other isn't sent.
   * @returns the message's id; undefined if Discord didn't accept it (too late, gone).
   */
  answer(body: MessageBody): Promise<string | undefined>;
  /**
   * Responds with this private text, unless the command has responded. A press is acknowledged and gets the text as a
   * separate message, so that the command can still edit the message under the button.
   * @returns whether it responded.
   */
  sayBusy(body: MessageBody): Promise<boolean>;
  /**
   * Responds with the message of a record, which has to be found again if the outcome is unknown.
   * @throws AnswerLostError if it is unknown whether the message exists.
   */
  answerForRecord(body: MessageBody): Promise<string | undefined>;
  /**
   * Responds to a press by changing the message under the button, if that is private to the presser. Any other message stays
   * as it is, even for an id that Easel never put there; the response is then a private message.
   */
  update(body: MessageBody): Promise<void>;
  /** Responds to a press without changing anything yet. */
  acknowledge(): Promise<void>;
  /** Responds for now, if the real response takes longer than 3 s; `complete` sends it. */
  deferPrivately(): Promise<void>;
  /** Replaces a deferred response. After `acknowledge`, it does what `update` does. */
  complete(body: MessageBody, files?: readonly Upload[]): Promise<void>;
  /** Like `complete`, with files that may be too large here. */
  tryToComplete(body: MessageBody, files: readonly Upload[]): Promise<'done' | 'too large' | 'not accepted'>;
  /** Tells the member privately, as a first response or after one. */
  tell(body: MessageBody): Promise<void>;
  /** Responds with a form. After `sayBusy` it doesn't open. */
  openForm(form: APIModalInteractionResponseCallbackData): Promise<void>;
  /** Deletes the message under the pressed button, or the response. */
  deleteOriginal(): Promise<Outcome<void>>;
  /** Responds with suggestions for what is being typed, cut to Discord's limits. */
  choices(choices: Suggestions): Promise<void>;
  /** Call it if the response is a refusal, with buttons or a file that an error's text doesn't have. */
  onRefused(reason: RefusalReason): void;
  /** What the member has seen so far; `cause` says why they have seen nothing. */
  responded(): Responded;
}

interface Responded {
  result: ResponseResult;
  reason: RefusalReason | undefined;
  /** When Discord accepted the first response, on the monotonic clock. */
  atMs?: number | undefined;
  cause?: unknown;
}

/** `busy`: they read that Easel is busy. `unanswered`: nothing was sent, or Discord accepted nothing. */
export type ResponseResult = 'answered' | 'busy' | 'too late' | 'unanswered';

/** Discord's limits for suggestions. */
const SUGGESTIONS_MAX = 25;
const SUGGESTION_MAX_CHARACTERS = 100;
/** Shorter than a stop waits, so that a member still reads why a command was interrupted. */
const TEXT_WITHIN_MS = 6_000;

/** An interaction to respond to. A press also has the message under its button. */
export type Answerable = InteractionFacts & { message?: PressedMessage | undefined };
type PressedMessage = Pick<InteractionOf<'component'>['message'], 'id' | 'isPrivate' | 'answeredId'>;

/** Whether the press may change the message under its button: only the presser sees it, as in a direct message. */
function isOwnPage({ message, userId, server }: Answerable): boolean {
  if (message === undefined) return false;
  return server === undefined || (message.isPrivate && (message.answeredId ?? userId) === userId);
}

type AnsweringRest = Pick<DiscordRest, 'answer' | 'deleteOriginal' | 'editOriginal' | 'followUp' | 'original'>;

export function createResponder(
  rest: AnsweringRest,
  clock: Clock,
  interaction: Answerable,
  signal: AbortSignal,
): Responder {
  const isPress = interaction.message !== undefined;
  const first = createFirstResponse({ rest, clock, interaction, signal });
  const later = createLaterMessages(rest, interaction, first, signal);
  let reason: RefusalReason | undefined;

  /** What follows would be done twice if another program answered. @throws AnsweredElsewhereError */
  const begin = async (type: InteractionResponseType, data?: object): Promise<FirstOutcome> => {
    const sent = await first.send('command', type, data);
    if (first.state.cause instanceof AnsweredElsewhereError) throw first.state.cause;
    return sent;
  };

  const answerForRecord = async (body: MessageBody): Promise<string | undefined> => {
    const sent = await first.send('command', InteractionResponseType.ChannelMessageWithSource, body);
    if (sent.outcome === 'not first') {
      return first.state.isThere && isPrivate(body) ? idOf(await later.privately(body)) : undefined;
    }
    if (sent.outcome === 'not accepted') return undefined;
    const id = sent.outcome === 'accepted' && sent.messageId !== undefined ? sent.messageId : await first.lookUp();
    if (id === undefined) throw new AnswerLostError('it is unknown whether Discord accepted a response');
    return id;
  };
  const answer = async (body: MessageBody): Promise<string | undefined> => {
    try {
      return await answerForRecord(body);
    } catch (error) {
      if (error instanceof AnswerLostError) return undefined;
      throw error;
    }
  };

  const tell = async (body: MessageBody): Promise<void> => {
    if (first.state.isThere) idOf(await later.privately(body));
    else await answer(body);
  };

  return {
    answer,
    answerForRecord,
    sayBusy: async (body) => {
      const sent = isPress
        ? await first.send('busy', InteractionResponseType.DeferredMessageUpdate)
        : await first.send('busy', InteractionResponseType.ChannelMessageWithSource, body);
      if (isPress && sent.outcome === 'accepted') idOf(await later.separately(body));
      return sent.outcome !== 'not first';
    },
    update: async (body) => {
      if (!isOwnPage(interaction)) return tell({ ...body, flags: body.flags | MessageFlags.Ephemeral });
      const { outcome } = await begin(InteractionResponseType.UpdateMessage, body);
      if (outcome === 'not first' && first.state.isThere) idOf(await later.inPlace(body));
    },
    acknowledge: async () => {
      await begin(InteractionResponseType.DeferredMessageUpdate);
    },
    deferPrivately: async () => {
      const type = InteractionResponseType.DeferredChannelMessageWithSource;
      const { outcome } = await begin(type, { flags: MessageFlags.Ephemeral });
      later.onDeferred({ isSeparate: outcome === 'not first' && isPress });
    },
    complete: async (body, files) => void idOf(await later.complete(body, files)),
    tryToComplete: async (body, files) => {
      const sent = await later.complete(body, files);
      if (sent?.outcome === 'too large' || sent?.outcome === 'not accepted') return sent.outcome;
      idOf(sent);
      return 'done';
    },
    tell,
    openForm: async (form) => {
      await begin(InteractionResponseType.Modal, form);
    },
    deleteOriginal: async () => (first.state.isTooLate ? { outcome: 'gone' } : rest.deleteOriginal(interaction)),
    choices: async (all) => {
      const choices = all
        .slice(0, SUGGESTIONS_MAX)
        .map(({ name, value }) => ({ name: cut(name, SUGGESTION_MAX_CHARACTERS), value }));
      await first.send('command', InteractionResponseType.ApplicationCommandAutocompleteResult, { choices });
    },
    onRefused: (why) => {
      reason = why;
    },
    responded: () => {
      const { by, isThere, isTooLate, atMs, cause } = first.state;
      if (isThere || later.isSent()) return { result: by === 'busy' ? 'busy' : 'answered', reason, atMs };
      return { result: isTooLate ? 'too late' : 'unanswered', reason, cause };
    },
  };
}

/** Undefined if nothing was sent because it is too late. */
type Sent = Promise<Outcome<SentMessage> | undefined>;

/** @throws NotDoneError */
function idOf(sent: Awaited<Sent>): string | undefined {
  return sent && mustBeDone(sent).id;
}

/** Messages that an interaction's token allows after the first response. */
function createLaterMessages(
  rest: AnsweringRest,
  interaction: Answerable,
  { state }: FirstResponse,
  signal: AbortSignal,
) {
  /** The first response was replaced, so the text of `sayBusy` is gone. */
  let isReplaced = false;
  /** What completes the response is a separate message. */
  let isSeparate = interaction.message !== undefined && !isOwnPage(interaction);
  /** A later message proves that the first response is there, even if Discord's answer to that was lost. */
  let isSent = false;
  const sent = (outcome: Outcome<SentMessage>): Outcome<SentMessage> => {
    isSent ||= outcome.outcome === 'done';
    return outcome;
  };
  const optionsFor = (files: readonly Upload[]): AnswerOptions =>
    files.length > 0 ? { signal } : { limitMs: TEXT_WITHIN_MS };
  const inPlace = async (body: MessageBody, files: readonly Upload[] = []): Sent => {
    if (state.isTooLate) return undefined;
    isReplaced = true;
    const edited = { ...body, flags: MessageFlags.IsComponentsV2 };
    return sent(await rest.editOriginal(interaction, edited, files, optionsFor(files)));
  };
  const separately = async (body: MessageBody, files: readonly Upload[] = []): Sent => {
    if (state.isTooLate) return undefined;
    const hidden = { ...body, flags: body.flags | MessageFlags.Ephemeral };
    return sent(await rest.followUp(interaction, hidden, files, optionsFor(files)));
  };
  return {
    inPlace,
    separately,
    isSent: () => isSent,
    onDeferred: (deferred: { isSeparate: boolean }): void => {
      ({ isSeparate } = deferred);
    },
    complete: (body: MessageBody, files?: readonly Upload[]): Sent =>
      isSeparate ? separately(body, files) : inPlace(body, files),
    privately: (body: MessageBody): Sent =>
      state.by === 'busy' && interaction.message === undefined && !isReplaced ? inPlace(body) : separately(body),
  };
}
