import { DiscordAPIError, InteractionResponseType, RESTJSONErrorCodes } from 'discord.js';
import { z } from 'zod';
import type { AnswerBody, answerCalls, TokenRef } from '../../src/discord/rest/answer-calls.ts';
import type { MessageRef, SentMessage, ShownMessage } from '../../src/discord/rest/message.ts';
import { type MessageBody, messageBody } from '../../src/discord/rest/message-body.ts';
import type { messageCalls } from '../../src/discord/rest/message-calls.ts';
import { withOutcomes } from '../../src/discord/rest/outcome.ts';
import type { Upload } from '../../src/discord/rest/request.ts';
import { snowflakeAfter } from '../../src/sandbox/discord/state/snowflakes.ts';
import type { Clock } from '../../src/time/clock.ts';

/** A message as everyone in its channel sees it. */
export interface FakeMessage {
  id: string;
  channelId: string;
  body: MessageBody;
  files: { attachmentId: string; name: string }[];
  nonce: string | undefined;
  postedAtMs: number;
}

/** The documentation says "the past few minutes". */
const NONCE_LOOK_BACK_MS = 5 * 60_000;
const TOKEN_LIFE_MS = 15 * 60_000;

interface Answer {
  token: string;
  body: AnswerBody;
}

const bodySchema = z.custom<MessageBody>(
  (value) => z.object({ components: z.array(z.unknown()) }).safeParse(value).success,
);

/** Easel's calls about messages, as discord.js makes them: they fail with discord.js' errors. */
export type FakeCalls = ReturnType<typeof answerCalls> & Omit<ReturnType<typeof messageCalls>, 'openDirectMessages'>;

/**
 * Discord in memory, for messages only: tokens that expire, nonces, and attachments that an edit keeps only if it names
 * them.
 */
export class FakeDiscord implements FakeCalls {
  readonly messages = new Map<string, FakeMessage>();
  /** What Discord would have refused or shown broken. */
  readonly faults: string[] = [];
  /** While set, all calls reject with it. */
  offline = false;
  /** Channels in which all calls fail for now. */
  readonly failingIn = new Set<string>();
  /** Threads that reject changes by a token. A change by the bot reopens them. */
  readonly archived = new Set<string>();
  /** How long the first answer to an interaction takes. Its sender may be gone by then. */
  callbackMs = 0;
  /** Private follow-ups, which only their member sees. */
  readonly whispers: MessageBody[] = [];
  /** Whether Easel may read messages. Independent of what it may change. */
  readable = true;
  /** Counts what changed. */
  changes = 0;
  /** The same calls with outcomes, as Easel uses them. */
  readonly rest = withOutcomes(callsTo(this));
  readonly #clock: Pick<Clock, 'now' | 'sleep'>;
  readonly #tokens = new Map<
    string,
    { channelId: string; issuedAtMs: number; messageId?: string; isAnswered: boolean }
  >();
  #lastId = '0';
  /** Answers that Discord has still to accept. */
  readonly #answersUnderWay = new Set<Answer & { dueAtMs: number }>();

  constructor(clock: Pick<Clock, 'now' | 'sleep'>) {
    this.#clock = clock;
  }

