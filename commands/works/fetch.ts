import type { ResultRef } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { describeFiles } from '../../src/discord/messages/alt-text.ts';
import { mediaComponents, newAttachments, privateText, textDisplay } from '../../src/discord/messages/components.ts';
import { messageControls } from '../../src/discord/messages/job-message.ts';
import { linkLines } from '../../src/discord/messages/links.ts';
import { type FetchedResults, resultsIn, sendResults } from '../../src/discord/reconciler/send-results.ts';
import { type MessageBody, messageBody, TEXT_LIMIT } from '../../src/discord/rest/message-body.ts';
import { BusyError } from '../../src/engine/fair-limit.ts';
import { RetryLater } from '../../src/engine/lane.ts';
import { draftEndsAtMs, type EndedJob, isFetchable, isPictureFile } from '../../src/jobs/job/job.ts';
import type { Texts } from '../../src/texts/en.ts';
import type { ComponentInteraction, Context, Handler, Needs, ServerInteraction } from '../support/context.ts';
import { runWithin } from '../support/member-bounds.ts';
import { requireEntry } from '../support/work-access.ts';

/** Gives the author the files of one of their works again. */
export const fetchAgain: Handler<ResultRef, ComponentInteraction> = async (interaction, ref, context) => {
  const { entry } = await requireEntry(interaction, ref, 'files', context);
  await sendAgain(entry, interaction, context);
};

/**
 * Fetches a work's files and sends them privately to the member who pressed.
 * @throws MemberError if this member fetches too often, or too many others are fetching
 */
export async function sendAgain(entry: EndedJob, interaction: ServerInteraction, context: Context): Promise<void> {
  const { respond, server, userId } = interaction;
  const { jobs, stop, texts } = context;
  await fetchInBounds(userId, context, async () => {
    await respond.deferPrivately();
    const sending = { jobs, entry, uploadLimitBytes: server.uploadLimitBytes, signal: stop };
    const { outcome } = await sendResults(sending, async (results) => ({
      outcome: await respond.tryToComplete(renderFetched(results, entry, texts), results.files),
    }));
    if (outcome !== 'lost') return;
    const { noLongerThere, nothingToFetch } = texts.history;
    await respond.complete(privateText(entry.tasks.some(isFetchable) ? noLongerThere : nothingToFetch));
  });
}

/** Runs `work` within the limits on fetching. @throws MemberError like `sendAgain` */
export async function fetchInBounds<Result>(
  userId: string,
  { texts, works: { fetchBound } }: Needs<'texts' | 'works'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const { history: words } = texts;
  const tooOften = (tryAgainAtMs: number | undefined): string =>
    tryAgainAtMs === undefined ? words.fetchUnderWay : words.fetchedOften(tryAgainAtMs);
  try {
    return await runWithin(fetchBound, userId, tooOften, work);
  } catch (error) {
    if (error instanceof RetryLater) throw new MemberError(words.fetchFailed);
    if (error instanceof BusyError) throw new MemberError(words.manyFetch, 'limit.often');
    throw error;
  }
}

function renderFetched({ files, links, fetched }: FetchedResults, entry: EndedJob, texts: Texts): MessageBody {
  const { prompt, spoiler, isDraft } = entry.request;
  const done = files.length > 0 ? [texts.history.again(resultsIn(files).length)] : [];
  const notes = [
    ...(fetched.gone > 0 ? [texts.history.noLongerThere] : []),
    ...(fetched.failed > 0 ? [texts.history.fetchFailed] : []),
    // What Easel made has no address to link.
    ...(files.length === 0 && fetched.files.some(({ address }) => address === '') ? [texts.history.notAccepted] : []),
    ...(isDraft ? [`-# ${texts.drafts.untilShown(draftEndsAtMs(entry))}`] : []),
  ];
  const room = TEXT_LIMIT - [...done, ...notes, ''].join('\n').length;
  const names = files.map(({ name }) => name);
  const altOf = describeFiles(names, prompt, texts);
  const attachments = newAttachments(names, { altOf, spoiler });
  // This message has the files, which the draft's own message may no longer show.
  const pictures = names.filter((name) => isPictureFile({ name })).length;
  const components = [
    textDisplay([...done, ...linkLines(links, room, texts), ...notes].join('\n')),
    ...mediaComponents(names, { altOf, spoiler }),
    ...(isDraft ? messageControls(entry, texts, { pictures }) : []),
  ];
  return messageBody(components, { ephemeral: true, attachments });
}
