import { type APIModalInteractionResponseCallbackData, ComponentType, TextInputStyle } from 'discord.js';
import type { InteractionFacts, InteractionOf } from '../../src/discord/interactions/interaction.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { isPromptShown, renderCard, renderRequest, waitingId } from '../../src/discord/messages/approval-card.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { escapeText, quotePrompt } from '../../src/discord/messages/prompt-text.ts';
import { renderWholePrompt } from '../../src/discord/messages/whole-prompt.ts';
import { MemberError } from '../../src/errors.ts';
import { REASON_MAX_CHARACTERS } from '../../src/moderation/members.ts';
import { isStillAgeRestricted } from '../../src/moderation/recheck.ts';
import type { DecideOutcome } from '../../src/moderation/requests/approvals.ts';
import { BY_EASEL, type Waiting } from '../../src/moderation/requests/waiting.ts';
import { checkPrompt } from '../generate/generation.ts';
import { needService } from '../generate/service-refusal.ts';
import { refuseOwnTrust } from '../moderation/members.ts';
import { giveBack } from '../settings/given-back.ts';
import type { Button, CommandContext, Form, InServer } from '../support/context.ts';
import { refusalWords } from '../support/moderation-refusal.ts';
import { isModerator, needModerator } from '../support/moderators.ts';

type Press = InServer<InteractionFacts>;
type FormData = APIModalInteractionResponseCallbackData;

/** A request, and which of its prompts whoever presses has read. */
interface Seen {
  waiting: Waiting;
  seenEdits: number;
}

/** Every button of a request that waits. Who presses is looked at now, not when the card was drawn. */
export const waitingButton: Button = {
  action: 'waiting',
  run: async (interaction, { argument }, respond, context) => {
    const [verb, id = '', edits] = argument.split('-');
    const waiting = await findHere(id, interaction, context);
    // A card from before prompts were counted shows the first.
    const seenEdits = Number(edits ?? 0);
    switch (verb) {
      case 'withdraw':
        if (interaction.userId !== waiting.memberId) throw new MemberError(context.texts.moderation.waiting.notYours);
        return decide(interaction, waiting, { kind: 'withdrawn' }, respond, context);
      case 'why':
        return tellWhy(interaction, waiting, respond, context);
      case 'second':
        return second(interaction, { waiting, seenEdits }, respond, context);
      case 'prompt':
        return showPrompt(interaction, waiting, respond, context);
    }
    await needModerator(interaction.server, context);
    switch (verb) {
      case 'approve':
        return approve(interaction, { waiting, seenEdits }, respond, context);
      case 'trust':
        refuseOwnTrust(waiting.memberId, interaction, context);
        return approve(interaction, { waiting, seenEdits }, respond, context, { andTrust: true });
      case 'veto':
      case 'reject':
        return openForm(waiting, rejectForm(waiting, context.texts), interaction, respond, context);
      case 'edit':
        return openForm(waiting, editForm(waiting, context), interaction, respond, context);
      default:
        throw new MemberError(context.texts.refusals.unknownButton);
    }
  },
};

/** The forms that Reject, Veto and Edit prompt open. */
export const waitingForm: Form = {
  action: 'waiting',
  run: async (interaction, { argument }, respond, context) => {
    const [verb, id = '', edits] = argument.split('-');
    await needModerator(interaction.server, context);
    const waiting = await findHere(id, interaction, context);
    const seenEdits = Number(edits ?? 0);
    if (verb === 'edit') return edit(interaction, { waiting, seenEdits }, respond, context);
    if (verb !== 'reject') throw new MemberError(context.texts.refusals.unknownButton);
    const why = String(interaction.fields['why'] ?? '').trim();
    return decide(interaction, waiting, { kind: 'rejected', why }, respond, context);
  },
};

async function findHere(id: string, { server }: Press, { moderation, texts }: CommandContext): Promise<Waiting> {
  const waiting = await moderation.approvals.find(id);
  if (waiting?.guildId !== server.guildId) throw new MemberError(texts.moderation.waiting.gone);
  return waiting;
}

