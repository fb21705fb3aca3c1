import { jobIdOf } from '../../src/discord/custom-ids.ts';
import type { InteractionFacts } from '../../src/discord/interaction.ts';
import { renderJob } from '../../src/discord/job-message.ts';
import { renderPreview } from '../../src/discord/preview-message.ts';
import type { Responder } from '../../src/discord/responder.ts';
import { MemberError } from '../../src/errors.ts';
import type { Job, JobRequest } from '../../src/jobs/job.ts';
import type { Preview } from '../../src/moderation/previews.ts';
import { isHiddenOrRemoved } from '../../src/moderation/report-record.ts';
import { kindOf } from '../../src/task-api/models.ts';
import { sendAgain } from '../buttons/fetch.ts';
import type { Button, CommandContext, InServer } from '../context.ts';
import { holdRefusal } from '../hold-refusal.ts';
import { isModerator, needModerator } from '../moderators.ts';
import { spenderOf } from '../spender.ts';
import { noDesk } from './no-desk.ts';

/** What a bot may upload without anybody's subscription. */
const CARD_UPLOAD_LIMIT_BYTES = 10 * 1024 * 1024;

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

  let isClosed = false;
  const answer = async (job: Job): Promise<string | undefined> => {
    const messageId = await postJob(cardChannelId, renderJob({ job, expectation: undefined, newFiles: [] }, texts), id);
    if (messageId === undefined) {
      isClosed = true;
      return undefined;
    }
    const kind = kindOf(request.modelId);
    const card = { channelId: cardChannelId, messageId };
    const facts = { version: 1 as const, id, memberId, kind, count, atMs: clock.now(), place, card };
    const preview: Preview = { ...facts, phase: 'making', byId: 'easel', isCarriedOut: false, notes: [] };
    await moderation.previews.add(preview);
    const publicId = await respond.answer(renderPreview(preview, texts));
    if (publicId === undefined) {
      await moderation.previews.unanswered(id);
      return undefined;
    }
    await moderation.previews.placed(id, publicId);
    return messageId;
  };

  const limit = Math.min(uploadLimitBytes, CARD_UPLOAD_LIMIT_BYTES);
  const cardPlace = { ...place, channelId: cardChannelId, token: '', tokenIssuedAtMs: 0, uploadLimitBytes: limit };
  const submission = { jobId: id, request, count, place: cardPlace, isPreview: true, ...spenderOf(interaction) };
  const outcome = await jobs.submit(submission, answer);
  switch (outcome.outcome) {
    case 'begun':
    case 'already':
      return true;
    case 'unanswered':
      if (isClosed) throw noDesk(guildId, context);
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
      return sendAgain(entry, server.uploadLimitBytes, respond, context);
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
