import type { InteractionOf } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import type { JobRequest } from '../../src/jobs/job/job.ts';
import { jobIdOf } from '../../src/jobs/job/job-id.ts';
import {
  type FromSources,
  fileIdIn,
  listSources,
  type Origin,
  picturesOf,
  type Source,
} from '../../src/jobs/job/sources.ts';
import { withFreshAddresses } from '../../src/jobs/records/source-addresses.ts';
import { SAVED_SOURCES_MAX } from '../../src/studio/saved-sources.ts';
import { checkAddress, checkPicture } from '../generate/validation.ts';
import type { CommandInteraction, InServer, Needs } from '../support/context.ts';
import { denialError, requireTarget } from '../support/work-access.ts';
import { useOfAddress } from './work-pictures.ts';

/**
 * What a request with these sources is made of: them, and what they were made from. A request with a draft as its source
 * makes a draft too.
 * @throws MemberError if a source is gone or its address unusable, or if there are too many by others behind them
 */
export async function sourcesOf(
  used: readonly Source[],
  { guildId, userId }: Pick<InServer, 'guildId' | 'userId'>,
  context: Needs<'clock' | 'discord' | 'history' | 'jobs' | 'texts' | 'works'>,
): Promise<Pick<JobRequest, 'sources' | 'isDraft'>> {
  const { jobs, texts } = context;
  const pictures = picturesOf({ sources: used });
  if (pictures.some(({ address }) => address === undefined)) throw new MemberError(texts.studio.work.noPicture);
  for (const { address = '' } of pictures) checkAddress(address, context);
  const { sources: now } = await withPicturesNow({ sources: used }, guildId, context);
  const behind: Origin[] = [];
  let isDraft = false;
  for (const { id } of used.filter(({ kind }) => kind === 'work')) {
    const made = await jobs.lineageOf(guildId, id);
    // Whose pictures are in it is unknown, and so is whether they agree.
    if (!made) throw denialError('gone', context);
    behind.push(...made.origins);
    if (made.isDraft) isDraft = true;
  }
  const sources = listSources(now, behind, userId);
  if (!sources) throw new MemberError(texts.refusals.tooManyOrigins);
  return isDraft ? { sources: sources.map(unlinked), isDraft } : { sources };
}

/** No one else could open a draft's message. */
const unlinked = ({ at: _, ...source }: Source): Source => source;

/** The request with addresses that its pictures have now. @throws MemberError if one is lost */
export async function withPicturesNow<Request extends FromSources>(
  request: Request,
  guildId: string,
  { clock, history, texts, works }: Needs<'clock' | 'history' | 'texts' | 'works'>,
): Promise<Request> {
  const sources = await withFreshAddresses(guildId, request.sources, {
    nowMs: clock.now(),
    history,
    addressesOf: works.attachedFiles.addressesOf,
  });
  if (!sources) throw new MemberError(texts.refusals.sourcesExpired, 'source.expired');
  return { ...request, sources };
}

/** The pictures of the message whose menu was used. @throws MemberError if there are none, or one can't be used */
export async function picturesIn(
  interaction: CommandInteraction,
  context: Needs<'discord' | 'jobs' | 'texts'>,
): Promise<Source[]> {
  const { texts } = context;
  const { channelId, target } = interaction;
  if (!target || target.pictures.length === 0) throw new MemberError(texts.studio.work.noPicture);
  const posted = await ownerOf(interaction, target, context);
  const origin = { ...posted, at: { channelId, messageId: target.id } };
  const pictures = target.pictures.slice(0, SAVED_SOURCES_MAX);
  for (const picture of pictures) checkPicture(picture, context);
  const { id: jobId, ownerId: memberId, kind } = origin;
  return Promise.all(
    pictures.map(async ({ url: address }) => ({
      ...origin,
      use:
        kind === 'work'
          ? await useOfAddress(interaction, { jobId, memberId }, address, context)
          : { picture: fileIdIn(address) },
      address,
    })),
  );
}

type Target = NonNullable<InteractionOf<'command'>['target']>;

/** An author whom Discord doesn't name is treated as an app. @throws MemberError for a message of Easel's without a work */
async function ownerOf(
  interaction: CommandInteraction,
  { author, id, isOwn }: Target,
  context: Needs<'jobs' | 'texts'>,
): Promise<Pick<Origin, 'kind' | 'id' | 'ownerId'>> {
  if (isOwn) {
    const { jobId, memberId } = await requireTarget(interaction, context, {
      notOurs: context.texts.studio.work.noWork,
    });
    return { kind: 'work', id: jobId, ownerId: memberId };
  }
  return { kind: author?.isMember ? 'upload' : 'app', id: jobIdOf(id), ownerId: author?.id ?? '' };
}
