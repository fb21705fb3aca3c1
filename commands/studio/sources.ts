import { MemberError } from '../../src/errors.ts';
import type { JobRequest } from '../../src/jobs/job.ts';
import { eachOnce, inheritedOrigins, ORIGINS_MAX, type Origin } from '../../src/jobs/origins.ts';
import type { Picture } from '../../src/studio/tray.ts';
import { checkAddress } from '../generate/validation.ts';
import type { CommandContext } from '../support/context.ts';

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
      of.kind === 'result' ? await jobs.findKept({ guildId, memberId: of.memberId, jobId: of.id }) : undefined;
    if (!made) continue;
    inherited.push(...inheritedOrigins(of, made.request));
    if (made.request.isDraft) isDraft = true;
  }
  const madeOf = eachOnce([...pictures.map(({ of }) => of), ...inherited]);
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
