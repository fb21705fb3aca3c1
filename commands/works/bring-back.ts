import type { ResultRef } from '../../src/discord/custom-ids/controls.ts';
import type { InteractionOf } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { messageUrl } from '../../src/discord/messages/links.ts';
import { isFetchable, type JobRequest } from '../../src/jobs/job.ts';
import { jobIdOf } from '../../src/jobs/job-id.ts';
import type { HistoryEntry } from '../../src/jobs/records/history.ts';
import { isShowable } from '../../src/moderation/access/access.ts';
import { isOffered, kindOf, modelIdsOf } from '../../src/task-api/models.ts';
import { requestHere } from '../generate/request-here.ts';
import { GENERATE_COMMANDS, needCommand } from '../support/command-access.ts';
import type { CommandContext, Handle, InServer } from '../support/context.ts';
import { needUsableChannel, refused } from '../support/refusals.ts';
import { denied, needAccess } from '../support/work-access.ts';
import { fetchInBounds } from './fetch.ts';

type Press = InServer<InteractionOf<'component'>>;

/**
 * Moves a work to the channel where it is pressed: one of the presser's own, or as a moderator one that a moderator deleted; at no cost, as far as it could be asked for there now.
 * @throws MemberError where it may not be shown there.
 */
export const bringBack: Handle<ResultRef, InteractionOf<'component'>> = async (interaction, ref, respond, context) => {
  const { moderation, stop, texts } = context;
  const { resultMessages } = context.works;
  const { applicationId, channelId, id, server, userId } = interaction;
  const { guildId, uploadLimitBytes } = server;
  const words = { 'not yours': texts.works.bring.notYours };
  const { isDecidedHere, work } = await needAccess(interaction, ref, ['show'], context, words);
  const { entry } = work;
  if (!entry) throw new MemberError(texts.refusals.jobGone);
  if (!entry.tasks.some(isFetchable)) throw new MemberError(texts.history.nothingToFetch);
  await needCommand(GENERATE_COMMANDS[kindOf(entry.request.modelId)], interaction, context);
  needUsableChannel(server, texts);
  const request = await movedHere(interaction, entry, isDecidedHere, context);
  await fetchInBounds(userId, context, async () => {
    await respond.deferPrivately();
    const location = { guildId, channelId, applicationId, token: '', tokenIssuedAtMs: 0, uploadLimitBytes };
    const moved = await moderation.reports.runExclusive(guildId, ref.jobId, async () => {
      const status = await moderation.access.statusOf({ guildId, ...ref });
      // Hidden since it was looked at first.
      if (status !== 'open' && !isShowable(status)) throw denied(status, context);
      return resultMessages.move(entry, { location, request, id: jobIdOf(id) }, stop);
    });
    await respond.complete(privateText(wordsOf(moved, entry, texts)));
  });
};

/** What is shown of it in this channel. @throws MemberError where it may not be shown there. */
async function movedHere(
  interaction: Press,
  entry: HistoryEntry,
  isDecidedHere: boolean,
  context: CommandContext,
): Promise<JobRequest> {
  const { moderation, texts } = context;
  const words = texts.works.bring;
  const { modelId } = entry.request;
  const [otherModel = modelId] = modelIdsOf(kindOf(modelId));
  // It is made: which model or ratio may be used by now does not matter, nor how much the member has asked for.
  const { aspectRatio: _, ...plain } = { ...entry.request, modelId: isOffered(modelId) ? modelId : otherModel };
  const here = await requestHere(interaction, plain, context, { model: true, ratio: true });
  const verdict = await moderation.admission.judge(here, 'move', here.rules);
  if (verdict.verdict === 'refuse') {
    const { reason } = verdict.refusal;
    const isForWords = reason === 'words' || reason === 'explicit';
    throw isForWords ? new MemberError(words.words) : refused(verdict.refusal, here.guildId, context);
  }
  // What was decided for one channel is not decided for another.
  if (verdict.verdict === 'ask' && !isDecidedHere) throw new MemberError(words.gated);
  const { spoiler, hidesPrompt = false, offersGallery = false } = here.request;
  return { ...entry.request, spoiler, hidesPrompt, offersGallery };
}

function wordsOf(
  moved: Awaited<ReturnType<CommandContext['works']['resultMessages']['move']>>,
  { guildId, channelId, messageId = '' }: HistoryEntry,
  { history, works }: CommandContext['texts'],
): string {
  const words = works.bring;
  if (moved.outcome !== 'moved') {
    return { lost: history.noLongerThere, closed: words.closed, unavailable: history.fetchFailed }[moved.outcome];
  }
  const { location } = moved.job;
  const here = words.done(messageUrl(guildId, location.channelId, location.messageId ?? ''));
  return moved.isOldDeleted ? here : `${here}\n${words.oldStays(messageUrl(guildId, channelId, messageId))}`;
}
