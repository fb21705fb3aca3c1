import {
  type APIButtonComponentWithCustomId,
  type APIComponentInContainer,
  type APIMediaGalleryItem,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import type { Job } from '../../jobs/job/job.ts';
import { madeOfOthers, picturesOf } from '../../jobs/job/sources.ts';
import { kindOfRequest } from '../../jobs/job/variants.ts';
import type { AuditEntry } from '../../moderation/records/audit-log.ts';
import type { MemberRecord } from '../../moderation/records/members.ts';
import {
  BY_EASEL,
  type Decision,
  type GatedRequest,
  isMade,
  type MadePhase,
  mayEditWaiting,
  mayWithdraw,
  quotedCreditsOf,
  undecidedOwnerIds,
} from '../../moderation/requests/request.ts';
import { shownPhaseOf } from '../../moderation/requests/request-decisions.ts';
import { isUndoneDiscard } from '../../moderation/requests/request-messages.ts';
import type { Texts } from '../../texts/en.ts';
import { moderateRequestIds, previewIds, promptIds, waitingIds, workIds } from '../custom-ids/controls.ts';
import { type MessageBody, messageBody, TEXT_LIMIT } from '../rest/message-body.ts';
import { actionRow, button, container, memberButtons, rowOf, textDisplay } from './components.ts';
import { attachmentsOf, mediaOf, requestFactsOf } from './job-message.ts';
import { messageUrl } from './links.ts';
import { escapeText, quotePrompt, quoteWithin } from './prompt-text.ts';
import { refusalWords } from './refusal-words.ts';

const COLOURS = { waiting: 0xf0b232, approved: 0x3ba55d, other: 0x80848e };
/** Enough characters to recognise the prompt. */
const NOTICE_PROMPT_CHARACTERS = 300;
type Verb = Exclude<Parameters<typeof waitingIds.of>[1]['verb'], 'undo'>;

/** Ids with the number of the shown prompt, because a press is about that prompt. */
export function waitingId(verb: Verb, { id, memberId, edits }: GatedRequest): string {
  return waitingIds.of(memberId, { verb, requestId: id, edits });
}

function press(request: GatedRequest, verb: Verb, label: string, style?: APIButtonComponentWithCustomId['style']) {
  return button(waitingId(verb, request), label, style);
}

/** The reason for the decision, if one was given. Easel's own reasons need no escaping. */
export function reasonOf({ why, refusal }: Decision, texts: Texts): string {
  if (refusal) return refusalWords(refusal, texts);
  return escapeText(why);
}

const isOpen = ({ phase }: GatedRequest): boolean => phase === 'opening' || phase === 'asked';

function colourOf(request: GatedRequest): number {
  if (isOpen(request)) return COLOURS.waiting;
  return request.decision?.kind === 'approved' ? COLOURS.approved : COLOURS.other;
}

/** Whether everyone in the channel may read the prompt, which is so only if members decide about it. */
export function isPromptShown(of: GatedRequest): boolean {
  if (of.gates.before !== 'members') return false;
  return isOpen(of) || ((of.phase === 'approved' || of.phase === 'started') && !of.request.hidesPrompt);
}

/** The request's public message. */
export function renderRequest(request: GatedRequest, texts: Texts): MessageBody {
  const phase = shownPhaseOf(request);
  return isMade(phase) ? renderUnpublished(request, phase, texts) : renderUnmade(request, texts);
}

/** The public message until the result is published. It shows neither the prompt nor the result. */
function renderUnpublished(
  { id, memberId, request, quotesCredits, draft }: GatedRequest,
  phase: MadePhase,
  texts: Texts,
): MessageBody {
  const words = texts.moderation.previews;
  const said = (draft && texts.drafts.phases[phase]) ?? words.phases[phase];
  const title = (draft ? texts.drafts.title : texts.job.title)(memberId, kindOfRequest(request), quotesCredits.length);
  const look = previewIds.of(memberId, { verb: 'view', jobId: id });
  const hasPreview = phase === 'making' || phase === 'ready';
  return messageBody([
    container([textDisplay(`${title}\n${said}`), ...rowOf(hasPreview ? [button(look, words.buttons.look)] : [])]),
  ]);
}

function renderUnmade(request: GatedRequest, texts: Texts): MessageBody {
  const { job, moderation } = texts;
  const words = moderation.waiting;
  const shown = isPromptShown(request) ? quotePrompt(request.request.prompt) : undefined;
  const buttons = [
    ...choicesOf(request, texts),
    ...(shown?.isCut ? [press(request, 'prompt', job.buttons.prompt)] : []),
    ...(isInHistory(request) ? toAskAgain(request, texts) : []),
  ];
  const isWaiting = isOpen(request);
  const { draft } = request;
  const components = [
    textDisplay([titleOf(request, texts), ...(shown ? [shown.quote] : []), ...questionsOf(request, words)].join('\n')),
    textDisplay(requestStateOf(request, texts)),
    ...(shown && isWaiting && request.editedById !== undefined ? [textDisplay(`-# ${words.editedForVotes}`)] : []),
    ...(isWaiting && !draft ? [textDisplay(`-# ${words.held(quotedCreditsOf(request))}`)] : []),
    ...rowOf(buttons),
  ];
  const mentions = isQuestion(request) ? request.consent?.mentionedIds : undefined;
  return messageBody([container(components, colourOf(request))], { mentions: mentions ?? [] });
}

/** What its author wants: a picture or clip, or what else becomes of a clip. */
function titleOf({ memberId, request, quotesCredits, draft }: GatedRequest, { drafts, moderation }: Texts): string {
  const { title, titleFromClips } = moderation.waiting;
  if (request.fromClips && !draft) return titleFromClips[request.fromClips](memberId);
  return (draft ? drafts.title : title)(memberId, kindOfRequest(request), quotesCredits.length);
}

type Words = Texts['moderation']['waiting'];

/** Whether it asks the owners of pictures. */
const isQuestion = (request: GatedRequest): boolean => request.gates.before === 'owner' && isOpen(request);

/** More questions may not fit into a message. */
const QUESTIONS_SHOWN = 10;

/** One question for each owner who hasn't agreed, with a link to one of their pictures. */
function questionsOf(request: GatedRequest, { owners }: Words): string[] {
  if (!isQuestion(request)) return [];
  const { consent, guildId, memberId: askerId } = request;
  const ownerIds = undecidedOwnerIds(request);
  const others = ownerIds.length - QUESTIONS_SHOWN;
  const questions = ownerIds.slice(0, QUESTIONS_SHOWN).map((ownerId) => {
    const at = consent?.origins.find((origin) => origin.ownerId === ownerId)?.at;
    return owners.question(ownerId, askerId, at && messageUrl(guildId, at.channelId, at.messageId));
  });
  return others > 0 ? [...questions, owners.others(others)] : questions;
}

/** What the request waits for, or how it ended. */
export function requestStateOf(request: GatedRequest, { drafts, moderation }: Texts): string {
  const words = request.draft ? { ...moderation.waiting, ...drafts.waiting } : moderation.waiting;
  const { delay, phase, gates, decision, voterIds, votesNeeded, expiresAtMs } = request;
  if (phase === 'unanswered') return words.unanswered;
  if (delay)
    return `${phase === 'allowed' ? words.owners.allowed : decision ? words.approved : ''}${words.delays[delay]}`;
  if (phase === 'allowed') return words.owners.agreed;
  if (isQuestion(request)) return words.owners.waits(expiresAtMs);
  if (decision) {
    const isForbidden = decision.kind === 'rejected' && decision.byId === BY_EASEL;
    return isForbidden ? words.forbidden : words.outcome[decision.kind];
  }
  return gates.before === 'members'
    ? words.waitsForVotes(voterIds.length, votesNeeded, expiresAtMs)
    : words.waitsForModerator(expiresAtMs);
}

function choicesOf(request: GatedRequest, { job, moderation }: Texts) {
  const words = moderation.waiting.buttons;
  const { gates, phase, voterIds, votesNeeded } = request;
  if (phase === 'rejected') return [press(request, 'why', words.why)];
  const withdraw = press(request, 'withdraw', words.withdraw);
  if (!isOpen(request)) return mayWithdraw(request) ? [withdraw] : [];
  const edit = mayEditWaiting(request) ? [press(request, 'edit', words.edit)] : [];
  const prompt = press(request, 'prompt', job.buttons.hiddenPrompt);
  if (gates.before === 'owner') {
    const { allow, decline, never } = moderation.waiting.owners;
    const answers = [press(request, 'allow', allow, ButtonStyle.Success), press(request, 'decline', decline)];
    return [...answers, press(request, 'never', never), withdraw, prompt];
  }
  if (gates.before !== 'members') return [withdraw, prompt, ...edit];
  const vote = press(request, 'vote', words.vote(voterIds.length, votesNeeded), ButtonStyle.Primary);
  const moderate = moderateRequestIds.of(request.memberId, { requestId: request.id });
  return [vote, withdraw, ...edit, button(moderate, moderation.moderate.button)];
}

/** A request that failed without its author's fault is among their works. */
const isInHistory = ({ phase, draft }: GatedRequest): boolean =>
  !draft && (phase === 'rejected' || phase === 'expired');

/** For people who may read the prompt: shows it, and opens the form to edit it. */
function toAskAgain({ id: jobId, memberId }: GatedRequest, { job, moderation }: Texts) {
  return [
    button(promptIds.of(memberId, { jobId }), job.buttons.hiddenPrompt),
    button(workIds.of(memberId, { verb: 'edit', jobId, picture: 0 }), moderation.waiting.buttons.editAndAsk),
  ];
}

/** The moderators' card about a request: the author and their record, the request, and its cost. */
export function renderCard(
  of: GatedRequest,
  record: MemberRecord,
  texts: Texts,
  decided?: Pick<AuditEntry, 'number'>,
): MessageBody {
  const words = texts.moderation.waiting;
  const { request, decision, gates, guildId, location } = of;
  const title = titleOf(of, texts);
  const link =
    location.messageId === undefined
      ? []
      : [words.card.message(messageUrl(guildId, location.channelId, location.messageId))];
  const facts = [requestFactsOf(request, guildId, texts), texts.job.quoted(quotedCreditsOf(of)), ...link];
  const lines = [
    `-# ${whyAsked(of, texts)}`,
    `-# ${facts.join(' · ')}`,
    ...pictureOwnersOf(of, texts),
    `-# ${words.card.record(record.counts)}`,
    ...(gates.after === 'moderators' ? [`-# ${words.card.thenPreviewed}`] : []),
    ...(of.editedById === undefined ? [] : [`-# ${words.card.edited(of.editedById)}`]),
    decision
      ? words.card.decided(decision.kind, decision.byId, decision.atMs, reasonOf(decision, texts))
      : isOpen(of)
        ? words.card.waits(of.expiresAtMs)
        : words.unanswered,
    ...numberLine(decided, texts),
    ...(of.trustsAuthor ? [`-# ${words.trusted}`] : []),
  ];
  const cutLine = `-# ${words.card.cut}`;
  const room = TEXT_LIMIT - [title, cutLine, ...lines, ''].join('\n').length;
  const { quote, isCut } = quoteWithin(request.prompt, room);
  const components = [
    textDisplay([title, quote, ...(isCut ? [cutLine] : [])].join('\n')),
    ...sourcesOf(of),
    textDisplay(lines.join('\n')),
    ...(isOpen(of) ? [actionRow(cardButtons(of, texts)), actionRow(memberButtons(of.memberId, texts))] : []),
    ...rowOf([
      ...(of.phase === 'discarded' ? [] : undoButton(of, texts)),
      ...(of.trustsAuthor ? [press(of, 'untrust', words.buttons.untrust)] : []),
    ]),
  ];
  return messageBody([container(components, colourOf(of))]);
}

/** For as long as its last decision can be undone. */
function undoButton({ id: requestId, memberId, decidedAtMs: atMs, undoUntilMs }: GatedRequest, { moderation }: Texts) {
  if (atMs === undefined || undoUntilMs === undefined) return [];
  const customId = waitingIds.of(memberId, { verb: 'undo', requestId, atMs });
  return [button(customId, moderation.moderators.undo)];
}

function whyAsked({ why, location, gates }: GatedRequest, { moderation }: Texts): string {
  const { card } = moderation.waiting;
  switch (why.reason) {
    case 'words':
      return card.because(why.entry);
    case 'pictures':
      return card.becausePictures;
    case 'owner':
    case 'channel':
      return card.becauseChannel(location.channelId, gates.before);
  }
}

/** The owners of the sources that aren't the author's own, each once. */
function pictureOwnersOf({ memberId, request }: GatedRequest, { moderation }: Texts): string[] {
  const { card } = moderation.waiting;
  const names = madeOfOthers(memberId, request).map(({ kind, ownerId }) =>
    kind === 'app' ? card.anApp : `<@${ownerId}>`,
  );
  return names.length === 0 ? [] : [`-# ${card.pictures([...new Set(names)].join(', '))}`];
}

/** The sources by their signed addresses, which live longer than a request usually waits. */
function sourcesOf({ request }: GatedRequest): APIComponentInContainer[] {
  const items = picturesOf(request).flatMap(({ address: url }): APIMediaGalleryItem[] =>
    url === undefined ? [] : [{ media: { url }, spoiler: true }],
  );
  return items.length === 0 ? [] : [{ type: ComponentType.MediaGallery, items }];
}

function cardButtons(request: GatedRequest, { moderation }: Texts) {
  const { Danger, Success } = ButtonStyle;
  const { buttons: words } = moderation.waiting;
  if (request.draft) {
    const look = previewIds.of(request.memberId, { verb: 'view', jobId: request.id });
    return [press(request, 'veto', words.veto, Danger), button(look, moderation.previews.buttons.look)];
  }
  const edit = press(request, 'edit', words.edit);
  if (request.gates.before === 'members') return [press(request, 'veto', words.veto, Danger), edit];
  return [
    press(request, 'approve', words.approve, Success),
    press(request, 'reject', words.reject, Danger),
    edit,
    press(request, 'trust', words.trust),
  ];
}

/** The number of a decision, if the log still has it. */
export const numberLine = (decided: Pick<AuditEntry, 'number'> | undefined, { moderation }: Texts): string[] =>
  decided ? [moderation.moderators.number(decided.number)] : [];

/**
 * What stays in the moderators' channel after the decision about a result.
 * @param kept the result, while the decision can be undone
 */
export function renderDecision(
  of: GatedRequest,
  texts: Texts,
  decided?: Pick<AuditEntry, 'number'>,
  kept?: Job,
): MessageBody {
  const { phase, phaseById, guildId, memberId, location, request } = of;
  const { channelId, messageId } = location;
  const url = messageId === undefined ? undefined : messageUrl(guildId, channelId, messageId);
  const words = texts.moderation.previews.decided(phase, phaseById, memberId, {
    thing: kindOfRequest(request),
    channelId,
    url,
  });
  const alt = texts.moderation.reports.alt;
  const components = [
    textDisplay([words, ...numberLine(decided, texts)].join('\n')),
    ...(kept ? mediaOf(kept, alt, texts) : []),
    ...rowOf(undoButton(of, texts)),
  ];
  return messageBody([container(components)], { attachments: kept ? attachmentsOf(kept, [], alt, texts) : [] });
}

/** The notice to the author, private except for `ready`. An author who withdrew gets none. */
export function noticeOf(of: GatedRequest, texts: Texts): string | undefined {
  const { phase, memberId, request, decision, discardedWhy = '' } = of;
  const { moderation } = texts;
  if (phase === 'ready' && !isUndoneDiscard(of))
    return moderation.previews.readyNotice(memberId, kindOfRequest(request));
  const { quote } = quoteWithin(request.prompt, NOTICE_PROMPT_CHARACTERS);
  if (phase === 'asked' || phase === 'ready') return moderation.waiting.notice.undone(quote);
  if (phase === 'discarded') return moderation.previews.discardedNotice(quote, escapeText(discardedWhy));
  if (phase !== 'rejected' && phase !== 'declined' && phase !== 'expired' && phase !== 'dropped') return undefined;
  const why = decision ? reasonOf(decision, texts) : '';
  return moderation.waiting.notice[phase](quote, why);
}
