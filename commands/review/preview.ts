import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { renderPreview } from '../../src/discord/messages/preview-message.ts';
import { MemberError } from '../../src/errors.ts';
import type { Job, JobRequest } from '../../src/jobs/job.ts';
import { jobIdOf } from '../../src/jobs/job-id.ts';
import type { Submission } from '../../src/jobs/submit.ts';
import { isHiddenOrRemoved } from '../../src/moderation/reports/report-record.ts';
import { cardPlaceOf, newPreview } from '../../src/moderation/requests/begin-previewed.ts';
import type { Preview } from '../../src/moderation/requests/previews.ts';
import { holdRefusal } from '../generate/hold-refusal.ts';
import { noDesk } from '../moderation/no-desk.ts';
import { sendAgain } from '../results/fetch.ts';
import type { Button, CommandContext, InServer } from '../support/context.ts';
import { isModerator, needModerator } from '../support/moderators.ts';
import { spenderOf } from '../support/spender.ts';
import { takeBackAnswer } from '../support/unanswered.ts';

/**
 * Begins a job whose message is in the moderators' channel; everybody else sees that it is being made.
 * @returns whether it was begun. @throws MemberError where the budget has no room, or the moderators' channel is closed.
 */
export async function makePreview(
  interaction: InServer<InteractionFacts>,
  { request, count }: { request: JobRequest; count: number },
  respond: Responder,
  context: CommandContext,
): Promise<boolean> {
  const { clock, jobs, moderation, postJob, texts } = context;
  const { server, userId: memberId, channelId } = interaction;
  const { guildId, uploadLimitBytes } = server;
  const { settings } = await moderation.settings.of(guildId);
  if (settings.moderatorsChannelId === null) throw noDesk(guildId, context);
  const cardChannelId = settings.moderatorsChannelId;
  const id = jobIdOf(interaction.id);
  const { applicationId, token, receivedAtMs: tokenIssuedAtMs } = interaction;
  const place = { guildId, channelId, applicationId, token, tokenIssuedAtMs, uploadLimitBytes };
  const submission: Submission = { jobId: id, request, count, place, ...spenderOf(interaction), memberId };

  let isClosed = false;
  const answer = async (job: Job): Promise<string | undefined> => {
    const posted = await postJob(job);
    if (typeof posted === 'string') {
      isClosed = true;
      return undefined;
    }
    const { messageId } = posted;
    const preview = newPreview(submission, { channelId: cardChannelId, messageId }, clock.now());
    await moderation.previews.add(preview);
    const publicId = await respond.answer(renderPreview(preview, texts));
    if (publicId === undefined) {
      await moderation.previews.unanswered(id);
      return undefined;
    }
    await moderation.previews.placed(id, publicId);
    return messageId;
  };

  const cardPlace = cardPlaceOf(place, cardChannelId);
  const outcome = await jobs.submit({ ...submission, place: cardPlace, isPreview: true }, answer);
  switch (outcome.outcome) {
    case 'begun':
    case 'already':
      return true;
    case 'busy':
      throw new MemberError(texts.refusals.busy(outcome.roomAtMs));
    case 'unanswered':
      if (isClosed) throw noDesk(guildId, context);
      takeBackAnswer(respond, context);
      await moderation.previews.carryOut(id);
      return false;
    default:
      throw holdRefusal(outcome, texts);
  }
}

/** Look at it (its requester and moderators), and Publish and Discard (moderators). */
export const previewButton: Button = {
  action: 'preview',
  run: async (interaction, { argument, memberId }, respond, context) => {
    const [verb, id = ''] = argument.split('-');
    const { server, userId } = interaction;
    const { history, jobs, moderation, texts } = context;
    const words = texts.moderation.previews;
    const preview = await moderation.previews.find(id);
    if (preview?.place.guildId !== server.guildId) throw new MemberError(texts.moderation.waiting.gone);
    if (verb === 'look') {
      const { settings } = await moderation.settings.of(server.guildId);
      if (userId !== preview.memberId && !isModerator(server, settings)) throw new MemberError(words.notForYou);
      if (await jobs.find(id)) throw new MemberError(texts.refusals.notDone);
      const entry = await history.find(server.guildId, memberId, id);
      if (!entry) throw new MemberError(texts.refusals.jobGone);
      return sendAgain(entry, { userId, limitBytes: server.uploadLimitBytes }, respond, context);
    }
    await needModerator(server, context);
    if (verb === 'publish') await refusePublishing(preview, context);
    const outcome = await moderation.previews.decide(id, verb === 'publish' ? 'published' : 'discarded', userId);
    if (outcome.outcome === 'gone') throw new MemberError(texts.moderation.waiting.gone);
    if (outcome.outcome === 'not done') throw new MemberError(texts.refusals.notDone);
    if (outcome.outcome === 'late') throw new MemberError(words.late(outcome.preview.phase, outcome.preview.byId));
    await respond.acknowledge();
    await moderation.previews.carryOut(id);
  },
};

/**
 * Both may have changed since it was asked for.
 * @throws MemberError where the lists refuse its prompt by now, or what it was made from was hidden or removed.
 */
async function refusePublishing(
  { id, memberId, place }: Preview,
  { history, isChannelAgeRestricted, moderation, texts }: CommandContext,
): Promise<void> {
  const entry = await history.find(place.guildId, memberId, id);
  if (!entry) return;
  const { madeFrom } = entry.request;
  if (madeFrom && isHiddenOrRemoved(await moderation.reports.find(place.guildId, madeFrom.jobId))) {
    throw new MemberError(texts.moderation.previews.sourceHidden);
  }
  const ageRestricted = (await isChannelAgeRestricted(place.channelId)) ?? false;
  const { words } = await moderation.settings.of(place.guildId);
  const found = words.look(entry.request.prompt, { ageRestricted });
  if (found && found.finding !== 'review') {
    throw new MemberError(texts.moderation.previews.publishRefused(found.entry.replaceAll('`', 'ˋ')));
  }
}
