import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { reasonOfRule } from '../../src/discord/interactions/refusal-reasons.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { quotePrompt, renderWholePrompt } from '../../src/discord/messages/prompt-text.ts';
import { refusalWords } from '../../src/discord/messages/refusal-words.ts';
import { isPromptShown, numberLine, reasonOf } from '../../src/discord/messages/request-message.ts';
import { countVariants, kindOfRequest } from '../../src/jobs/job/variants.ts';
import { timeoutRefusal } from '../../src/moderation/admission/verdict.ts';
import {
  BY_EASEL,
  type GatedRequest,
  mayEditWaiting,
  undecidedOwnerIds,
} from '../../src/moderation/requests/request.ts';
import type { PressOutcome } from '../../src/moderation/requests/request-decisions.ts';
import { offerAnotherLook } from '../appeals/offer.ts';
import { COUNTED_MAX, checkPrompt } from '../generate/validation.ts';
import { refuseForYourself } from '../moderation/members.ts';
import type { Context, FormInteraction, Handler, InServer, Needs, ServerInteraction } from '../support/context.ts';
import { type FormData, typedIn } from '../support/form-fields.ts';
import { isModerator, requireModerator } from '../support/guards.ts';
import { whyIn } from '../support/reasons.ts';
import {
  explainBounds,
  holdError,
  refusalError,
  refusalWordsForModerators,
  requireService,
} from '../support/refusals.ts';
import { returnFormText } from '../support/text-file.ts';
import { editForm, rejectForm } from './view.ts';

/** What people do with a request that is waiting for a decision. */

/** @param seenEdits how often the request's prompt had been edited when the presser read it */
type RequestHandler<Interaction = ServerInteraction> = Handler<
  { request: GatedRequest; seenEdits: number },
  Interaction
>;

/** Passes the request as it is now, not as it was when the card was drawn. */
export const withRequest =
  <Interaction extends InServer>(
    run: RequestHandler<Interaction>,
  ): Handler<{ requestId: string; edits?: number | undefined }, Interaction> =>
  async (interaction, { requestId, edits: seenEdits = 0 }, context) => {
    const { moderation, texts } = context;
    const request = await moderation.requests.find(requestId);
    if (request?.guildId !== interaction.guildId) throw new MemberError(texts.moderation.waiting.gone, 'gone');
    await run(interaction, { request, seenEdits }, context);
  };

/** @throws MemberError if it's someone else's, or decided already */
export const decideToWithdraw = async (
  interaction: ServerInteraction,
  request: GatedRequest,
  context: Context,
): Promise<GatedRequest> => {
  if (interaction.userId !== request.memberId)
    throw new MemberError(context.texts.moderation.waiting.notYours, 'owner');
  const press = { press: 'withdrawn', byId: interaction.userId } as const;
  return decided(await context.moderation.requests.press(request.id, press), context);
};

export const withdraw: RequestHandler = async (interaction, { request }, context) =>
  follow(interaction, await decideToWithdraw(interaction, request, context), context);

/** @throws MemberError if the rules, a pause or the service keep a moderator from approving it now */
export async function requireApprovable(request: GatedRequest, context: Context): Promise<void> {
  const { moderation, rules, texts } = context;
  requireService(context, request);
  const refusal = await moderation.admission.recheck(request, 'approve', await rules());
  if (refusal?.reason === 'paused') throw refusalError(refusal, request.guildId, context);
  if (refusal)
    throw new MemberError(texts.moderation.waiting.forbiddenNow(refusalWords(refusal, texts)), reasonOfRule(refusal));
}

const approving =
  (andTrust: boolean): RequestHandler =>
  async (interaction, { request, seenEdits }, context) => {
    if (andTrust) refuseForYourself(request.memberId, interaction, context);
    if (!request.decision) await requireApprovable(request, context);
    const { memberDecisions, requests } = context.moderation;
    const { id, guildId, memberId } = request;
    const { userId: byId } = interaction;
    const press = { press: 'approved' as const, byId, seenEdits, trustsAuthor: andTrust, isUndoable: true };
    const outcome = andTrust
      ? await memberDecisions.trustAuthor({ guildId, memberId, byId, jobId: id }, (also) =>
          requests.press(id, press, also),
        )
      : await requests.press(id, press);
    await follow(interaction, decided(outcome, context), context);
    if (andTrust) await approveOthers(request, byId, context);
  };

export const approve = approving(false);
export const approveAndTrust = approving(true);

/** What else waits of a member who is trusted now. What the rules refuse today waits for a decision of its own. */
async function approveOthers(
  { guildId, memberId }: GatedRequest,
  byId: string,
  { moderation, rules }: Needs<'moderation' | 'rules'>,
): Promise<void> {
  const { admission, requests } = moderation;
  for (const other of requests.queueOf(guildId)) {
    if (other.memberId !== memberId || other.draft) continue;
    if (await admission.recheck(other, 'approve', await rules())) continue;
    await requests.press(other.id, { press: 'approved', byId, seenEdits: other.edits, isUndoable: true });
    void requests.carryOut(other.id);
  }
}

