import { resultOf } from '../../src/discord/custom-ids/controls.ts';
import type { InteractionOf } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import type { JobRequest } from '../../src/jobs/job.ts';
import { jobIdOf } from '../../src/jobs/job-id.ts';
import type { Origin } from '../../src/jobs/origins.ts';
import { distinctOrigins, inheritedOrigins, ORIGINS_MAX } from '../../src/jobs/origins.ts';
import type { Picture } from '../../src/studio/saved-sources.ts';
import { SAVED_SOURCES_MAX } from '../../src/studio/saved-sources.ts';
import { checkAddress, checkPicture } from '../generate/validation.ts';
import type { CommandContext, InServer } from '../support/context.ts';

type Sources = Pick<JobRequest, 'sourceUrls' | 'madeOf' | 'madeFrom' | 'isDraft'>;

/**
 * What a request says that is made from these pictures: whose they are, and of the first result among them that it is made from
 * it. What is made from a draft is one itself, and links to no message, because nobody else could open it.
 * @throws MemberError where Easel cannot use one of them, or there are too many owners to ask.
 */
export async function sourcesOf(
  pictures: readonly Picture[],
  guildId: string,
  context: CommandContext,
): Promise<Sources> {
  const { jobs, texts } = context;
  const inherited: Origin[] = [];
  let isDraft = false;
  for (const { address, of } of pictures) {
    checkAddress(address, context);
    const made =
      of.kind === 'result' ? await jobs.findOpenOrEnded({ guildId, memberId: of.memberId, jobId: of.id }) : undefined;
    if (!made) continue;
    inherited.push(...inheritedOrigins(of, made.request));
    if (made.request.isDraft) isDraft = true;
  }
  const madeOf = distinctOrigins([...pictures.map(({ of }) => of), ...inherited]);
  if (madeOf.length > ORIGINS_MAX) throw new MemberError(texts.refusals.tooManyOwners);
  const first = madeOf.find(({ kind }) => kind === 'result');
  return {
    sourceUrls: pictures.map(({ address }) => address),
    ...(madeOf.length > 0 && { madeOf }),
    ...(first && { madeFrom: madeFromOf(first, isDraft) }),
    ...(isDraft && { isDraft }),
  };
}

function madeFromOf({ id: jobId, memberId, channelId, messageId }: Origin, isDraft: boolean): JobRequest['madeFrom'] {
  const message = channelId === undefined || messageId === undefined || isDraft ? {} : { channelId, messageId };
  return { jobId, memberId, how: 'picture', ...message };
}

/** The pictures of the message whose menu was used. @throws MemberError if there are none, or one can't be used */
export function picturesIn(interaction: InServer<InteractionOf<'command'>>, context: CommandContext): Picture[] {
  const { texts } = context;
  const { channelId, target } = interaction;
  if (!target || target.pictures.length === 0) throw new MemberError(texts.studio.work.noPicture);
  const of: Origin = { ...authorOf(target), channelId, messageId: target.id };
  return target.pictures.slice(0, SAVED_SOURCES_MAX).map((picture) => {
    checkPicture(picture, context);
    return { address: picture.url, of };
  });
}

type Target = NonNullable<InteractionOf<'command'>['target']>;

/** Of an author whom Discord does not name nothing is known, as of an app. */
function authorOf({ author, customIds, id }: Target): Pick<Origin, 'kind' | 'id' | 'memberId'> {
  const result = resultOf(customIds);
  if (result) return { kind: 'result', id: result.jobId, memberId: result.memberId };
  return { kind: author?.isMember ? 'upload' : 'app', id: jobIdOf(id), memberId: author?.id ?? '' };
}