  /** A copy with the same state. */
  copy(clock: Pick<Clock, 'now' | 'sleep'>): FakeDiscord {
    const copy = new FakeDiscord(clock);
    copy.offline = this.offline;
    copy.readable = this.readable;
    copy.callbackMs = this.callbackMs;
    copy.faults.push(...this.faults);
    copy.whispers.push(...this.whispers);
    for (const channelId of this.archived) copy.archived.add(channelId);
    for (const [id, message] of this.messages) copy.messages.set(id, { ...message });
    for (const [token, known] of this.#tokens) copy.#tokens.set(token, { ...known });
    copy.#lastId = this.#lastId;
    // No one learns whether they were accepted, because the bot that sent them is dead.
    for (const { dueAtMs, ...answer } of this.#answersUnderWay) {
      copy.#accept(answer, dueAtMs - this.#clock.now()).catch(() => undefined);
    }
    return copy;
  }

  /** A new unique id. */
  nextId(): string {
    this.changes += 1;
    this.#lastId = snowflakeAfter(this.#lastId, this.#clock.now());
    return this.#lastId;
  }

  /** Someone types a command or presses a button, perhaps on a message. */
  issueToken(channelId: string, messageId?: string): { id: string; token: string } {
    const id = this.nextId();
    const token = `token-${id}`;
    const on = messageId === undefined ? {} : { messageId };
    this.#tokens.set(token, { channelId, issuedAtMs: this.#clock.now(), isAnswered: false, ...on });
    return { id, token };
  }

  in(channelId: string): FakeMessage[] {
    return [...this.messages.values()].filter((one) => one.channelId === channelId);
  }

  async answer({ token }: { id: string; token: string }, body: AnswerBody): Promise<SentMessage | undefined> {
    this.#open(token);
    return this.#accept({ token, body }, this.callbackMs);
  }

  async #accept({ token, body }: Answer, inMs: number): Promise<SentMessage | undefined> {
    if (inMs > 0) {
      const underWay = { token, body, dueAtMs: this.#clock.now() + inMs };
      this.#answersUnderWay.add(underWay);
      this.changes += 1;
      await this.#clock.sleep(inMs);
      this.#answersUnderWay.delete(underWay);
    }
    const known = this.#open(token);
    const { type, data } = body;
    if (known.isAnswered) throw failure(RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged, 400);
    known.isAnswered = true;
    this.changes += 1;
    if (type === InteractionResponseType.UpdateMessage) {
      return sent(this.#change(known.messageId, bodySchema.parse(data), []));
    }
    if (type !== InteractionResponseType.ChannelMessageWithSource) return undefined;
    const message = this.#add(known.channelId, bodySchema.parse(data), [], undefined);
    known.messageId = message.id;
    return sent(message);
  }

  async original({ token }: TokenRef): Promise<SentMessage> {
    return sent(this.#find(this.#open(token).messageId));
  }

  async editOriginal({ token }: TokenRef, body: MessageBody, files: readonly Upload[]): Promise<SentMessage> {
    const { messageId, channelId } = this.#open(token);
    if (this.archived.has(channelId)) throw failure(RESTJSONErrorCodes.InvalidActionOnArchivedThread, 400);
    return sent(this.#change(messageId, body, files));
  }

  async edit({ channelId, messageId }: MessageRef, body: MessageBody, files: readonly Upload[]): Promise<SentMessage> {
    this.#checkLine(channelId);
    const message = this.#change(messageId, body, files);
    this.archived.delete(message.channelId);
    return sent(message);
  }

  async post(
    channelId: string,
    body: MessageBody,
    files: readonly Upload[],
    { nonce }: { nonce: string },
  ): Promise<SentMessage> {
    this.#checkLine(channelId);
    if (nonce.length > 25) this.faults.push(`a nonce of ${nonce.length} characters: ${nonce}`);
    const since = this.#clock.now() - NONCE_LOOK_BACK_MS;
    // Discord knows a nonce by its author, in any channel.
    const earlier = [...this.messages.values()].find((one) => one.nonce === nonce && one.postedAtMs >= since);
    return sent(earlier ?? this.#add(channelId, body, files, nonce));
  }

  async followUp({ token }: TokenRef, body: MessageBody): Promise<SentMessage> {
    this.whispers.push(body);
    this.changes += 1;
    const { channelId } = this.#open(token);
    return { id: this.nextId(), channelId, files: [] };
  }

  async message({ messageId }: MessageRef): Promise<ShownMessage> {
    this.#checkLine();
    if (!this.readable) throw failure(RESTJSONErrorCodes.MissingAccess, 403);
    const { files, ...message } = sent(this.#find(messageId));
    return {
      ...message,
      files: files.map((file) => ({ ...file, address: `http://127.0.0.1/files/${file.attachmentId}` })),
      customIds: [],
    };
  }

  async messageList(channelId: string, before: string): Promise<ShownMessage[]> {
    const older = [...this.messages.values()].filter((one) => one.channelId === channelId && one.id < before);
    return Promise.all(older.reverse().map(({ id: messageId }) => this.message({ channelId, messageId })));
  }

  async delete({ messageId }: MessageRef): Promise<void> {
    this.#checkLine();
    const { id, channelId } = this.#find(messageId);
    this.messages.delete(id);
    this.changes += 1;
    this.archived.delete(channelId);
  }

  async deleteOriginal({ token }: TokenRef): Promise<void> {
    this.messages.delete(this.#find(this.#open(token).messageId).id);
    this.changes += 1;
  }

  #checkLine(channelId = ''): void {
    if (this.offline || this.failingIn.has(channelId)) throw failure(0, 503);
  }

  #open(token: string) {
    this.#checkLine();
    const known = this.#tokens.get(token);
    if (!known || this.#clock.now() - known.issuedAtMs >= TOKEN_LIFE_MS) {
      throw failure(RESTJSONErrorCodes.UnknownWebhook, 404);
    }
    this.#checkLine(known.channelId);
    return known;
  }

  #find(messageId: string | undefined): FakeMessage {
    const found = this.messages.get(messageId ?? '');
    if (!found) throw failure(RESTJSONErrorCodes.UnknownMessage, 404);
    return found;
  }

  #add(channelId: string, body: MessageBody, files: readonly Upload[], nonce: string | undefined): FakeMessage {
    const id = this.nextId();
    const message: FakeMessage = {
      id,
      channelId,
      body: messageBody([]),
      files: [],
      nonce,
      postedAtMs: this.#clock.now(),
    };
    this.messages.set(id, message);
    return this.#change(id, body, files);
  }

  #change(messageId: string | undefined, body: MessageBody, files: readonly Upload[]): FakeMessage {
    const message = this.#find(messageId);
    const shown = body.attachments.flatMap(({ id }) => {
      const staying = message.files.find(({ attachmentId }) => attachmentId === id);
      if (staying) return [staying];
      const coming = files[Number(id)];
      if (coming) return [{ attachmentId: this.nextId(), name: coming.name }];
      this.faults.push(`${messageId} has no file ${id}`);
      return [];
    });
    for (const name of namesIn(body)) {
      if (!shown.some((file) => file.name === name))
        this.faults.push(`${messageId} shows ${name}, which it does not have`);
    }
    this.changes += 1;
    message.body = body;
    message.files = shown;
    return message;
  }
}

const callsTo = (discord: FakeCalls): FakeCalls => ({
  answer: (...given) => discord.answer(...given),
  original: (...given) => discord.original(...given),
  editOriginal: (...given) => discord.editOriginal(...given),
  deleteOriginal: (...given) => discord.deleteOriginal(...given),
  followUp: (...given) => discord.followUp(...given),
  edit: (...given) => discord.edit(...given),
  post: (...given) => discord.post(...given),
  delete: (...given) => discord.delete(...given),
  message: (...given) => discord.message(...given),
  messageList: (...given) => discord.messageList(...given),
});

const sent = ({ id, channelId, files }: FakeMessage): SentMessage => ({ id, channelId, files });

function failure(code: number, status: number): DiscordAPIError {
  const raw = { code, message: 'the fake Discord refuses' };
  return new DiscordAPIError(raw, code, status, 'POST', 'fake', { body: undefined, files: undefined });
}

function* valuesIn(value: unknown): Generator<[string, unknown]> {
  if (value === null || typeof value !== 'object') return;
  for (const [key, inner] of Object.entries(value)) {
    yield [key, inner];
    yield* valuesIn(inner);
  }
}

const namesIn = ({ components }: MessageBody): string[] =>
  [...valuesIn(components)].flatMap(([key, value]) =>
    key === 'url' && typeof value === 'string' && value.startsWith('attachment://')
      ? [value.slice('attachment://'.length)]
      : [],
  );

/** All words of a message. */
export const wordsOf = ({ body }: Pick<FakeMessage, 'body'>): string =>
  [...valuesIn(body.components)].flatMap(([key, value]) => (key === 'content' ? [String(value)] : [])).join('\n');