/** The message that was pressed changes: the card in the moderators' channel, or the request's own. */
async function showChanged(
  interaction: Press,
  waiting: Waiting,
  respond: Responder,
  { moderation, texts }: CommandContext,
  said?: string,
): Promise<void> {
  if (interaction.channelId !== waiting.card.channelId || isOnRequest(interaction, waiting)) {
    await respond.update(renderRequest(waiting, texts));
    return;
  }
  const record = await moderation.members.of(waiting.guildId, waiting.memberId);
  await respond.update(renderCard(waiting, record, texts, said));
}

/** Somebody may ask in the moderators' channel itself. */
function isOnRequest(interaction: Press & { message?: { id: string } | undefined }, { place }: Waiting): boolean {
  return interaction.message?.id === place.messageId;
}

/** Who was not first is told who was; the message that was pressed is brought up to date. */
async function tooLate(
  interaction: Press,
  outcome: Exclude<DecideOutcome, { outcome: 'decided' }>,
  respond: Responder,
  context: CommandContext,
): Promise<void> {
  const words = context.texts.moderation.waiting;
  if (outcome.outcome === 'gone') throw new MemberError(words.gone);
  if (outcome.outcome === 'changed') {
    await showChanged(interaction, outcome.waiting, respond, context);
    await respond.followUpPrivately(privateText(words.changed));
    return;
  }
  const { kind, byId, atMs } = outcome.decision;
  await showChanged(interaction, outcome.waiting, respond, context);
  await respond.followUpPrivately(privateText(words.late(kind, byId, atMs)));
  // Whoever came after its time was the first to find it over.
  await context.moderation.approvals.carryOut(outcome.waiting.id);
}

async function decide(
  interaction: Press,
  waiting: Waiting,
  decision: { kind: 'approved' | 'rejected' | 'withdrawn'; why?: string; seenEdits?: number },
  respond: Responder,
  context: CommandContext,
  { andTrust = false }: { andTrust?: boolean } = {},
): Promise<void> {
  const { approvals } = context.moderation;
  const outcome = await approvals.decide(waiting.id, { ...decision, byId: interaction.userId });
  if (outcome.outcome !== 'decided') return tooLate(interaction, outcome, respond, context);
  // Only where this press decided: one that is refused or too late changes nothing.
  if (andTrust) await trust(interaction, outcome.waiting, context);
  const said = andTrust ? context.texts.moderation.waiting.trusted : undefined;
  await showChanged(interaction, outcome.waiting, respond, context, said);
  await approvals.carryOut(waiting.id);
}

async function approve(
  interaction: Press,
  { waiting, seenEdits }: Seen,
  respond: Responder,
  context: CommandContext,
  how: { andTrust?: boolean } = {},
): Promise<void> {
  const { moderation, texts } = context;
  const { pause } = await moderation.settings.of(waiting.guildId);
  if (!waiting.decision && pause !== null) throw new MemberError(texts.moderation.refusals.paused);
  if (!waiting.decision) needService(context);
  const refusal = waiting.decision ? undefined : await moderation.recheck(waiting);
  if (refusal) throw new MemberError(texts.moderation.waiting.forbiddenNow(refusalWords(refusal, texts)));
  await decide(interaction, waiting, { kind: 'approved', seenEdits }, respond, context, how);
}

async function trust({ userId: byId }: Press, waiting: Waiting, { clock, moderation }: CommandContext): Promise<void> {
  const { guildId, memberId, id: jobId } = waiting;
  await moderation.members.change(guildId, memberId, (before) =>
    before.trusted ? before : { ...before, trusted: { byId, atMs: clock.now() } },
  );
  await moderation.audit.add(guildId, { byId, action: 'trusted', memberId, jobId });
}

async function second(
  interaction: Press,
  { waiting, seenEdits }: Seen,
  respond: Responder,
  context: CommandContext,
): Promise<void> {
  const { moderation, texts } = context;
  if (interaction.userId === waiting.memberId) throw new MemberError(texts.moderation.waiting.ownVote);
  if (waiting.mode !== 'vote') throw new MemberError(texts.refusals.unknownButton);
  const { timeout } = await moderation.members.of(waiting.guildId, interaction.userId);
  if (timeout && timeout.untilMs > context.clock.now()) {
    throw new MemberError(texts.moderation.refusals.timedOut(timeout.untilMs, escapeText(timeout.why)));
  }
  const outcome = await moderation.approvals.vote(waiting.id, { memberId: interaction.userId, seenEdits });
  if (outcome.outcome === 'late' || outcome.outcome === 'gone' || outcome.outcome === 'changed') {
    return tooLate(interaction, outcome, respond, context);
  }
  await respond.update(renderRequest(outcome.waiting, texts));
  if (outcome.outcome === 'enough') await moderation.approvals.carryOut(waiting.id);
}

