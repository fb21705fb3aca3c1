import type { Brought } from '../../moderation/records/messages.ts';
import type { RoundMessages } from '../../moderation/rounds/context.ts';
import type { Round, Winner } from '../../moderation/rounds/round.ts';
import { escapeLine } from '../messages/prompt-text.ts';
import { renderRound } from '../messages/round-message.ts';
import type { MessageParts } from './reconciler.ts';

type Parts = Pick<MessageParts, 'client' | 'reconciler' | 'texts'>;

/** The messages of a round: its own, and the notice to the winners. */
export function createRoundMessages({ client, reconciler, texts }: Parts): RoundMessages {
  const congratulate = async (round: Round): Promise<Brought> => {
    const votedFor = authorsOf(round, ({ votes }) => votes > 0);
    const others = authorsOf(round, ({ votes }) => votes === 0);
    const words = texts.rounds.announced(escapeLine(round.theme), votedFor, others);
    await client.reply(round.location, words, {
      trouble: 'the winners of a round could not be notified',
      about: { round: round.id },
      mentions: [...votedFor, ...others],
      idempotencyKey: `${round.id}-winners`,
    });
    return { outcome: 'gone' };
  };
  return {
    findAnswer: ({ location }) => reconciler.findAnswer(location),
    bring: async (round, key, unwanted = {}) => {
      if (key === 'winners') return congratulate(round);
      const { guildId, channelId } = round.location;
      return reconciler.bring({
        at: round.location,
        replaceIn: { guildId, channelId },
        body: renderRound(round, texts),
        idempotencyKey: `${round.id}-open`,
        trouble: 'the message of a round could not be updated',
        about: { round: round.id, server: guildId },
        ...unwanted,
      });
    },
  };
}

function authorsOf({ winners, entries }: Round, isMeant: (winner: Winner) => boolean): string[] {
  const meant = winners.filter(isMeant);
  return meant.flatMap(({ number }) => entries.find((entry) => entry.number === number)?.memberId ?? []);
}
