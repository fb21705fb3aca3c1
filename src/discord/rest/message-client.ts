import { createHash } from 'node:crypto';
import type { Needs } from '../../runtime.ts';
import { backOffMs } from '../../time/back-off.ts';
import { textDisplay } from '../messages/components.ts';
import type { TokenRef } from './answer-calls.ts';
import type { SentMessage, ShownMessage } from './message.ts';
import { type MessageBody, messageBody } from './message-body.ts';
import { type Outcome, outcomeWithin } from './outcome.ts';
import type { Upload } from './request.ts';
import type { DiscordRest } from './rest.ts';

/** Where a message of Easel's is, or is to be posted. */
export interface MessageAt {
  /** The server whose share of the rate limit its calls use; undefined in direct messages and the operators' channel. */
  guildId: string | undefined;
  channelId: string;
  /** Undefined before it is posted, or if Discord's answer was lost. */
  messageId?: string | undefined;
  /** For an interaction's response: its token, which can edit it for a while. */
  applicationId?: string;
  token?: string;
  tokenIssuedAtMs?: number;
}

export interface MessageOptions {
  /** The log message for a failure, and its fields. */
  trouble?: string;
  about?: object;
  files?: readonly Upload[];
  /** Aborts the call. By default, the stop of Easel does. */
  signal?: AbortSignal;
  /** Aborts the call instead of `signal`, if a response waits for it. */
  withinMs?: number;
  /** How often to try while Discord is unavailable. More than once only if no caller retries later. */
  tries?: number;
}

export interface PostOptions extends MessageOptions {
  /** The same for each attempt to post one message, so that Discord creates only one within some minutes. */
  idempotencyKey: string;
}

type Sent = Promise<Outcome<SentMessage>>;

/** Posts, edits, deletes and reads Easel's messages. Rejects only when Easel stops and for our own bugs. */
export interface MessageClient {
  post(at: MessageAt, body: MessageBody, options: PostOptions): Sent;
  /** Edits with the interaction's token while it lives, then with the bot's. Repeating it is harmless. */
  edit(at: MessageAt, body: MessageBody, options?: MessageOptions): Sent;
  delete(at: MessageAt, options?: MessageOptions): Promise<Outcome<void>>;
  read(at: MessageAt, options?: MessageOptions): Promise<Outcome<ShownMessage>>;
  /** Finds the message that responded to an interaction; `gone` once its token has expired. */
  /** The newest 100 messages before an id, newest first; none where Easel may not read older ones. */
  list(
    at: Pick<MessageAt, 'guildId' | 'channelId'>,
    before: string,
    options?: MessageOptions,
  ): Promise<Outcome<ShownMessage[]>>;
  findAnswer(at: MessageAt, options?: MessageOptions): Sent;
  /** Replies to a message, to notify members, which an edit doesn't. Retried now, but not later. */
  reply(at: MessageAt, text: string, options: PostOptions & { mentions: string[] }): Sent;
  /** Sends a private message after an interaction's response; `gone` once its token has expired. Not retried later. */
  whisper(at: MessageAt, body: MessageBody, options?: MessageOptions): Sent;
  /** Whether the interaction's token still lives. */
  mayWhisper(at: MessageAt): boolean;
  /**
   * Deletes a message whose id a crash lost. Posting it again with its key finds it, or creates one that is deleted at
   * once. A message older than Discord remembers nonces stays.
   */
  deleteLost(
    lost: { guildId: string | undefined; channelId: string; body: MessageBody; postedAfterMs: number },
    options: PostOptions,
  ): Promise<Outcome<void>>;
}

export interface MessageClientParts extends Needs<'clock' | 'log' | 'random' | 'stop'> {
  rest: Pick<
    DiscordRest,
    'delete' | 'edit' | 'editOriginal' | 'followUp' | 'message' | 'messageList' | 'original' | 'post'
  >;
}

/** An interaction's token opens its message for 15 minutes. A little less is assumed, because clocks differ. */
const TOKEN_LIFE_MS = 14.5 * 60_000;
/** For messages that aren't retried later. */
const NOTICE_TRIES = 3;
const FIRST_RETRY_MS = 500;
/** The caller plans longer waits. */
const LONGEST_WAIT_MS = 5_000;
/** How long Discord remembers a nonce: "the past few minutes". */
const NONCE_KNOWN_MS = 5 * 60_000;
const NONCE_MAX_CHARACTERS = 25;

const GONE = { outcome: 'gone' } as const;

