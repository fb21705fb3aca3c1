import type { ResultRef } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import type { GatedRequest } from '../../src/moderation/requests/request.ts';
import { chosenResults } from '../../src/moderation/requests/steps.ts';
import type { FormInteraction, Handler, InServer, Needs, ServerInteraction } from '../support/context.ts';
import { whyIn } from '../support/reasons.ts';
import { refusalWordsForModerators } from '../support/refusals.ts';
import { requireEntry } from '../support/work-access.ts';
import { sendAgain } from '../works/fetch.ts';
import { discardForm } from './view.ts';

/** What people do with a result that moderators see before everyone else. */

/** Shows the files to the author and to moderators. */
export const viewPreview: Handler<ResultRef> = async (interaction, { jobId, memberId }, context) => {
  const request = await findHere(jobId, interaction, context);
  const denials = { unpublished: context.texts.moderation.previews.notForYou };
  const { entry } = await requireEntry(interaction, { jobId, memberId }, 'files', context, denials);
  await sendAgain(chosenResults(request, entry), interaction, context);
};

export const openDiscardForm: Handler<ResultRef> = async (interaction, { jobId }, context) => {
  const request = await findHere(jobId, interaction, context);
  const { settings } = await context.rules();
  await interaction.respond.openForm(discardForm(request, settings, context.texts));
};

export const discard: Handler<ResultRef, FormInteraction> = async (interaction, { jobId }, context) => {
  const request = await findHere(jobId, interaction, context);
  await decide(interaction, request, { press: 'discarded', why: whyIn(interaction), isUndoable: true }, context);
};

export const publish: Handler<ResultRef> = async (interaction, { jobId }, context) => {
  const request = await findHere(jobId, interaction, context);
  await recheckPublishing(request, context);
  await decide(interaction, request, { press: 'published' }, context);
};

/** @throws MemberError if it has no preview in this server. */
async function findHere(
  id: string,
  { guildId }: InServer,
  { moderation, texts }: Needs<'moderation' | 'texts'>,
): Promise<GatedRequest> {
  const request = await moderation.requests.find(id);
  if (request?.guildId === guildId && (request.result || request.draft)) return request;
  throw new MemberError(texts.moderation.waiting.gone, 'gone');
}

async function decide(
  { respond, userId: byId }: ServerInteraction,
  { id }: GatedRequest,
  decision: { press: 'published' | 'discarded'; why?: string; isUndoable?: boolean },
  { moderation, texts }: Needs<'moderation' | 'texts'>,
): Promise<void> {
  const words = texts.moderation.previews;
  const outcome = await moderation.requests.press(id, { ...decision, byId });
  if (outcome.outcome === 'gone') throw new MemberError(texts.moderation.waiting.gone, 'gone');
  if (outcome.outcome === 'not done') throw new MemberError(texts.works.denials['in progress']);
  if (outcome.outcome === 'late')
    throw new MemberError(words.late(outcome.request.phase, outcome.request.phaseById), 'gone');
  await respond.acknowledge();
  await moderation.requests.carryOut(id);
}

/** @throws MemberError if the word lists now refuse the prompt, or its source was hidden or removed. */
async function recheckPublishing(
  request: GatedRequest,
  { history, moderation, rules, texts }: Needs<'history' | 'moderation' | 'rules' | 'texts'>,
): Promise<void> {
  const { guildId, id, memberId } = request;
  const entry = await history.find(guildId, memberId, id);
  if (!entry) return;
  const refusal = await moderation.admission.recheck({ ...request, request: entry.request }, 'publish', await rules());
  const words = texts.moderation.previews;
  if (refusal?.reason === 'hidden source') throw new MemberError(words.sourceHidden);
  if (refusal) throw new MemberError(words.publishRefused(refusalWordsForModerators(refusal, texts)));
}
