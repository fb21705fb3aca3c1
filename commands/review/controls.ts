import { waitingIds } from '../../src/discord/custom-ids/controls.ts';
import type { InteractionFacts, InteractionOf } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { quotePrompt, renderWholePrompt } from '../../src/discord/messages/prompt-text.ts';
import { refusalWords } from '../../src/discord/messages/refusal-words.ts';
import {
  isPromptShown,
  reasonOf,
  renderCard,
  renderRequest,
  waitingId,
} from '../../src/discord/messages/request-message.ts';
import { countVariants } from '../../src/jobs/variants.ts';
import { timeoutRefusal } from '../../src/moderation/admission/verdict.ts';
import { REASON_MAX_CHARACTERS } from '../../src/moderation/records/members.ts';
import { BY_EASEL, type GatedRequest } from '../../src/moderation/requests/request.ts';
import type { PressOutcome } from '../../src/moderation/requests/request-decisions.ts';
import { checkPrompt } from '../generate/validation.ts';
import { refuseForYourself } from '../moderation/members.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { defineButtons, defineForms } from '../support/define.ts';
import { type FormData, textField } from '../support/form-fields.ts';
import { isModerator, requireModerator } from '../support/guards.ts';
import { refusalError, refusalWordsForModerators, requireService } from '../support/refusals.ts';
import { returnFormText } from '../support/text-file.ts';

type Press = InServer<InteractionFacts>;

/** A request, and which of its prompts whoever presses has read. */
interface Seen {
  request: GatedRequest;
  seenEdits: number;
}

/** A press or a form with the request as it is now, not as it was when the card was drawn. */
const ofRequest =
  <Facts extends InteractionFacts>(
    run: (interaction: InServer<Facts>, seen: Seen, respond: Responder, context: CommandContext) => Promise<void>,
  ) =>
  async (
    interaction: InServer<Facts>,
    { requestId, edits = 0 }: { requestId: string; edits?: number | undefined },
    respond: Responder,
    context: CommandContext,
  ): Promise<void> =>
    run(interaction, { request: await findHere(requestId, interaction, context), seenEdits: edits }, respond, context);

const openRejectForm = ofRequest((interaction, { request }, respond, context) =>
  openForm(request, rejectForm(request, context.texts), interaction, respond, context),
);

/** Every button of a request that waits. */
export const waitingButton = defineButtons(waitingIds, {
  withdraw: { guard: 'everyone', run: ofRequest(withdraw) },
  why: { guard: 'everyone', run: ofRequest(tellWhy) },
  second: { guard: 'everyone', run: ofRequest(second) },
  prompt: { guard: 'everyone', run: ofRequest(showPrompt) },
  approve: { guard: 'moderator', run: ofRequest(approve) },
  trust: {
    guard: 'moderator',
    run: ofRequest(async (interaction, seen, respond, context) => {
      refuseForYourself(seen.request.memberId, interaction, context);
      await approve(interaction, seen, respond, context, { andTrust: true });
    }),
  },
  veto: { guard: 'moderator', run: openRejectForm },
  reject: { guard: 'moderator', run: openRejectForm },
  edit: {
    guard: 'moderator',
    run: ofRequest((interaction, { request }, respond, context) =>
      openForm(request, editForm(request, context), interaction, respond, context),
    ),
  },
});

/** The forms that Reject, Veto and Edit prompt open. */
export const waitingForm = defineForms(waitingIds, {
  edit: { guard: 'moderator', run: ofRequest(edit) },
  reject: {
    guard: 'moderator',
    run: ofRequest<InteractionOf<'modal'>>((interaction, { request }, respond, context) => {
      const why = String(interaction.fields['why'] ?? '').trim();
      return decide(interaction, request, { press: 'rejected', why }, respond, context);
    }),
  },
});

async function withdraw(
  interaction: Press,
  { request }: Seen,
  respond: Responder,
  context: CommandContext,
): Promise<void> {
  if (interaction.userId !== request.memberId) throw new MemberError(context.texts.moderation.waiting.notYours);
  await decide(interaction, request, { press: 'withdrawn' }, respond, context);
}

