import type { ResultRef } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { messageUrl } from '../../src/discord/messages/links.ts';
import { type EndedJob, isFetchable, type JobRequest } from '../../src/jobs/job/job.ts';
import { jobIdOf } from '../../src/jobs/job/job-id.ts';
import { kindOfRequest } from '../../src/jobs/job/variants.ts';
import { kindOf } from '../../src/task-api/models.ts';
import type { Texts } from '../../src/texts/en.ts';
import { allowedModel } from '../generate/models.ts';
import { requestInChannel } from '../generate/request.ts';
import { GENERATE_COMMANDS, requireCommand } from '../support/command-access.ts';
import { type ComponentInteraction, type Context, type Handler, locationOf } from '../support/context.ts';
import { refusalError, requireChannel } from '../support/refusals.ts';
import { requireEntry } from '../support/work-access.ts';
import { fetchInBounds } from './fetch.ts';

/**
 * Moves a work to this channel at no cost: for its author, or for a moderator if a moderator deleted it.
 * @throws MemberError if the rules for this channel don't allow it now
 */
export const bringBack: Handler<ResultRef, ComponentInteraction> = async (interaction, ref, context) => {
  const { moderation, stop, texts } = context;
  const { respond, id, guildId, server, userId } = interaction;
  const { entry } = await requireMovable(interaction, ref, context);
  await requireCommand(GENERATE_COMMANDS[kindOfRequest(entry.request)], interaction, context);
  requireChannel(server, texts);
  await fetchInBounds(userId, context, async () => {
    await respond.deferPrivately();
    const location = { ...locationOf(interaction), token: '', tokenIssuedAtMs: 0 };
    const moved = await moderation.reports.runExclusive(guildId, ref.jobId, async () => {
      // Everything again, because something may have changed since the first check.
      const { entry: now, request } = await requireMovable(interaction, ref, context);
      return context.works.moveResult(now, { location, request, id: jobIdOf(id) }, stop);
    });
    await respond.complete(privateText(movedWords(moved, entry, texts)));
  });
};

/** @throws MemberError if this person may not post the work in this channel */
async function requireMovable(
  interaction: ComponentInteraction,
  ref: ResultRef,
  context: Context,
): Promise<{ entry: EndedJob; request: JobRequest }> {
  const { texts } = context;
  const words = { 'not yours': texts.works.bring.notYours };
  const { isDecidedHere, entry } = await requireEntry(interaction, ref, 'show', context, words);
  if (!entry.tasks.some(isFetchable)) throw new MemberError(texts.history.nothingToFetch);
  return { entry, request: await requestForMove(interaction, entry, isDecidedHere, context) };
}

/** How the work is shown in this channel. @throws MemberError if it may not be shown here */
async function requestForMove(
  interaction: ComponentInteraction,
  entry: EndedJob,
  isDecidedHere: boolean,
  context: Context,
): Promise<JobRequest> {
  const { moderation, texts } = context;
  const words = texts.works.bring;
  // The work exists already, so allowed models, ratios and limits don't matter.
  const { aspectRatio: _, andModelId: __, modelId, ...plain } = entry.request;
  const { settings } = await context.rules();
  const allowed = { ...plain, modelId: allowedModel(kindOf(modelId), [modelId], settings) };
  const here = await requestInChannel(interaction, allowed, context);
  const verdict = await moderation.admission.judge(here, 'move', here.rules);
  if (verdict.verdict === 'refuse') {
    const { reason } = verdict.refusal;
    const isForWords = reason === 'words' || reason === 'explicit';
    throw isForWords ? new MemberError(words.words) : refusalError(verdict.refusal, here.guildId, context);
  }
  // A decision for one channel doesn't apply to another.
  if (verdict.verdict === 'ask' && !isDecidedHere) throw new MemberError(words.gated);
  const { spoiler, hidesPrompt = false, offers } = here.request;
  return { ...entry.request, spoiler, hidesPrompt, offers };
}

function movedWords(
  moved: Awaited<ReturnType<Context['works']['moveResult']>>,
  { location: { guildId, channelId, messageId = '' } }: EndedJob,
  { history, works }: Texts,
): string {
  const words = works.bring;
  if (moved.outcome !== 'moved') {
    return { lost: history.noLongerThere, closed: words.closed, unavailable: history.fetchFailed }[moved.outcome];
  }
  const { location } = moved.job;
  const here = words.done(messageUrl(guildId, location.channelId, location.messageId ?? ''));
  return moved.isOldDeleted ? here : `${here}\n${words.oldStays(messageUrl(guildId, channelId, messageId))}`;
}
