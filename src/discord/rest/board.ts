import { createHash } from 'node:crypto';
import type { Log } from '../../log.ts';
import { backOffMs } from '../../time/back-off.ts';
import type { Clock } from '../../time/clock.ts';
import { TOKEN_LIFE_MS } from '../interactions/interaction.ts';
import { textDisplay } from '../messages/components.ts';
import type { TokenRef } from './answer-calls.ts';
import type { SentMessage, ShownMessage } from './message.ts';
import { type MessageBody, messageBody } from './message-body.ts';
import type { Outcome } from './outcome.ts';
import type { Upload } from './request.ts';
import type { DiscordRest } from './rest.ts';

/** Where a message of Easel's is, or is to be posted. */
export interface MessageAt {
  /** The server whose share of the rate limit its calls use; undefined in direct messages and the operators' channel. */
  guildId: string | undefined;
  channelId: string;
  /** Undefined before it is posted, or if Discord's answer was lost. */
  messageId?: string | undefined;
  /** Of an answer to an interaction: what opens it for a while. */
  applicationId?: string;
  token?: string;
  tokenIssuedAtMs?: number;
}

export interface BoardOptions {
  /** What the log says where Discord does not carry it out, and whose message it is. */
  trouble?: string;
  about?: object;
  files?: readonly Upload[];
  /** Breaks it off, as a stop of Easel does by default. */
  signal?: AbortSignal;
  /** It is given up after this long, and nothing else breaks it off: for what has to be there before an answer. */
  withinMs?: number;
  /** How often it is tried at once while Discord is in trouble: more than once for what nobody tries again later. */
  tries?: number;
}

export interface PostOptions extends BoardOptions {
  /** The same for every try to post one message into its channel: for some minutes Discord makes only one of them. */
  idempotencyKey: string;
}

type Sent = Promise<Outcome<SentMessage>>;

/** Easel's messages on Discord. Everything rejects with the reason of a stop, and with what is a bug of ours. */
export interface Board {
  post(at: MessageAt, body: MessageBody, options: PostOptions): Sent;
  /** Changes a message: by the interaction's token while it lives, then as the bot. Repeating it is harmless. */
  edit(at: MessageAt, body: MessageBody, options?: BoardOptions): Sent;
  delete(at: MessageAt, options?: BoardOptions): Promise<Outcome<void>>;
  read(at: MessageAt, options?: BoardOptions): Promise<Outcome<ShownMessage>>;
  /** The message that answered an interaction; `gone` once its token has ended. */
  findAnswer(at: MessageAt, options?: BoardOptions): Sent;
  /** Notifies members, which an edit does not, by a few words under a message. A courtesy: it is not tried again later. */
  reply(at: MessageAt, text: string, options: PostOptions & { mentions: string[] }): Sent;
  /** Says something to the member alone whose command is answered at `at`; `gone` once its token has ended. A courtesy as well. */
  whisper(at: MessageAt, body: MessageBody, options?: BoardOptions): Sent;
  /**
   * Deletes a message whose id a crash lost: posted again with its key it is the same one. Where there was none,
   * the new one goes at once. One that is older than nonces are known stays.
   */
  deleteLost(
    lost: { guildId: string | undefined; channelId: string; body: MessageBody; postedAfterMs: number },
    options: PostOptions,
  ): Promise<Outcome<void>>;
}

export interface BoardParts {
  rest: Pick<DiscordRest, 'delete' | 'edit' | 'editOriginal' | 'followUp' | 'message' | 'original' | 'post'>;
  clock: Pick<Clock, 'now' | 'sleep'>;
  random: () => number;
  log: Log;
  stop: AbortSignal;
}

/** How often a courtesy is tried. */
const COURTESY_TRIES = 3;
const FIRST_RETRY_MS = 500;
/** A longer wait is the caller's to plan. */
const LONGEST_WAIT_MS = 5_000;
/** For so long Discord knows a nonce: "the past few minutes". */
const NONCE_KNOWN_MS = 5 * 60_000;

const GONE = { outcome: 'gone' } as const;

