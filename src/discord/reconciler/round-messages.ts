import type { RoundMessages } from '../../moderation/rounds/context.ts';
import type { Round, Winner } from '../../moderation/rounds/round.ts';
import { escapeText } from '../messages/prompt-text.ts';
import { renderRound } from '../messages/round-message.ts';
import type { MessageParts } from './reconciler.ts';

type Parts = Pick<MessageParts, 'client' | 'reconciler' | 'texts'>;

/** The messages of a round: its own, and the notice to the winners. */
export function createRoundMessages({ client, reconciler, texts }: Parts): RoundMessages {
  const wantedOf = (round: Round) => ({
    body: renderRound(round, texts),
    idempotencyKey: `${round.id}-open`,
    trouble: 'the message of a round could not be updated',
    about: { round: round.id, server: round.guildId },
  });

  return {
    findAnswer: ({ location }) => reconciler.findAnswer(location),
    bring: (round, { anew = false } = {}) => {
      const { guildId, channelId, messageId } = round.location;
      if (!anew) return reconciler.bring({ ...wantedOf(round), at: round.location });
      // A replacement has the same key for each attempt to post it, and the next replacement has another.
      return reconciler.bring({ ...wantedOf(round), at: { guildId, channelId }, idempotencyKey: `${messageId}-r` });
    },
    deleteOrphan: async (round, unwantedSinceMs) => {
      const { guildId, channelId } = round.location;
      await reconciler.bring({ ...wantedOf(round), at: { guildId, channelId }, unwantedSinceMs });
    },
    announce: async (round) => {
      const votedFor = authorsOf(round, ({ votes }) => votes > 0);
      const others = authorsOf(round, ({ votes }) => votes === 0);
      const words = texts.rounds.announced(escapeText(round.theme).replace(/\s+/g, ' '), votedFor, others);
      await client.reply(round.location, words, {
        trouble: 'the winners of a round could not be notified',
        about: { round: round.id },
        mentions: [...votedFor, ...others],
        idempotencyKey: `${round.id}-winners`,
      });
    },
  };
}

function authorsOf({ winners, entries }: Round, isMeant: (winner: Winner) => boolean): string[] {
  const meant = winners.filter(isMeant);
  return meant.flatMap(({ number }) => entries.find((entry) => entry.number === number)?.memberId ?? []);
}
