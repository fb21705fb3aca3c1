import type { ResultRef } from '../../src/discord/custom-ids/controls.ts';
import type { InteractionFacts, InteractionOf } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import type { GatedRequest } from '../../src/moderation/requests/request.ts';
import { chosenResults } from '../../src/moderation/requests/steps.ts';
import type { CommandContext, Handler, InServer } from '../support/context.ts';
import { refusalWordsForModerators } from '../support/refusals.ts';
import { requireAccess } from '../support/work-access.ts';
import { sendAgain } from '../works/fetch.ts';
import { discardForm } from './view.ts';

/** What people do with a result that moderators see before everyone else. */

/** Shows the files to the author and to moderators. */
export const viewPreview: Handler<ResultRef> = async (interaction, { jobId, memberId }, respond, context) => {
  const { server, userId } = interaction;
  const request = await findHere(jobId, interaction, context);
  const denials = { unpublished: context.texts.moderation.previews.notForYou };
  const { entry } = (await requireAccess(interaction, { jobId, memberId }, ['files'], context, denials)).work;
  if (!entry) throw new MemberError(context.texts.refusals.jobGone);
  await sendAgain(chosenResults(request, entry), { userId, limitBytes: server.uploadLimitBytes }, respond, context);
};

export const openDiscardForm: Handler<ResultRef> = async (interaction, { jobId }, respond, context) =>
  respond.openForm(discardForm(await findHere(jobId, interaction, context), context.texts));

export const discard: Handler<ResultRef, InteractionOf<'modal'>> = async (interaction, { jobId }, respond, context) => {
  const request = await findHere(jobId, interaction, context);
  const why = String(interaction.fields['why'] ?? '').trim();
  await decide(request, { press: 'discarded', byId: interaction.userId, why }, respond, context);
};

export const publish: Handler<ResultRef> = async (interaction, { jobId }, respond, context) => {
  const request = await findHere(jobId, interaction, context);
  await recheckPublishing(request, context);
  await decide(request, { press: 'published', byId: interaction.userId }, respond, context);
};

/** @throws MemberError if it has no preview in this server. */
async function findHere(
  id: string,
  { server }: InServer<InteractionFacts>,
  { moderation, texts }: Pick<CommandContext, 'moderation' | 'texts'>,
): Promise<GatedRequest> {
  const request = await moderation.requests.find(id);
  if (request?.guildId === server.guildId && (request.result || request.draft)) return request;
  throw new MemberError(texts.moderation.waiting.gone);
}

async function decide(
  { id }: GatedRequest,
  decision: { press: 'published' | 'discarded'; byId: string; why?: string },
  respond: Responder,
  { jobs, moderation, texts }: Pick<CommandContext, 'jobs' | 'moderation' | 'texts'>,
): Promise<void> {
  const words = texts.moderation.previews;
  const isUnderWay = (await jobs.find(id)) !== undefined;
  const outcome = await moderation.requests.press(id, { ...decision, isUnderWay });
  if (outcome.outcome === 'gone') throw new MemberError(texts.moderation.waiting.gone);
  if (outcome.outcome === 'not done') throw new MemberError(texts.refusals.notDone);
  if (outcome.outcome === 'late') throw new MemberError(words.late(outcome.request.phase, outcome.request.phaseById));
  await respond.acknowledge();
  await moderation.requests.carryOut(id);
}

/** @throws MemberError if the word lists now refuse the prompt, or its source was hidden or removed. */
async function recheckPublishing(
  request: GatedRequest,
  { history, moderation, rules, texts }: Pick<CommandContext, 'history' | 'moderation' | 'rules' | 'texts'>,
): Promise<void> {
  const { guildId, id, memberId } = request;
  const entry = await history.find(guildId, memberId, id);
  if (!entry) return;
  const refusal = await moderation.admission.recheck({ ...request, request: entry.request }, 'publish', await rules());
  const words = texts.moderation.previews;
  if (refusal?.reason === 'hidden source') throw new MemberError(words.sourceHidden);
  if (refusal) throw new MemberError(words.publishRefused(refusalWordsForModerators(refusal, texts)));
}