export function createBoard(parts: BoardParts): Board {
  const { rest, clock, log } = parts;
  const tried = createTrying(parts);

  const noted = <Value>(
    outcome: Outcome<Value>,
    { trouble, about }: BoardOptions,
    isCourtesy = false,
  ): Outcome<Value> => {
    if (outcome.outcome === 'done') return outcome;
    const facts = { ...about, outcome: outcome.outcome, err: outcome.cause };
    if (trouble === undefined) log.debug(facts, 'Discord did not carry out a change of a message');
    else if (isCourtesy || outcome.outcome === 'unavailable') log.info(facts, trouble);
    else log.warn(facts, trouble);
    return outcome;
  };

  const posted = ({ guildId, channelId }: MessageAt, body: MessageBody, options: PostOptions): Sent => {
    const { files = [], idempotencyKey } = options;
    const nonce = nonceOf(channelId, idempotencyKey);
    return tried((signal) => rest.post(channelId, body, files, { signal, nonce, guildId }), options);
  };

  const edited = async (at: MessageAt, body: MessageBody, options: BoardOptions): Sent => {
    const { guildId, channelId, messageId } = at;
    const { files = [] } = options;
    const opener = tokenOf(at, clock.now());
    const byToken = opener
      ? await tried((signal) => rest.editOriginal(opener, body, files, { signal }), options)
      : GONE;
    if (messageId === undefined || !isOfTheToken(byToken)) return byToken;
    const byBot = await tried(
      (signal) => rest.edit({ channelId, messageId }, body, files, { signal, guildId }),
      options,
    );
    // Gone for the bot is gone for all; but where only the bot has no access, the token's way may be open in a moment.
    return byBot.outcome === 'no access' && byToken.outcome === 'unavailable' ? byToken : byBot;
  };

  const deleted = async (at: MessageAt, options: BoardOptions): Promise<Outcome<void>> => {
    const { guildId, channelId, messageId } = at;
    if (messageId === undefined) return GONE;
    return tried((signal) => rest.delete({ channelId, messageId }, { signal, guildId }), options);
  };

  return {
    post: async (at, body, options) => noted(await posted(at, body, options), options),
    edit: async (at, body, options = {}) => noted(await edited(at, body, options), options),
    delete: async (at, options = {}) => {
      const outcome = await deleted(at, options);
      return outcome.outcome === 'gone' ? outcome : noted(outcome, options);
    },
    read: async ({ guildId, channelId, messageId }, options = {}) => {
      if (messageId === undefined) return GONE;
      const read = (signal: AbortSignal) => rest.message({ channelId, messageId }, { signal, guildId });
      return noted(await tried(read, options), options);
    },
    findAnswer: async (at, options = {}) => {
      const opener = tokenOf(at, clock.now());
      return opener ? tried(() => rest.original(opener), options) : GONE;
    },
    reply: async (at, text, options) => {
      const { messageId } = at;
      const body = messageBody([textDisplay(text)], { mentions: options.mentions });
      const reference = { message_reference: { message_id: messageId ?? '', fail_if_not_exists: false } };
      const whole = messageId === undefined ? body : { ...body, ...reference };
      return noted(await posted(at, whole, { tries: COURTESY_TRIES, ...options }), options, true);
    },
    whisper: async (at, body, options = {}) => {
      const opener = tokenOf(at, clock.now());
      if (!opener) return GONE;
      const whispered = (signal: AbortSignal) => rest.followUp(opener, body, [], { signal });
      return noted(await tried(whispered, { tries: COURTESY_TRIES, ...options }), options, true);
    },
    deleteLost: async ({ guildId, channelId, body, postedAfterMs }, options) => {
      if (clock.now() - postedAfterMs >= NONCE_KNOWN_MS) return GONE;
      const outcome = await posted({ guildId, channelId }, body, options);
      if (outcome.outcome !== 'done') return noted(outcome, options);
      return noted(await deleted({ guildId, channelId, messageId: outcome.value.id }, options), options);
    },
  };
}

/** Makes a call by one way of reaching a message. */
function createTrying({ clock, random, stop }: Pick<BoardParts, 'clock' | 'random' | 'stop'>) {
  return async <Value>(
    call: (signal: AbortSignal) => Promise<Outcome<Value>>,
    { signal = stop, withinMs, tries = 1 }: BoardOptions,
  ): Promise<Outcome<Value>> => {
    const given = withinMs === undefined ? signal : AbortSignal.timeout(withinMs);
    for (let attempt = 1; ; attempt++) {
      const outcome = await call(given);
      if (outcome.outcome !== 'done') signal.throwIfAborted();
      if (outcome.outcome !== 'unavailable' || attempt >= tries) return outcome;
      const ownWaitMs =
        backOffMs(attempt - 1, { firstMs: FIRST_RETRY_MS, longestMs: Number.POSITIVE_INFINITY }) * (0.5 + random());
      const waitMs = Math.max(outcome.retryAfterMs ?? 0, ownWaitMs);
      if (waitMs > LONGEST_WAIT_MS) return outcome;
      await clock.sleep(waitMs, signal);
    }
  };
}

/** Whether the bot may reach a message all the same; what is too large, or not there to be uploaded, is so for it as well. */
function isOfTheToken({ outcome }: Outcome<unknown>): boolean {
  return outcome === 'gone' || outcome === 'no access' || outcome === 'unavailable';
}

/** What opens the message, while it does. */
function tokenOf({ applicationId, token, tokenIssuedAtMs = 0 }: MessageAt, nowMs: number): TokenRef | undefined {
  if (applicationId === undefined || token === undefined) return undefined;
  return nowMs - tokenIssuedAtMs < TOKEN_LIFE_MS ? { applicationId, token } : undefined;
}

/** Discord takes no longer ones. */
const NONCE_MAX_CHARACTERS = 25;

/**
 * The nonce of a message. Discord knows a nonce by its author alone: under one that was used in another channel, or in another
 * server, it posts nothing and answers with the other message. So the channel is part of it.
 */
function nonceOf(channelId: string, idempotencyKey: string): string {
  return createHash('sha256')
    .update(`${channelId}|${idempotencyKey}`)
    .digest('base64url')
    .slice(0, NONCE_MAX_CHARACTERS);
}