export function createMessageClient(parts: MessageClientParts): MessageClient {
  const { rest, clock, log } = parts;
  const attempt = createAttempts(parts);

  const logged = <Value>(
    outcome: Outcome<Value>,
    { trouble, about }: MessageOptions,
    isNotice = false,
  ): Outcome<Value> => {
    if (outcome.outcome === 'done') return outcome;
    const facts = { ...about, outcome: outcome.outcome, err: outcome.cause };
    if (trouble === undefined) log.debug(facts, 'Discord did not change a message');
    else if (isNotice || outcome.outcome === 'unavailable') log.info(facts, trouble);
    else log.warn(facts, trouble);
    return outcome;
  };

  const posted = ({ guildId, channelId }: MessageAt, body: MessageBody, options: PostOptions): Sent => {
    const { files = [], idempotencyKey } = options;
    const nonce = nonceOf(channelId, idempotencyKey);
    return attempt((signal) => rest.post(channelId, body, files, { signal, nonce, guildId }), options);
  };

  const edited = async (at: MessageAt, body: MessageBody, options: MessageOptions): Sent => {
    const { guildId, channelId, messageId } = at;
    const { files = [] } = options;
    const opener = tokenOf(at, clock.now());
    const byToken = opener
      ? await attempt((signal) => rest.editOriginal(opener, body, files, { signal }), options)
      : GONE;
    if (messageId === undefined || !canTryAsBot(byToken)) return byToken;
    const byBot = await attempt(
      (signal) => rest.edit({ channelId, messageId }, body, files, { signal, guildId }),
      options,
    );
    // If the bot has no access, the token may still work once Discord is available.
    return byBot.outcome === 'no access' && byToken.outcome === 'unavailable' ? byToken : byBot;
  };

  const deleted = async (at: MessageAt, options: MessageOptions): Promise<Outcome<void>> => {
    const { guildId, channelId, messageId } = at;
    if (messageId === undefined) return GONE;
    return attempt((signal) => rest.delete({ channelId, messageId }, { signal, guildId }), options);
  };

  return {
    post: async (at, body, options) => logged(await posted(at, body, options), options),
    edit: async (at, body, options = {}) => logged(await edited(at, body, options), options),
    delete: async (at, options = {}) => {
      const outcome = await deleted(at, options);
      return outcome.outcome === 'gone' ? outcome : logged(outcome, options);
    },
    read: async ({ guildId, channelId, messageId }, options = {}) => {
      if (messageId === undefined) return GONE;
      const read = (signal: AbortSignal) => rest.message({ channelId, messageId }, { signal, guildId });
      return logged(await attempt(read, options), options);
    },
    list: async ({ guildId, channelId }, before, options = {}) => {
      const list = (signal: AbortSignal) => rest.messageList(channelId, before, { signal, guildId });
      return logged(await attempt(list, options), options);
    },
    findAnswer: async (at, options = {}) => {
      const opener = tokenOf(at, clock.now());
      return opener ? attempt(() => rest.original(opener), options) : GONE;
    },
    reply: async (at, text, options) => {
      const { messageId } = at;
      const body = messageBody([textDisplay(text)], { mentions: options.mentions });
      const reference = { message_reference: { message_id: messageId ?? '', fail_if_not_exists: false } };
      const whole = messageId === undefined ? body : { ...body, ...reference };
      return logged(await posted(at, whole, { tries: NOTICE_TRIES, ...options }), options, true);
    },
    whisper: async (at, body, options = {}) => {
      const opener = tokenOf(at, clock.now());
      if (!opener) return GONE;
      const whispered = (signal: AbortSignal) => rest.followUp(opener, body, [], { signal });
      return logged(await attempt(whispered, { tries: NOTICE_TRIES, ...options }), options, true);
    },
    mayWhisper: (at) => tokenOf(at, clock.now()) !== undefined,
    deleteLost: async ({ guildId, channelId, body, postedAfterMs }, options) => {
      if (clock.now() - postedAfterMs >= NONCE_KNOWN_MS) return GONE;
      const outcome = await posted({ guildId, channelId }, body, options);
      if (outcome.outcome !== 'done') return logged(outcome, options);
      return logged(await deleted({ guildId, channelId, messageId: outcome.value.id }, options), options);
    },
  };
}

/** Makes a call, and repeats it while Discord is unavailable. */
function createAttempts({ clock, random, stop }: Pick<MessageClientParts, 'clock' | 'random' | 'stop'>) {
  return async <Value>(
    call: (signal: AbortSignal) => Promise<Outcome<Value>>,
    { signal = stop, withinMs, tries = 1 }: MessageOptions,
  ): Promise<Outcome<Value>> => {
    const makeCall = () => (withinMs === undefined ? call(signal) : outcomeWithin(withinMs, call));
    for (let tried = 1; ; tried++) {
      const outcome = await makeCall();
      if (outcome.outcome !== 'done') signal.throwIfAborted();
      if (outcome.outcome !== 'unavailable' || tried >= tries) return outcome;
      const ownWaitMs =
        backOffMs(tried - 1, { firstMs: FIRST_RETRY_MS, longestMs: Number.POSITIVE_INFINITY }) * (0.5 + random());
      const waitMs = Math.max(outcome.retryAfterMs ?? 0, ownWaitMs);
      if (waitMs > LONGEST_WAIT_MS) return outcome;
      await clock.sleep(waitMs, signal);
    }
  };
}

/** Whether the bot may succeed where the interaction's token failed. Files that are too large or missing stay so. */
function canTryAsBot({ outcome }: Outcome<unknown>): boolean {
  return outcome === 'gone' || outcome === 'no access' || outcome === 'unavailable';
}

/** The interaction's token, while it lives. */
function tokenOf({ applicationId, token, tokenIssuedAtMs = 0 }: MessageAt, nowMs: number): TokenRef | undefined {
  if (applicationId === undefined || token === undefined || token === '') return undefined;
  return nowMs - tokenIssuedAtMs < TOKEN_LIFE_MS ? { applicationId, token } : undefined;
}

/**
 * Discord knows a nonce by its author alone: it doesn't post a message whose nonce was used in another channel or server,
 * but returns the other message. So the channel is part of the nonce.
 */
function nonceOf(channelId: string, idempotencyKey: string): string {
  const hash = createHash('sha256').update(`${channelId}|${idempotencyKey}`);
  return hash.digest('base64url').slice(0, NONCE_MAX_CHARACTERS);
}
