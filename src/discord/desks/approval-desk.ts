import type { MemberRecord } from '../../moderation/members.ts';
import type { ApprovalDesk } from '../../moderation/requests/approvals.ts';
import type { Waiting } from '../../moderation/requests/waiting.ts';
import type { Texts } from '../../texts/en.ts';
import { renderCard, renderRequest } from '../messages/approval-card.ts';
import type { Board } from '../rest/board.ts';
import type { MessageBody } from '../rest/message-body.ts';
import { asPosted, asShown } from './outcomes.ts';

/** The member's answer has to be there within 3 s, and comes after the card. */
const CARD_WITHIN_MS = 1_500;

export interface ApprovalDeskParts {
  board: Pick<Board, 'deleteLost' | 'edit' | 'post' | 'reply'>;
  recordOf: (guildId: string, memberId: string) => Promise<MemberRecord>;
  texts: Texts;
}

/** The messages of requests that wait: the card for moderators, the request's own, and the notice at the end. */
export function createApprovalDesk({ board, recordOf, texts }: ApprovalDeskParts): ApprovalDesk {
  const cardOf = async (waiting: Waiting): Promise<MessageBody> =>
    renderCard(waiting, await recordOf(waiting.guildId, waiting.memberId), texts);
  const firstNonceOf = ({ id }: Waiting): string => `${id}-card`;

  return {
    postCard: async (waiting) => {
      const { channelId, messageId } = waiting.card;
      // In the place of one that is gone: the same for every try to replace it, and another for the next one.
      const nonce = messageId === undefined ? firstNonceOf(waiting) : `${messageId}-c`;
      return asPosted(await board.post(channelId, await cardOf(waiting), { nonce, withinMs: CARD_WITHIN_MS }));
    },
    removeLostCard: async (waiting) => {
      const { card, createdAtMs: postedAfterMs } = waiting;
      const lost = { channelId: card.channelId, body: await cardOf(waiting), postedAfterMs };
      const { outcome } = await board.deleteLost(lost, { nonce: firstNonceOf(waiting) });
      return outcome === 'unavailable' ? outcome : 'done';
    },
    showCard: async (waiting) => {
      const told = { trouble: 'a card could not be brought up to date', about: { request: waiting.id } };
      return asShown(await board.edit(waiting.card, await cardOf(waiting), told));
    },
    showRequest: async (waiting) => asShown(await board.edit(waiting.place, renderRequest(waiting, texts))),
    notify: async ({ id, memberId, place, decision }) => {
      if (!decision || place.messageId === undefined) return;
      const { kind } = decision;
      if (kind === 'approved' || kind === 'withdrawn') return;
      const told = { trouble: 'a member could not be told of a decision', about: { request: id } };
      const options = { ...told, mentions: [memberId], nonce: `${id}-decided` };
      await board.reply(place, texts.moderation.waiting.notice[kind](memberId), options);
    },
  };
}
