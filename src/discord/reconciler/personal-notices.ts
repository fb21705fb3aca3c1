import type { Texts } from '../../texts/en.ts';
import { privateText, textDisplay } from '../messages/components.ts';
import { channelUrl } from '../messages/links.ts';
import type { SentMessage } from '../rest/message.ts';
import { type MessageBody, messageBody } from '../rest/message-body.ts';
import type { MessageAt, MessageClient, PostOptions } from '../rest/message-client.ts';
import type { Outcome } from '../rest/outcome.ts';
import type { DiscordRest } from '../rest/rest.ts';

export interface PersonalNotice {
  memberId: string;
  /** The response to the member's command, or the message that the notice is about. */
  at: MessageAt & { guildId: string };
  words: string;
  /** The same for each attempt. */
  idempotencyKey: string;
  about: object;
}

/** Notices that concern only one member. */
export interface PersonalNotices {
  /**
   * Tells the member after the response to their command while its token lives, otherwise by direct message if they
   * want those. Not retried later. @returns whether Discord accepted it.
   */
  tell(notice: PersonalNotice, options?: { signal?: AbortSignal }): Promise<boolean>;
  /** Like `tell`. If neither is possible, replies to the message with a line that says neither what nor why. */
  tellSurely(notice: PersonalNotice): Promise<void>;
  /** Sends a direct message, whether or not the user's preferences ask for them. */
  direct(userId: string, body: MessageBody, options: PostOptions): Promise<Outcome<SentMessage>>;
}

export interface PersonalNoticesParts {
  client: Pick<MessageClient, 'post' | 'reply' | 'whisper'>;
  rest: Pick<DiscordRest, 'openDirectMessages'>;
  /** Whether a member of a server wants direct messages. */
  isWanted: (guildId: string, memberId: string) => Promise<boolean>;
  texts: Texts;
  stop: AbortSignal;
}

const TRIES = 3;
const TROUBLE = 'a member could not be sent a private notice';

export function createPersonalNotices(parts: PersonalNoticesParts): PersonalNotices {
  const { client, rest, isWanted, texts, stop } = parts;

  const direct: PersonalNotices['direct'] = async (userId, body, options) => {
    const opened = await rest.openDirectMessages(userId, { signal: options.signal ?? stop });
    if (opened.outcome !== 'done') return opened;
    return client.post({ guildId: undefined, channelId: opened.value }, body, { tries: TRIES, ...options });
  };

  const tell: PersonalNotices['tell'] = async (
    { memberId, at, words, idempotencyKey, about },
    { signal = stop } = {},
  ) => {
    const options = { trouble: TROUBLE, about, signal };
    const whispered = await client.whisper(at, privateText(words), options);
    if (whispered.outcome === 'done') return true;
    if (!(await isWanted(at.guildId, memberId))) return false;
    const body = messageBody([textDisplay(texts.personal.direct(words, channelUrl(at.guildId, at.channelId)))]);
    return (await direct(memberId, body, { ...options, idempotencyKey })).outcome === 'done';
  };

  return {
    tell,
    direct,
    tellSurely: async (notice) => {
      const { memberId, at, idempotencyKey, about } = notice;
      if (at.messageId === undefined || (await tell(notice))) return;
      await client.reply(at, texts.personal.neutral(memberId), {
        trouble: TROUBLE,
        about,
        mentions: [memberId],
        idempotencyKey,
      });
    },
  };
}