async function findHere(id: string, { server }: Press, { moderation, texts }: CommandContext): Promise<GatedRequest> {
  const request = await moderation.requests.find(id);
  if (request?.guildId !== server.guildId) throw new MemberError(texts.moderation.waiting.gone);
  return request;
}

/** The message that was pressed changes: the card in the moderators' channel, or the request's own until it is the job's. */
async function showChanged(
  interaction: Press,
  request: GatedRequest,
  respond: Responder,
  { moderation, texts }: CommandContext,
  said?: string,
): Promise<void> {
  if (interaction.channelId === request.card?.channelId && !isOnRequest(interaction, request)) {
    const record = await moderation.members.of(request.guildId, request.memberId);
    await respond.update(renderCard(request, record, texts, said));
  } else if (request.phase === 'started' || request.phase === 'published') await respond.acknowledge();
  else await respond.update(renderRequest(request, texts));
}

/** Somebody may ask in the moderators' channel itself. */
function isOnRequest(
  interaction: Press & { message?: { id: string } | undefined },
  { location }: GatedRequest,
): boolean {
  return interaction.message?.id === location.messageId;
}

/** Who was not first is told who was; the message that was pressed is brought up to date. */
async function tooLate(
  interaction: Press,
  outcome: PressOutcome,
  respond: Responder,
  context: CommandContext,
): Promise<void> {
  const words = context.texts.moderation.waiting;
  if (!('request' in outcome)) throw new MemberError(words.gone);
  const { request } = outcome;
  const { decision } = request;
  if (outcome.outcome === 'late' && !decision) throw new MemberError(words.gone);
  await showChanged(interaction, request, respond, context);
  const said =
    outcome.outcome !== 'late' || !decision ? words.changed : words.late(decision.kind, decision.byId, decision.atMs);
  await respond.followUpPrivately(privateText(said));
  // Whoever came after its time was the first to find it over.
  await context.moderation.requests.carryOut(request.id);
}

async function decide(
  interaction: Press,
  request: GatedRequest,
  decision: { press: 'approved' | 'rejected' | 'withdrawn'; why?: string; seenEdits?: number },
  respond: Responder,
  context: CommandContext,
  { andTrust = false }: { andTrust?: boolean } = {},
): Promise<void> {
  const { requests } = context.moderation;
  const outcome = await requests.press(request.id, { ...decision, byId: interaction.userId });
  if (outcome.outcome !== 'done') return tooLate(interaction, outcome, respond, context);
  // Only where this press decided: one that is refused or too late changes nothing.
  if (andTrust) await trust(interaction.userId, outcome.request, context);
  const said = andTrust ? context.texts.moderation.waiting.trusted : undefined;
  await showChanged(interaction, outcome.request, respond, context, said);
  await requests.carryOut(request.id);
}

async function approve(
  interaction: Press,
  { request, seenEdits }: Seen,
  respond: Responder,
  context: CommandContext,
  how: { andTrust?: boolean } = {},
): Promise<void> {
  const { moderation, rules, texts } = context;
  if (!request.decision) {
    requireService(context, request.memberId);
    const refusal = await moderation.admission.recheck(request, 'approve', await rules());
    if (refusal?.reason === 'paused') throw refusalError(refusal, request.guildId, context);
    if (refusal) throw new MemberError(texts.moderation.waiting.forbiddenNow(refusalWords(refusal, texts)));
  }
  await decide(interaction, request, { press: 'approved', seenEdits }, respond, context, how);
}

async function trust(
  byId: string,
  { guildId, id: jobId, memberId }: GatedRequest,
  { moderation }: CommandContext,
): Promise<void> {
  await moderation.members.setTrust(guildId, memberId, byId);
  await moderation.audit.add(guildId, { byId, action: 'trusted', memberId, jobId });
}

