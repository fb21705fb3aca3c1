import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { MemberRecord } from '../../moderation/members.ts';
import type { ApprovalDesk } from '../../moderation/requests/approvals.ts';
import type { Waiting } from '../../moderation/requests/waiting.ts';
import type { Texts } from '../../texts/en.ts';
import { renderCard, renderRequest } from '../messages/approval-card.ts';
import { textDisplay } from '../messages/components.ts';
import { createRemoveLost } from '../rest/lost-message.ts';
import { type MessageBody, messageBody } from '../rest/message-body.ts';
import type { DiscordRest } from '../rest/rest.ts';
import { failureOf } from '../rest/rest-failure.ts';
import { createEditPlace } from './place-editing.ts';

/** The member's answer has to be there within 3 s, and comes after the card. */
const CARD_WITHIN_MS = 1_500;

export interface ApprovalDeskParts {
  rest: Pick<DiscordRest, 'delete' | 'post' | 'edit' | 'editOriginal'>;
  recordOf: (guildId: string, memberId: string) => Promise<MemberRecord>;
  clock: Pick<Clock, 'now'>;
  log: Log;
  texts: Texts;
  stop: AbortSignal;
}

/** The messages of requests that wait: the card for moderators, the request's own, and the notice at the end. */
export function createApprovalDesk({ rest, recordOf, clock, log, texts, stop }: ApprovalDeskParts): ApprovalDesk {
  const cardOf = async (waiting: Waiting): Promise<MessageBody> =>
    renderCard(waiting, await recordOf(waiting.guildId, waiting.memberId), texts);

  /** The kind of a failure that Discord told. @throws what is a bug of ours, and the reason of a stop */
  const kindOfFailure = (error: unknown) => {
    stop.throwIfAborted();
    const { kind } = failureOf(error);
    if (kind === 'refused') throw error;
    return kind;
  };

  const editPlace = createEditPlace(rest, clock, stop);
  const removeLost = createRemoveLost(rest, clock);
  const firstNonceOf = ({ id }: Waiting): string => `${id}-card`;

  return {
    postCard: async (waiting) => {
      try {
        const signal = AbortSignal.any([stop, AbortSignal.timeout(CARD_WITHIN_MS)]);
        // In the place of one that is gone: the same for every try to replace it, and another for the next one.
        const { messageId } = waiting.card;
        const nonce = messageId === undefined ? firstNonceOf(waiting) : `${messageId}-c`;
        const { id } = await rest.post(waiting.card.channelId, await cardOf(waiting), [], { signal, nonce });
        return { messageId: id };
      } catch (error) {
        return kindOfFailure(error) === 'unavailable' ? 'unavailable' : 'no access';
      }
    },
    removeLostCard: async (waiting) => {
      const { card, createdAtMs: postedAfterMs } = waiting;
      const body = await cardOf(waiting);
      return removeLost({ channelId: card.channelId, nonce: firstNonceOf(waiting), body, postedAfterMs }, stop);
    },
    showCard: async (waiting) => {
      const { channelId, messageId } = waiting.card;
      if (messageId === undefined) return 'gone';
      try {
        await rest.edit({ channelId, messageId }, await cardOf(waiting), [], { signal: stop });
        return 'shown';
      } catch (error) {
        const kind = kindOfFailure(error);
        if (kind === 'unavailable') return 'unavailable';
        log.warn({ request: waiting.id, kind }, 'a card could not be brought up to date');
        return 'gone';
      }
    },
    showRequest: async (waiting) => {
      const outcome = await editPlace(waiting.place, renderRequest(waiting, texts));
      if (typeof outcome === 'object') return 'shown';
      return outcome === 'unavailable' ? 'unavailable' : 'gone';
    },
    notify: async ({ id, memberId, place, decision }) => {
      const { channelId, messageId } = place;
      if (!decision || messageId === undefined) return;
      const { kind } = decision;
      if (kind === 'approved' || kind === 'withdrawn') return;
      const body: MessageBody = {
        ...messageBody([textDisplay(texts.moderation.waiting.notice[kind](memberId))], { mentions: [memberId] }),
        message_reference: { message_id: messageId, fail_if_not_exists: false },
      };
      try {
        await rest.post(channelId, body, [], { signal: stop, nonce: `${id}-decided` });
      } catch (error) {
        log.info({ request: id, kind: kindOfFailure(error) }, 'a member could not be told of a decision');
      }
    },
  };
}