/** What voters decide about they can read to its last word. */
async function showPrompt(
  { userId, server }: Press,
  waiting: Waiting,
  respond: Responder,
  { moderation, texts }: CommandContext,
): Promise<void> {
  const { settings } = await moderation.settings.of(server.guildId);
  const mayRead = isPromptShown(waiting) || userId === waiting.memberId || isModerator(server, settings);
  if (!mayRead) throw new MemberError(texts.refusals.promptNotShown);
  await respond.answer(renderWholePrompt(waiting.request.prompt));
}

async function tellWhy(
  { userId, server }: Press,
  { memberId, decision }: Waiting,
  respond: Responder,
  context: CommandContext,
): Promise<void> {
  const words = context.texts.moderation.waiting;
  if (userId !== memberId) await needModerator(server, context);
  const why = decision?.why ?? '';
  const reason = decision?.byId === BY_EASEL ? why : words.reason(escapeText(why));
  await respond.answer(privateText(why === '' ? words.noReason : reason));
}

async function openForm(
  waiting: Waiting,
  form: FormData,
  interaction: Press,
  respond: Responder,
  context: CommandContext,
): Promise<void> {
  const { decision } = waiting;
  if (decision) return tooLate(interaction, { outcome: 'late', waiting, decision }, respond, context);
  await respond.openForm(form);
}

function rejectForm(waiting: Waiting, { moderation }: CommandContext['texts']): FormData {
  const { forms } = moderation.waiting;
  const component = {
    ...{ type: ComponentType.TextInput as const, custom_id: 'why', style: TextInputStyle.Paragraph },
    ...{ max_length: REASON_MAX_CHARACTERS, required: false },
  };
  return {
    custom_id: waitingId('reject', waiting),
    title: forms.reject,
    components: [{ type: ComponentType.Label, label: forms.reason, component }],
  };
}

function editForm(waiting: Waiting, { defaults, texts }: CommandContext): FormData {
  const { forms } = texts.moderation.waiting;
  const { prompt } = waiting.request;
  // Asked for before the operator set a smaller limit, it is shown whole: Discord takes no value that is too long.
  const limit = Math.max(defaults.promptMaxCharacters, prompt.length);
  const component = {
    ...{ type: ComponentType.TextInput as const, custom_id: 'prompt', style: TextInputStyle.Paragraph },
    ...{ value: prompt, max_length: limit, required: true },
  };
  return {
    custom_id: waitingId('edit', waiting),
    title: forms.edit,
    components: [{ type: ComponentType.Label, label: forms.prompt, component }],
  };
}

/** What moderators write is held to the lists as well. */
async function edit(
  interaction: InServer<InteractionOf<'modal'>>,
  { waiting, seenEdits }: Seen,
  respond: Responder,
  context: CommandContext,
): Promise<void> {
  const { defaults, moderation, texts } = context;
  const prompt = String(interaction.fields['prompt'] ?? '').trim();
  checkPrompt(prompt, defaults.promptMaxCharacters, texts);
  const { words } = await moderation.settings.of(waiting.guildId);
  const found = words.look(prompt, {
    ageRestricted: await isStillAgeRestricted(waiting, context.isChannelAgeRestricted),
  });
  if (found && found.finding !== 'review') {
    throw new MemberError(texts.moderation.waiting.editRefused(found.entry.replaceAll('`', 'ˋ')));
  }
  const outcome = await moderation.approvals.edit(waiting.id, { byId: interaction.userId, prompt, seenEdits });
  if (outcome.outcome === 'changed') {
    const { quote } = quotePrompt(outcome.waiting.request.prompt);
    return giveBack(texts.moderation.waiting.editedMeanwhile(outcome.waiting.editedById ?? '', quote), prompt, respond);
  }
  if (outcome.outcome !== 'decided') return tooLate(interaction, outcome, respond, context);
  await showChanged(interaction, outcome.waiting, respond, context, texts.moderation.waiting.edited);
}