/** Ends the trust that came with an approval. */
export const untrust: RequestHandler = async (interaction, { request }, context) => {
  const { id, guildId, memberId } = request;
  const { userId: byId } = interaction;
  const { memberDecisions, requests } = context.moderation;
  await memberDecisions.untrust({ guildId, memberId, byId });
  await requests.press(id, { press: 'untrusted', byId });
  await interaction.respond.acknowledge();
  await requests.carryOut(id);
};

/** Undoes a decision, and the trust that came with it. @throws MemberError if it's too late, or refused now */
export const undo: Handler<{ requestId: string; atMs: number }> = async (interaction, { requestId, atMs }, context) => {
  const { moderation, texts } = context;
  const { guildId, userId: byId } = interaction;
  const found = await moderation.requests.find(requestId);
  if (found?.guildId !== guildId) throw new MemberError(texts.moderation.waiting.gone, 'gone');
  const { id: jobId, memberId } = found;
  // An answer to an appeal against it may have started the same request anew.
  const outcome = await moderation.appeals.unlessChanged({ guildId, memberId }, { jobId, atMs }, () =>
    explainBounds(
      moderation.requests.undo(jobId, { byId, atMs }, (decide) =>
        found.trustsAuthor && found.phase !== 'discarded'
          ? moderation.memberDecisions.trustAuthor({ guildId, memberId, byId, jobId, isTrusted: false }, decide)
          : decide([]),
      ),
      texts,
    ),
  );
  const words = texts.moderation.waiting;
  switch (outcome?.outcome) {
    case undefined:
    case 'late':
      throw new MemberError(words.undoLate, 'gone');
    case 'refused':
      throw new MemberError(words.undoRefused(refusalWords(outcome.refusal, texts)), reasonOfRule(outcome.refusal));
    case 'not held':
      throw holdError(outcome.refusal, texts);
    case 'done':
      await follow(interaction, outcome.request, context);
  }
};

export const reject: RequestHandler<FormInteraction> = async (interaction, { request }, context) => {
  const why = whyIn(interaction);
  const press = { press: 'rejected' as const, why, byId: interaction.userId, isUndoable: true };
  await follow(interaction, decided(await context.moderation.requests.press(request.id, press), context), context);
};

/** @throws MemberError if someone decided earlier */
function decided(outcome: PressOutcome, context: Needs<'texts'>): GatedRequest {
  if (outcome.outcome !== 'done') throw lateError(outcome, context);
  return outcome.request;
}

/** Adds the presser's vote, or removes it. */
export const vote: RequestHandler = async (interaction, { request, seenEdits }, context) => {
  const { clock, moderation, texts } = context;
  const { userId: byId } = interaction;
  if (byId === request.memberId) throw new MemberError(texts.moderation.waiting.ownVote);
  if (request.gates.before !== 'members') throw new MemberError(texts.refusals.unknownButton, 'gone');
  const refusal = timeoutRefusal(await moderation.members.of(request.guildId, byId), clock.now());
  if (refusal) throw refusalError(refusal, request.guildId, context);
  const outcome = await moderation.requests.press(request.id, { press: 'voted', byId, seenEdits });
  await follow(interaction, decided(outcome, context), context);
};

/** Voters can read the whole prompt that they vote on, and owners of pictures what they are asked to allow. */
export const showPrompt: RequestHandler = async ({ respond, userId, server }, { request }, { rules, texts }) => {
  const { settings } = await rules();
  const isAsked = request.gates.before === 'owner' && undecidedOwnerIds(request).includes(userId);
  const isTheirs = isAsked || userId === request.memberId || isModerator(server, settings);
  if (!isPromptShown(request) && !isTheirs) throw new MemberError(texts.refusals.onlyFor(request.memberId), 'owner');
  await respond.answer(renderWholePrompt(request.request.prompt));
};

/** Shows the author and moderators why a request was refused. */
export const showReason: RequestHandler = async (interaction, { request }, context) => {
  const { respond, guildId, userId, server } = interaction;
  const { id: jobId, memberId, decision } = request;
  const words = context.texts.moderation.waiting;
  const { settings } = await context.rules();
  if (userId !== memberId && !isModerator(server, settings))
    throw new MemberError(context.texts.refusals.onlyFor(memberId), 'owner');
  const why = decision ? reasonOf(decision, context.texts) : '';
  const reason = decision?.byId === BY_EASEL ? why : words.reason(why);
  const logged = decision && (await context.moderation.decisions.find(guildId, [decision.kind], { jobId }));
  const { lines, buttons } = await offerAnotherLook(interaction, jobId, context);
  const said = [why === '' ? words.noReason : reason, ...lines, ...numberLine(logged, context.texts)];
  await respond.answer(privateText(said.join('\n'), buttons));
};

