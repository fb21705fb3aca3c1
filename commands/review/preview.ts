import { previewIds } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { REASON_MAX_CHARACTERS } from '../../src/moderation/records/members.ts';
import type { GatedRequest } from '../../src/moderation/requests/request.ts';
import { chosenResults } from '../../src/moderation/requests/steps.ts';
import type { CommandContext } from '../support/context.ts';
import { defineButtons, defineForms } from '../support/define.ts';
import { type FormData, textField } from '../support/form-fields.ts';
import { refusalWordsForModerators } from '../support/refusals.ts';
import { requireAccess } from '../support/work-access.ts';
import { sendAgain } from '../works/fetch.ts';

/** *View*: its requester and moderators. */
export const previewButton = defineButtons(previewIds, {
  look: {
    guard: 'everyone',
    run: async (interaction, { jobId, memberId }, respond, context) => {
      const { server, userId } = interaction;
      const request = await findHere(jobId, server.guildId, context);
      const denials = { unpublished: context.texts.moderation.previews.notForYou };
      const { entry } = (await requireAccess(interaction, { jobId, memberId }, ['files'], context, denials)).work;
      if (!entry) throw new MemberError(context.texts.refusals.jobGone);
      await sendAgain(chosenResults(request, entry), { userId, limitBytes: server.uploadLimitBytes }, respond, context);
    },
  },
  discard: {
    guard: 'moderator',
    run: async ({ server }, { jobId }, respond, context) =>
      respond.openForm(discardForm(await findHere(jobId, server.guildId, context), context.texts)),
  },
  publish: {
    guard: 'moderator',
    run: async ({ server, userId }, { jobId }, respond, context) => {
      const request = await findHere(jobId, server.guildId, context);
      await refusePublishing(request, context);
      await pressResult(request, { press: 'published', byId: userId }, respond, context);
    },
  },
});

/** *Discard*, with the reason that the form asks for. */
export const discardPreviewForm = defineForms(previewIds, {
  discard: {
    guard: 'moderator',
    run: async ({ fields, server, userId }, { jobId }, respond, context) => {
      const request = await findHere(jobId, server.guildId, context);
      const why = String(fields['why'] ?? '').trim();
      await pressResult(request, { press: 'discarded', byId: userId, why }, respond, context);
    },
  },
});

/** @throws MemberError if it has no preview here. */
async function findHere(id: string, guildId: string, { moderation, texts }: CommandContext): Promise<GatedRequest> {
  const request = await moderation.requests.find(id);
  if (request?.guildId === guildId && (request.result || request.draft)) return request;
  throw new MemberError(texts.moderation.waiting.gone);
}

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
async function refusePublishing(
  request: GatedRequest,
  { history, moderation, rules, texts }: CommandContext,
): Promise<void> {
  const { guildId, id, memberId } = request;
  const entry = await history.find(guildId, memberId, id);
  if (!entry) return;
  const refusal = await moderation.admission.recheck({ ...request, request: entry.request }, 'publish', await rules());
  const words = texts.moderation.previews;
  if (refusal?.reason === 'hidden source') throw new MemberError(words.sourceHidden);
  if (refusal) throw new MemberError(words.publishRefused(refusalWordsForModerators(refusal, texts)));
}
