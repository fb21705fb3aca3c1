import { privateText } from '../../src/discord/messages/components.ts';
import { messageUrl } from '../../src/discord/messages/links.ts';
import { quoteShort } from '../../src/discord/messages/prompt-text.ts';
import { keyOf } from '../../src/moderation/appeals/appeal.ts';
import { decisionDeadlineMs } from '../../src/moderation/reports/report-record.ts';
import type { Handler, Needs } from '../support/context.ts';
import { noModeratorsChannelError } from '../support/refusals.ts';

/** What waits for moderators: reported intimate pictures, members who ask for another look, then requests. */
export function waitingLines(guildId: string, { moderation, texts }: Needs<'moderation' | 'texts'>): string[] {
  const words = texts.moderation.moderators;
  const waiting = moderation.requests.queueOf(guildId);
  const lines = waiting.map(({ memberId: askerId, location, expiresAtMs, request, card }) => {
    const { channelId, messageId } = card ?? {};
    const url = channelId && messageId ? messageUrl(guildId, channelId, messageId) : undefined;
    return words.waiting(askerId, location.channelId, expiresAtMs, quoteShort(request.prompt), url);
  });
  const urgent = moderation.reports.listUrgent(guildId).map((record) => {
    const { memberId: authorId, channelId, card } = record;
    const url = card && messageUrl(guildId, card.channelId, card.messageId);
    return texts.moderation.reports.urgentLine(authorId, channelId, decisionDeadlineMs(record) ?? 0, url);
  });
  const appeals = moderation.appeals.waiting(guildId).map(({ memberId, about, expiresAtMs, card }) => {
    const url = card && messageUrl(guildId, card.channelId, card.messageId);
    return texts.moderation.appeals.waiting(memberId, about.action, expiresAtMs, url);
  });
  return [...urgent, ...appeals, ...lines];
}

/** Discord accepts only a few posts a second in one channel. */
const CARDS_AT_ONCE = 20;

/** Posts cards again that were deleted, with or without their channel. */
export const postCards: Handler<unknown> = async ({ respond, guildId }, _, context) => {
  const { moderation, texts } = context;
  await respond.deferPrivately();
  const { appeals, requests } = moderation;
  const waiting = [
    ...appeals.waiting(guildId).map((appeal) => () => appeals.ensureCard(keyOf(appeal))),
    ...requests.queueOf(guildId).map((request) => () => requests.ensureCard(request.id)),
  ];
  let posted = 0;
  for (const ensureCard of waiting.slice(0, CARDS_AT_ONCE)) {
    const outcome = await ensureCard();
    if (outcome === 'no moderators channel') throw noModeratorsChannelError(guildId, context);
    if (outcome === 'posted') posted += 1;
  }
  const left = Math.max(0, waiting.length - CARDS_AT_ONCE);
  await respond.complete(privateText(texts.moderation.moderators.cardsPosted(posted, left)));
};
