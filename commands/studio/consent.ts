import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/errors.ts';
import type { JobRequest } from '../../src/jobs/job.ts';
import type { Picture } from '../../src/studio/tray.ts';
import type { CommandContext, InServer } from '../support/context.ts';

/** @throws MemberError where a picture is a result of somebody who does not want others to work on theirs. */
export async function needConsent(
  { server, userId }: InServer<InteractionFacts>,
  pictures: readonly Picture[],
  { preferences, texts }: CommandContext,
): Promise<void> {
  const others = new Set(
    pictures.flatMap(({ madeBy }) => (madeBy && madeBy.memberId !== userId ? [madeBy.memberId] : [])),
  );
  for (const memberId of others) {
    const { othersMayWorkOn = true } = await preferences.of(server.guildId, memberId);
    if (!othersMayWorkOn) throw new MemberError(texts.studio.work.notTheirs(memberId));
  }
}

/** What a request says that is made from these pictures. Whose they are is kept of the first result among them. */
export function sourcesOf(pictures: readonly Picture[]): Pick<JobRequest, 'sourceUrls' | 'madeFrom'> {
  const madeBy = pictures.find((one) => one.madeBy)?.madeBy;
  const sourceUrls = pictures.map(({ address }) => address);
  return { sourceUrls, ...(madeBy && { madeFrom: { ...madeBy, how: 'picture' } }) };
}
