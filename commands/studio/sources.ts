import { type ResultRef, resultOf } from '../../src/discord/custom-ids/controls.ts';
import type { InteractionOf } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { attachedFilesOf, isPictureFile, type JobRequest } from '../../src/jobs/job/job.ts';
import { jobIdOf } from '../../src/jobs/job/job-id.ts';
import type { Origin } from '../../src/jobs/job/origins.ts';
import { keptOrigins } from '../../src/jobs/job/origins.ts';
import type { SourcePicture } from '../../src/studio/saved-sources.ts';
import { SAVED_SOURCES_MAX } from '../../src/studio/saved-sources.ts';
import { checkAddress, checkPicture } from '../generate/validation.ts';
import type { CommandInteraction, Context, InServer, Needs } from '../support/context.ts';
import { denialError, requireKnown } from '../support/work-access.ts';

/**
 * The parts of a request that describe its sources: their addresses, and its lineage.
 * @throws MemberError if a picture is unusable, and like `lineageFrom`
 */
export async function sourcesOf(
  pictures: readonly SourcePicture[],
  interaction: Pick<InServer, 'guildId' | 'userId'>,
  context: Needs<'discord' | 'jobs' | 'texts'>,
): Promise<Lineage & Pick<JobRequest, 'sourceUrls'>> {
  for (const { address } of pictures) checkAddress(address, context);
  const origins = pictures.map(({ origin }) => origin);
  const { madeFrom, ...lineage } = await lineageFrom(origins, interaction, context);
  const number = madeFrom && (await pictureNumberOf(pictures, madeFrom, interaction.guildId, context.jobs));
  return {
    sourceUrls: pictures.map(({ address }) => address),
    ...lineage,
    ...(madeFrom && { madeFrom: { ...madeFrom, ...number } }),
  };
}

type Lineage = Pick<JobRequest, 'madeOf' | 'madeFrom' | 'isDraft'>;

/**
 * What a request is made of: the origins of its sources and of what they were made from, and the first work among them. A
 * request with a draft as its source makes a draft too, and doesn't link to the draft's message, which no one else could
 * open.
 * @throws MemberError if a source is gone, or there are too many by others among the origins
 */
export async function lineageFrom(
  sources: readonly Origin[],
  { guildId, userId }: Pick<InServer, 'guildId' | 'userId'>,
  context: Needs<'jobs' | 'texts'>,
): Promise<Lineage> {
  const { jobs, texts } = context;
  const inherited: Origin[] = [];
  let isDraft = false;
  for (const origin of sources) {
    if (origin.kind !== 'result') continue;
    const made = await jobs.lineageOf(guildId, origin.id);
    // Whose pictures are in it is unknown, and so is whether they agree.
    if (!made) throw denialError('gone', context);
    inherited.push(...(made.madeOf ?? []));
    if (made.isDraft) isDraft = true;
  }
  const madeOf = keptOrigins([...sources, ...inherited], sources.length, userId);
  if (!madeOf) throw new MemberError(texts.refusals.tooManyOrigins);
  const first = madeOf.find(({ kind }) => kind === 'result');
  return {
    ...(madeOf.length > 0 && { madeOf }),
    ...(first && { madeFrom: madeFromOf(first, isDraft) }),
    ...(isDraft && { isDraft }),
  };
}

function madeFromOf({ id: jobId, memberId, channelId, messageId }: Origin, isDraft: boolean) {
  const message = channelId === undefined || messageId === undefined || isDraft ? {} : { channelId, messageId };
  return { jobId, memberId, how: 'picture' as const, ...message };
}

/** Which picture of a work is used, by the work's record. Nothing if it has only one, or if several are used. */
async function pictureNumberOf(
  pictures: readonly SourcePicture[],
  { jobId, memberId }: ResultRef,
  guildId: string,
  jobs: Context['jobs'],
): Promise<{ picture?: number }> {
  const [used, ...others] = pictures.filter(({ origin }) => origin.id === jobId);
  if (!used || others.length > 0) return {};
  const { tasks } = (await jobs.findOpenOrEnded({ guildId, memberId, jobId })) ?? { tasks: [] };
  const files = attachedFilesOf(tasks).filter(isPictureFile);
  const index = files.findIndex(({ attachmentId }) => used.address.includes(`/${attachmentId}/`));
  return files.length > 1 && index >= 0 ? { picture: index + 1 } : {};
}

/** The pictures of the message whose menu was used. @throws MemberError if there are none, or one can't be used */
export async function picturesIn(
  interaction: CommandInteraction,
  context: Needs<'discord' | 'jobs' | 'texts'>,
): Promise<SourcePicture[]> {
  const { texts } = context;
  const { channelId, target } = interaction;
  if (!target || target.pictures.length === 0) throw new MemberError(texts.studio.work.noPicture);
  const origin: Origin = { ...(await ownerOf(interaction, target, context)), channelId, messageId: target.id };
  return target.pictures.slice(0, SAVED_SOURCES_MAX).map((picture) => {
    checkPicture(picture, context);
    return { address: picture.url, origin };
  });
}

type Target = NonNullable<InteractionOf<'command'>['target']>;

/** An author whom Discord doesn't name is treated as an app. @throws MemberError for a message of Easel's without a work */
async function ownerOf(
  interaction: CommandInteraction,
  { author, customIds, id, isOwn }: Target,
  context: Needs<'jobs' | 'texts'>,
): Promise<Pick<Origin, 'kind' | 'id' | 'memberId'>> {
  if (isOwn) {
    const result = resultOf(customIds);
    if (!result) throw new MemberError(context.texts.studio.work.noWork);
    const { jobId, memberId } = await requireKnown(interaction, result, context);
    return { kind: 'result', id: jobId, memberId };
  }
  return { kind: author?.isMember ? 'upload' : 'app', id: jobIdOf(id), memberId: author?.id ?? '' };
}