async function second(
  interaction: Press,
  { request, seenEdits }: Seen,
  respond: Responder,
  context: CommandContext,
): Promise<void> {
  const { moderation, texts } = context;
  if (interaction.userId === request.memberId) throw new MemberError(texts.moderation.waiting.ownVote);
  if (request.gates.before !== 'members') throw new MemberError(texts.refusals.unknownButton);
  const refusal = timeoutRefusal(await moderation.members.of(request.guildId, interaction.userId), context.clock.now());
  if (refusal) throw refusalError(refusal, request.guildId, context);
  const outcome = await moderation.requests.press(request.id, {
    press: 'seconded',
    byId: interaction.userId,
    seenEdits,
  });
  const { outcome: what } = outcome;
  if (what !== 'counted' && what !== 'taken back' && what !== 'enough') {
    return tooLate(interaction, outcome, respond, context);
  }
  await respond.update(renderRequest(outcome.request, texts));
  if (what === 'enough') await moderation.requests.carryOut(request.id);
}

/** What voters decide about they can read to its last word. */
async function showPrompt(
  { userId, server }: Press,
  { request }: Seen,
  respond: Responder,
  { rules, texts }: CommandContext,
): Promise<void> {
  const { settings } = await rules();
  const mayRead = isPromptShown(request) || userId === request.memberId || isModerator(server, settings);
  if (!mayRead) throw new MemberError(texts.refusals.promptNotShown);
  await respond.answer(renderWholePrompt(request.request.prompt));
}

async function tellWhy(
  { userId, server }: Press,
  { request: { memberId, decision } }: Seen,
  respond: Responder,
  context: CommandContext,
): Promise<void> {
  const words = context.texts.moderation.waiting;
  if (userId !== memberId) await requireModerator(server, context);
  const why = decision ? reasonOf(decision, context.texts) : '';
  const reason = decision?.byId === BY_EASEL ? why : words.reason(why);
  await respond.answer(privateText(why === '' ? words.noReason : reason));
}

async function openForm(
  request: GatedRequest,
  form: FormData,
  interaction: Press,
  respond: Responder,
  context: CommandContext,
): Promise<void> {
  if (request.decision) return tooLate(interaction, { outcome: 'late', request }, respond, context);
  await respond.openForm(form);
}

function rejectForm(request: GatedRequest, { moderation }: CommandContext['texts']): FormData {
  const { forms } = moderation.waiting;
  return {
    custom_id: waitingId('reject', request),
    title: forms.reject,
    components: [textField('why', forms.reason, { most: REASON_MAX_CHARACTERS, isLong: true, isRequired: false })],
  };
}

function editForm(request: GatedRequest, { defaults, texts }: CommandContext): FormData {
  const { forms } = texts.moderation.waiting;
  const { prompt: value } = request.request;
  // Asked for before the operator set a smaller limit, it is shown whole: Discord takes no value that is too long.
  const most = Math.max(defaults.promptMaxCharacters, value.length);
  return {
    custom_id: waitingId('edit', request),
    title: forms.edit,
    components: [textField('prompt', forms.prompt, { value, most, isLong: true })],
  };
}

/** What moderators write is held to the lists as well. */
async function edit(
  interaction: InServer<InteractionOf<'modal'>>,
  { request, seenEdits }: Seen,
  respond: Responder,
  context: CommandContext,
): Promise<void> {
  const { defaults, moderation, rules, texts } = context;
  const prompt = String(interaction.fields['prompt'] ?? '').trim();
  checkPrompt(prompt, defaults.promptMaxCharacters, texts);
  const edited = { ...request.request, prompt };
  // Its tasks are held for, one a prompt at most.
  if (edited.isVaried && countVariants(prompt, request.count) > request.count) {
    throw new MemberError(texts.studio.tooMany(request.count));
  }
  const refusal = await moderation.admission.recheck({ ...request, request: edited }, 'edit', await rules());
  if (refusal) throw new MemberError(texts.moderation.waiting.editRefused(refusalWordsForModerators(refusal, texts)));
  const outcome = await moderation.requests.press(request.id, {
    press: 'edited',
    byId: interaction.userId,
    prompt,
    seenEdits,
  });
  await moderation.requests.carryOut(request.id);
  if (outcome.outcome === 'changed') {
    const { quote } = quotePrompt(outcome.request.request.prompt);
    return returnFormText(
      texts.moderation.waiting.editedMeanwhile(outcome.request.editedById ?? '', quote),
      prompt,
      respond,
    );
  }
  if (outcome.outcome !== 'done') return tooLate(interaction, outcome, respond, context);
  await showChanged(interaction, outcome.request, respond, context, texts.moderation.waiting.edited);
}
