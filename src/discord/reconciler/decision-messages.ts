import type { DecisionsParts } from '../../moderation/records/decisions.ts';
import { rowOf, textDisplay } from '../messages/components.ts';
import { quoteShort } from '../messages/prompt-text.ts';
import { changesOf, showChangesButton } from '../messages/setting-words.ts';
import { messageBody } from '../rest/message-body.ts';
import type { MessageParts } from './reconciler.ts';

/** Posts the line about a decision in the moderators' channel. */
export function createPostDecision({
  reconciler,
  texts,
}: Pick<MessageParts, 'reconciler' | 'texts'>): DecisionsParts['post'] {
  const { moderators, settings } = texts.moderation;
  return (at, entry) => {
    const why = changesOf(entry, settings) ?? quoteShort(entry.why ?? '');
    const body = messageBody([
      textDisplay(moderators.line({ ...entry, why })),
      ...rowOf(showChangesButton(entry, texts)),
    ]);
    return reconciler.bring({
      at,
      body,
      idempotencyKey: `${at.guildId}-${entry.atMs}-${entry.byId}-${entry.action}`,
      trouble: 'the line about a decision could not be posted',
      about: { server: at.guildId },
    });
  };
}
