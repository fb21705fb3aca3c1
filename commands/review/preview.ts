import { previewIds } from '../../src/discord/custom-ids/results.ts';
import { MemberError } from '../../src/errors.ts';
import { isKeptBack } from '../../src/moderation/access/access.ts';
import { shownOf } from '../../src/moderation/requests/drafts.ts';
import type { GatedRequest } from '../../src/moderation/requests/request.ts';
import { wordRefusal } from '../../src/moderation/words/words.ts';
import { refusedForModerators } from '../moderation/refused.ts';
import { sendAgain } from '../results/fetch.ts';
import type { CommandContext } from '../support/context.ts';
import { defineButton } from '../support/define.ts';
import { needModerator } from '../support/moderators.ts';
import { needAccess } from '../support/work-access.ts';

/** Look at it (its requester and moderators), and Publish and Discard (moderators). */
export const previewButton = defineButton(previewIds, async (interaction, pressed, respond, context) => {
  const { verb, jobId: id, memberId } = pressed;
  const { server, userId } = interaction;
  const { jobs, moderation, texts } = context;
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
  if (verb === 'publish') await refusePublishing(request, context);
  const press = verb === 'publish' ? ('published' as const) : ('discarded' as const);
  const isUnderWay = (await jobs.find(id)) !== undefined;
  const outcome = await moderation.requests.press(id, { press, byId: userId, isUnderWay });
  if (outcome.outcome === 'gone') throw new MemberError(texts.moderation.waiting.gone);
  if (outcome.outcome === 'not done') throw new MemberError(texts.refusals.notDone);
  if (outcome.outcome === 'late') throw new MemberError(words.late(outcome.request.phase, outcome.request.phaseById));
  await respond.acknowledge();
  await moderation.requests.carryOut(id);
});

/**
 * Both may have changed since it was asked for.
 * @throws MemberError where the lists refuse its prompt by now, or what it was made from was hidden or removed.
 */
async function refusePublishing(
  { id, memberId, place }: GatedRequest,
  { history, isChannelAgeRestricted, moderation, texts }: CommandContext,
): Promise<void> {
  const entry = await history.find(place.guildId, memberId, id);
  if (!entry) return;
  const { madeFrom } = entry.request;
  if (madeFrom && isKeptBack(await moderation.access.standingOf({ guildId: place.guildId, ...madeFrom }))) {
    throw new MemberError(texts.moderation.previews.sourceHidden);
  }
  const ageRestricted = (await isChannelAgeRestricted(place.channelId)) ?? false;
  const { words } = await moderation.settings.of(place.guildId);
  const refusal = wordRefusal(words, entry.request, { ageRestricted });
  if (refusal) {
    throw new MemberError(texts.moderation.previews.publishRefused(refusedForModerators(refusal, texts)));
  }
}
