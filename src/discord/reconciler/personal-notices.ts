import type { Texts } from '../../texts/en.ts';
import { privateText, textDisplay } from '../messages/components.ts';
import { channelUrl } from '../messages/links.ts';
import type { Board, MessageAt } from '../rest/board.ts';
import { messageBody } from '../rest/message-body.ts';
import type { DiscordRest } from '../rest/rest.ts';

export interface PersonalNotice {
  memberId: string;
  /** What answered the member, or shows what it is about. */
  at: MessageAt & { guildId: string };
  words: string;
  /** The same for every try. */
  idempotencyKey: string;
  about: object;
}

/** What concerns one member, and is nobody else's business. */
export interface PersonalNotices {
  /** Beside the answer to their command while its token lives, else as a direct message where they want those. A courtesy. */
  tell(notice: PersonalNotice, options?: { signal?: AbortSignal }): Promise<'told' | 'not told'>;
  /** The same; where neither is possible, a line under the message that says neither what nor why. */
  tellSurely(notice: PersonalNotice): Promise<void>;
  /** A direct message of which nothing else says that it is wanted. */
  direct(memberId: string, words: string, idempotencyKey: string): Promise<'told' | 'closed' | 'unavailable'>;
}

export interface PersonalNoticesParts {
  board: Pick<Board, 'post' | 'reply' | 'whisper'>;
  rest: Pick<DiscordRest, 'openDirectMessages'>;
  /** Whether a member of a server wants direct messages. */
  isWanted: (guildId: string, memberId: string) => Promise<boolean>;
  texts: Texts;
  stop: AbortSignal;
}

const TRIES = 3;
const TROUBLE = 'a member could not be told something of their own';

export function createPersonalNotices(parts: PersonalNoticesParts): PersonalNotices {
  const { board, rest, isWanted, texts, stop } = parts;

  const direct = async (memberId: string, words: string, idempotencyKey: string, told: object, signal: AbortSignal) => {
    const opened = await rest.openDirectMessages(memberId, { signal });
    if (opened.outcome !== 'done') return opened.outcome === 'unavailable' ? 'unavailable' : 'closed';
    const options = { ...told, idempotencyKey, signal, tries: TRIES };
    const at = { guildId: undefined, channelId: opened.value };
    const { outcome } = await board.post(at, messageBody([textDisplay(words)]), options);
    if (outcome === 'done') return 'told';
    return outcome === 'unavailable' ? outcome : 'closed';
  };

  const tell: PersonalNotices['tell'] = async (
    { memberId, at, words, idempotencyKey, about },
    { signal = stop } = {},
  ) => {
    const told = { trouble: TROUBLE, about };
    const whispered = await board.whisper(at, privateText(words), { ...told, signal });
    if (whispered.outcome === 'done') return 'told';
    if (!(await isWanted(at.guildId, memberId))) return 'not told';
    const line = texts.personal.direct(words, channelUrl(at.guildId, at.channelId));
    return (await direct(memberId, line, idempotencyKey, told, signal)) === 'told' ? 'told' : 'not told';
  };

  return {
    tell,
    tellSurely: async (notice) => {
      const { memberId, at, idempotencyKey, about } = notice;
      if (at.messageId === undefined || (await tell(notice)) === 'told') return;
      await board.reply(at, texts.personal.neutral(memberId), {
        trouble: TROUBLE,
        about,
        mentions: [memberId],
        idempotencyKey,
      });
    },
    direct: (memberId, words, idempotencyKey) => direct(memberId, words, idempotencyKey, {}, stop),
  };
}
