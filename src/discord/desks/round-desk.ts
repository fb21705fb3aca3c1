import type { Job } from '../../jobs/job.ts';
import type { RoundDesk } from '../../moderation/rounds/port.ts';
import type { Round, Winner } from '../../moderation/rounds/round.ts';
import type { Texts } from '../../texts/en.ts';
import { renderJob } from '../messages/job-message.ts';
import { escapeText } from '../messages/prompt-text.ts';
import { renderRound } from '../messages/round-message.ts';
import { toBrought } from '../reconciler/reconciler.ts';
import { asPosted, type Board } from '../rest/board.ts';

export interface RoundDeskParts {
  board: Pick<Board, 'delete' | 'deleteLost' | 'edit' | 'findAnswer' | 'post' | 'reply'>;
  texts: Texts;
}

/** The messages of rounds: their own, the word to the winners, and the first message of each winner's job. */
export function createRoundDesk({ board, texts }: RoundDeskParts): RoundDesk & {
  postJob(job: Job): Promise<{ messageId: string } | 'no access' | 'unavailable'>;
  /** Posts the message of a round that nobody's command opens: the same for every try. */
  open(round: Round): Promise<{ messageId: string } | 'no access' | 'unavailable'>;
  /** Takes that message away again where a crash left nobody its id. */
  unopen(round: Round, postedAfterMs: number): Promise<void>;
  /** Takes such a message away; one that cannot be reached stays. */
  removeJob(at: { guildId: string; channelId: string; messageId: string }): Promise<'done' | 'unavailable'>;
} {
  return {
    findAnswer: async (round) => {
      const found = toBrought(await board.findAnswer(round));
      return found.outcome === 'there' ? found.message.id : undefined;
    },
    show: async (round) => {
      if (round.messageId === undefined) return 'shown';
      const body = renderRound(round, texts);
      const about = { round: round.id, server: round.guildId };
      const { outcome } = await board.edit(round, body, { trouble: 'the message of a round cannot be reached', about });
      if (outcome === 'done') return 'shown';
      if (outcome !== 'gone') return outcome === 'unavailable' ? outcome : 'no access';
      // Of the message that is gone: the same for every try to replace it, and another for the next one.
      return asPosted(await board.post(round, body, { idempotencyKey: `${round.messageId}-r` }));
    },
    announce: async (round) => {
      const votedFor = authorsOf(round, ({ votes }) => votes > 0);
      const others = authorsOf(round, ({ votes }) => votes === 0);
      const words = texts.rounds.announced(escapeText(round.theme).replace(/\s+/g, ' '), votedFor, others);
      const told = { trouble: 'winners could not be told', about: { round: round.id } };
      await board.reply(round, words, {
        ...told,
        mentions: [...votedFor, ...others],
        idempotencyKey: `${round.id}-winners`,
      });
    },
    open: async (round) =>
      asPosted(await board.post(round, renderRound(round, texts), { idempotencyKey: openingKey(round) })),
    unopen: async (round, postedAfterMs) => {
      const { guildId, channelId } = round;
      const lost = { guildId, channelId, body: renderRound(round, texts), postedAfterMs };
      await board.deleteLost(lost, {
        idempotencyKey: openingKey(round),
        trouble: 'the message of a dropped round stays',
      });
    },
    postJob: async (job) => {
      const body = renderJob({ job, expectation: undefined, newFiles: [] }, texts);
      return asPosted(await board.post(job.place, body, { idempotencyKey: `${job.id}-pending` }));
    },
    removeJob: async (at) => ((await board.delete(at)).outcome === 'unavailable' ? 'unavailable' : 'done'),
  };
}

const openingKey = ({ id }: Round): string => `${id}-open`;

function authorsOf({ picks, entries }: Round, isMeant: (winner: Winner) => boolean): string[] {
  const meant = picks.filter(isMeant);
  return meant.flatMap(({ number }) => entries.find((entry) => entry.number === number)?.memberId ?? []);
}
