import { previewIds } from '../../src/discord/custom-ids/results.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { MemberError } from '../../src/errors.ts';
import { REASON_MAX_CHARACTERS } from '../../src/moderation/members.ts';
import type { GatedRequest } from '../../src/moderation/requests/request.ts';
import { shownOf } from '../../src/moderation/requests/steps.ts';
import { sendAgain } from '../results/fetch.ts';
import type { CommandContext } from '../support/context.ts';
import { defineButton, defineForm } from '../support/define.ts';
import { type FormData, textField } from '../support/form-fields.ts';
import { needModerator } from '../support/moderators.ts';
import { refusedForModerators } from '../support/refusals.ts';
import { needAccess } from '../support/work-access.ts';

/** Look at it (its requester and moderators), and Publish and Discard (moderators). */
export const previewButton = defineButton(previewIds, async (interaction, pressed, respond, context) => {
  const { verb, jobId: id, memberId } = pressed;
  const { server, userId } = interaction;
  const { moderation, texts } = context;
  const words = texts.moderation.previews;
  const request = await moderation.requests.find(id);
  if (request?.guildId !== server.guildId || !(request.result || request.shows))
    throw new MemberError(texts.moderation.waiting.gone);
  if (verb === 'look') {
    const denials = { unpublished: words.notForYou };
    const { entry } = (await needAccess(interaction, { jobId: id, memberId }, ['files'], context, denials)).work;
    if (!entry) throw new MemberError(texts.refusals.jobGone);
    return sendAgain(shownOf(request, entry), { userId, limitBytes: server.uploadLimitBytes }, respond, context);
  }
  await needModerator(server, context);
  if (verb === 'discard') return respond.openForm(discardForm(request, texts));
  await refusePublishing(request, context);
  await pressResult(request, { press: 'published', byId: userId }, respond, context);
});

/** *Discard*, with the reason that the form asks for. */
export const discardPreviewForm = defineForm(previewIds, async (interaction, { verb, jobId }, respond, context) => {
  const { server, userId, fields } = interaction;
  await needModerator(server, context);
  const request = await context.moderation.requests.find(jobId);
  if (verb !== 'discard') throw new MemberError(context.texts.refusals.unknownButton);
  if (request?.guildId !== server.guildId) throw new MemberError(context.texts.moderation.waiting.gone);
  const why = String(fields['why'] ?? '').trim();
  await pressResult(request, { press: 'discarded', byId: userId, why }, respond, context);
});

function discardForm({ id: jobId, memberId }: GatedRequest, { moderation }: CommandContext['texts']): FormData {
  const { title, why } = moderation.previews.discardForm;
  return {
    custom_id: previewIds.of(memberId, { verb: 'discard', jobId }),
    title,
    components: [textField('why', why, { most: REASON_MAX_CHARACTERS, isLong: true, isRequired: false })],
  };
}

async function pressResult(
  { id }: GatedRequest,
  decision: { press: 'published' | 'discarded'; byId: string; why?: string },
  respond: Responder,
  { jobs, moderation, texts }: CommandContext,
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

/**
 * Both may have changed since it was asked for.
 * @throws MemberError where the lists refuse its prompt by now, or what it was made from was hidden or removed.
 */
async function refusePublishing(request: GatedRequest, { history, moderation, texts }: CommandContext): Promise<void> {
  const { guildId, id, memberId } = request;
  const entry = await history.find(guildId, memberId, id);
  if (!entry) return;
  const refusal = await moderation.admission.recheck({ ...request, request: entry.request }, 'publish');
  const words = texts.moderation.previews;
  if (refusal?.reason === 'hidden source') throw new MemberError(words.sourceHidden);
  if (refusal) throw new MemberError(words.publishRefused(refusedForModerators(refusal, texts)));
}
