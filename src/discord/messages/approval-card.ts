import {
  type APIButtonComponentWithCustomId,
  type APIComponentInContainer,
  type APIMediaGalleryItem,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import type { MemberRecord } from '../../moderation/members.ts';
import { BY_EASEL, type Decision, type Waiting } from '../../moderation/requests/waiting.ts';
import { kindOf } from '../../task-api/models.ts';
import type { Texts } from '../../texts/en.ts';
import { customIdOf } from '../custom-ids/custom-id.ts';
import { type MessageBody, messageBody, TEXT_LIMIT } from '../rest/message-body.ts';
import { actionRow, button, textDisplay } from './components.ts';
import { messageUrl } from './links.ts';
import { escapeText, quotePrompt, quoteWithin } from './prompt-text.ts';

const COLOURS = { waiting: 0xf0b232, approved: 0x3ba55d, other: 0x80848e };
type Verb = 'approve' | 'reject' | 'edit' | 'trust' | 'withdraw' | 'why' | 'second' | 'veto' | 'prompt';

/** With the prompt that is shown beside it: a press is about that one. */
export function waitingId(verb: Verb, { id, memberId, edits }: Waiting): string {
  return customIdOf({ action: 'waiting', argument: `${verb}-${id}-${edits}`, memberId });
}

function press(waiting: Waiting, verb: Verb, label: string, style: APIButtonComponentWithCustomId['style']) {
  return button(waitingId(verb, waiting), label, style);
}

/** What Easel says itself is fit to be shown. */
const whyOf = ({ byId, why }: Decision): string => (byId === BY_EASEL ? why : escapeText(why));

function colourOf({ decision }: Waiting): number {
  if (!decision) return COLOURS.waiting;
  return decision.kind === 'approved' ? COLOURS.approved : COLOURS.other;
}

/** Whether everybody in the channel may read the prompt: only where members vote on it. */
export function isPromptShown({ mode, decision, request }: Waiting): boolean {
  return mode === 'vote' && (!decision || (decision.kind === 'approved' && !request.hidesPrompt));
}

/** The request's own message, for everybody in the channel. */
export function renderRequest(waiting: Waiting, { job, moderation }: Texts): MessageBody {
  const words = moderation.waiting;
  const { decision, voterIds, votesNeeded } = waiting;
  const isVote = waiting.mode === 'vote';
  const shown = isPromptShown(waiting) ? quotePrompt(waiting.request.prompt) : undefined;
  const isForbidden = decision?.kind === 'rejected' && decision.byId === BY_EASEL;
  const state = decision
    ? isForbidden
      ? words.forbidden
      : words.outcome[decision.kind]
    : isVote
      ? words.waitsForVotes(voterIds.length, votesNeeded, waiting.expiresAtMs)
      : words.waitsForModerator(waiting.expiresAtMs);
  const { Primary, Secondary, Danger } = ButtonStyle;
  const choices = decision
    ? decision.kind === 'rejected'
      ? [press(waiting, 'why', words.buttons.why, Secondary)]
      : []
    : [
        ...(isVote ? [press(waiting, 'second', words.buttons.second(voterIds.length, votesNeeded), Primary)] : []),
        press(waiting, 'withdraw', words.buttons.withdraw, Secondary),
        ...(isVote ? [press(waiting, 'veto', words.buttons.veto, Danger)] : []),
      ];
  const buttons = [...choices, ...(shown?.isCut ? [press(waiting, 'prompt', job.buttons.prompt, Secondary)] : [])];
  const components: APIComponentInContainer[] = [
    textDisplay(
      [
        words.title(waiting.memberId, kindOf(waiting.request.modelId), waiting.count),
        ...(shown ? [shown.quote] : []),
      ].join('\n'),
    ),
    textDisplay(state),
    ...(shown && !decision && waiting.editedById !== undefined ? [textDisplay(`-# ${words.editedForVotes}`)] : []),
    ...(decision ? [] : [textDisplay(`-# ${words.held(waiting.quoteCredits * waiting.count)}`)]),
    ...(buttons.length > 0 ? [actionRow(buttons)] : []),
  ];
  return messageBody([{ type: ComponentType.Container, accent_color: colourOf(waiting), components }]);
}

/** What moderators see of a request: who, what, what it costs, and the member's record. */
export function renderCard(waiting: Waiting, record: MemberRecord, { moderation }: Texts, said?: string): MessageBody {
  const words = moderation.waiting;
  const { request, decision, entry, guildId, place } = waiting;
  const title = words.title(waiting.memberId, kindOf(request.modelId), waiting.count);
  const link =
    place.messageId === undefined ? [] : [words.card.message(messageUrl(guildId, place.channelId, place.messageId))];
  const lines = [
    `-# ${entry === undefined ? words.card.becauseChannel(place.channelId, waiting.mode) : words.card.because(entry.replaceAll('`', 'ˋ'))}`,
    `-# ${[words.card.facts(request.modelId, request.aspectRatio, waiting.quoteCredits * waiting.count), ...link].join(' · ')}`,
    `-# ${words.card.record(record.counts)}`,
    ...(waiting.isPreviewed ? [`-# ${words.card.thenPreviewed}`] : []),
    ...(waiting.editedById === undefined ? [] : [`-# ${words.card.edited(waiting.editedById)}`]),
    decision
      ? words.card.decided(decision.kind, decision.byId, decision.atMs, whyOf(decision))
      : words.card.waits(waiting.expiresAtMs),
    ...(said === undefined ? [] : [said]),
  ];
  const cutLine = `-# ${words.card.cut}`;
  const room = TEXT_LIMIT - [title, cutLine, ...lines, ''].join('\n').length;
  const { quote, isCut } = quoteWithin(request.prompt, room);
  const components: APIComponentInContainer[] = [
    textDisplay([title, quote, ...(isCut ? [cutLine] : [])].join('\n')),
    ...sourcesOf(waiting),
    textDisplay(lines.join('\n')),
    ...(decision ? [] : [actionRow(cardButtons(waiting, words.buttons))]),
  ];
  return messageBody([{ type: ComponentType.Container, accent_color: colourOf(waiting), components }]);
}

/** By their signed addresses, which last longer than a request usually waits. */
function sourcesOf({ request }: Waiting): APIComponentInContainer[] {
  const items = request.sourceUrls.map((url): APIMediaGalleryItem => ({ media: { url }, spoiler: true }));
  return items.length === 0 ? [] : [{ type: ComponentType.MediaGallery, items }];
}

function cardButtons(waiting: Waiting, words: Texts['moderation']['waiting']['buttons']) {
  const { Danger, Secondary, Success } = ButtonStyle;
  return waiting.mode === 'vote'
    ? [press(waiting, 'veto', words.veto, Danger), press(waiting, 'edit', words.edit, Secondary)]
    : [
        press(waiting, 'approve', words.approve, Success),
        press(waiting, 'reject', words.reject, Danger),
        press(waiting, 'edit', words.edit, Secondary),
        press(waiting, 'trust', words.trust, Secondary),
      ];
}
