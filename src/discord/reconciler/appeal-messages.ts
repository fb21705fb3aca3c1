import { type Appeal, keyOf } from '../../moderation/appeals/appeal.ts';
import type { AppealMessages } from '../../moderation/appeals/appeals.ts';
import type { GatedRequest } from '../../moderation/requests/request.ts';
import { appealLine, renderAppealCard } from '../messages/appeal-message.ts';
import { messageUrl } from '../messages/links.ts';
import type { MessageParts } from './reconciler.ts';

interface AppealMessagesParts extends Pick<MessageParts, 'answers' | 'jobs' | 'personal' | 'reconciler' | 'texts'> {
  findRequest: (id: string) => Promise<GatedRequest | undefined>;
}

/** The messages of an appeal: the moderators' card, and the answer to its member. */
export function createAppealMessages(parts: AppealMessagesParts): AppealMessages {
  const { answers, personal, reconciler, texts } = parts;
  return {
    bringCard: async (appeal, channelId, isMissed = false) => {
      const { guildId, card } = appeal;
      const body = renderAppealCard(appeal, await promptOf(appeal, parts), texts);
      const isReplaced = isMissed || (card !== undefined && card.channelId !== channelId);
      return reconciler.bring({
        at: { ...(card ?? { channelId }), guildId },
        body,
        ...(isReplaced && { replaceIn: { guildId, channelId } }),
        idempotencyKey: `${appeal.id}-appeal`,
        trouble: 'the card of an appeal could not be updated',
        about: { server: guildId },
      });
    },
    notify: async (appeal) => {
      const { id, guildId, memberId, channelId, about, answer } = appeal;
      const { channelId: shownIn = channelId, messageId } = about;
      const link = messageId === undefined ? '' : `\n-# ${messageUrl(guildId, shownIn, messageId)}`;
      return personal.tell({
        memberId,
        at: { ...(await answers.find(guildId, keyOf(appeal))), guildId, channelId },
        words: `${appealLine(appeal, texts)}${link}`,
        idempotencyKey: `${id}-${answer?.kind}`,
        about: { server: guildId },
      });
    },
  };
}

async function promptOf(
  { guildId, memberId, about: { jobId } }: Appeal,
  { findRequest, jobs }: Pick<AppealMessagesParts, 'findRequest' | 'jobs'>,
): Promise<string | undefined> {
  if (jobId === undefined) return undefined;
  const made = (await jobs.findAny({ guildId, memberId, jobId })) ?? (await findRequest(jobId));
  return made?.request.prompt;
}