export const openRejectForm: RequestHandler = async (interaction, { request }, context) => {
  const { settings } = await context.rules();
  await openForm(interaction, request, rejectForm(request, settings, context.texts), context);
};

export const openEditForm: RequestHandler = async (interaction, { request }, context) => {
  await requireEditor(interaction, request, context);
  await openForm(interaction, request, editForm(request, context), context);
};

async function openForm(
  interaction: ServerInteraction,
  request: GatedRequest,
  form: FormData,
  context: Context,
): Promise<void> {
  if (request.decision) throw lateError({ outcome: 'late', request }, context);
  await interaction.respond.openForm(form);
}

/** @throws MemberError unless this is a moderator, or the author of a request that may still be edited */
async function requireEditor({ server, userId }: InServer, request: GatedRequest, context: Context): Promise<void> {
  if (userId !== request.memberId) return requireModerator(server, context);
  if (!mayEditWaiting(request)) throw new MemberError(context.texts.refusals.unknownButton, 'gone');
}

/** @throws MemberError if these words are refused, or if moderators would have to decide instead of members */
async function checkEdited(
  { guildId, server, userId }: InServer,
  edited: GatedRequest,
  context: Context,
): Promise<void> {
  const { moderation, rules, texts } = context;
  const words = texts.moderation.waiting;
  if (userId !== edited.memberId) {
    const refusal = await moderation.admission.recheck(edited, 'edit', await rules());
    if (refusal) throw new MemberError(words.editRefused(refusalWordsForModerators(refusal, texts)));
    return;
  }
  const { roleIds } = server;
  const { settings } = await rules();
  const facts = { ...edited, roleIds, isModerator: isModerator(server, settings) };
  const verdict = await moderation.admission.reword(facts, await rules());
  if (verdict.verdict === 'refuse')
    throw new MemberError(words.editRefused(refusalError(verdict.refusal, guildId, context).message));
  const needsModerator = verdict.verdict === 'ask' && verdict.gates.before === 'moderators';
  if (needsModerator && edited.gates.before === 'members')
    throw new MemberError(words.editRefused(words.needsModerator));
}

/** The word lists apply to all who edit. An author's edit is also judged like a new request. */
export const edit: RequestHandler<FormInteraction> = async (interaction, { request, seenEdits }, context) => {
  const { moderation, texts } = context;
  await requireEditor(interaction, request, context);
  const words = texts.moderation.waiting;
  const prompt = typedIn(interaction, 'prompt');
  checkPrompt(prompt, context);
  const edited = { ...request.request, prompt };
  // Credits are held for this number of tasks, at most one per variant.
  const count = edited.isVaried ? countVariants(prompt, COUNTED_MAX) : 1;
  const { length: most } = request.quotesCredits;
  if (count > most) throw new MemberError(texts.studio.tooMany(count, most, kindOfRequest(edited)));
  await checkEdited(interaction, { ...request, request: edited }, context);
  const press = { press: 'edited' as const, byId: interaction.userId, prompt, seenEdits };
  const outcome = await moderation.requests.press(request.id, press);
  if (outcome.outcome === 'changed') {
    const { quote } = quotePrompt(outcome.request.request.prompt);
    return returnFormText(words.editedMeanwhile(outcome.request.editedById ?? '', quote), prompt, interaction.respond);
  }
  await follow(interaction, decided(outcome, context), context);
};

/** Lets the request's messages follow. The private menu of *Moderate …* isn't one of them, so it says what happened. */
async function follow(
  { respond, message }: ServerInteraction & { message?: { isPrivate: boolean } | undefined },
  request: GatedRequest,
  { moderation, texts }: Needs<'moderation' | 'texts'>,
): Promise<void> {
  const words = texts.moderation.waiting;
  const { decision } = request;
  const done = decision
    ? words.card.decided(decision.kind, decision.byId, decision.atMs, reasonOf(decision, texts))
    : words.edited;
  await (message?.isPrivate ? respond.update(privateText(done)) : respond.acknowledge());
  await moderation.requests.carryOut(request.id);
}

/** Says who decided first, or that the prompt changed. */
function lateError(outcome: PressOutcome, { texts }: Needs<'texts'>): MemberError {
  const words = texts.moderation.waiting;
  if (outcome.outcome === 'changed') return new MemberError(words.changed, 'gone');
  const decision = 'request' in outcome ? outcome.request.decision : undefined;
  return new MemberError(decision ? words.late(decision.kind, decision.byId, decision.atMs) : words.gone, 'gone');
}
