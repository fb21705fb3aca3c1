import { distinctOrigins } from '../../src/jobs/job/origins.ts';
import type { SourcePicture } from '../../src/studio/saved-sources.ts';
import type { Context, InServer } from '../support/context.ts';
import { refusalError } from '../support/refusals.ts';
import { viewerOf } from '../support/work-access.ts';

/** @throws MemberError if building on one of these pictures isn't allowed here, or its owner can't be asked now */
export async function requireUsable(
  interaction: InServer,
  pictures: readonly SourcePicture[],
  context: Context,
): Promise<void> {
  const { guildId } = interaction;
  const origins = distinctOrigins(pictures.map(({ origin }) => origin));
  const sources = await context.moderation.admission.checkSources(
    await viewerOf(interaction, context),
    guildId,
    origins,
  );
  if ('reason' in sources) throw refusalError(sources, guildId, context);
}
