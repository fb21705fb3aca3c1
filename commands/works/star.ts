import { starIds } from '../../src/discord/custom-ids/controls.ts';
import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { MemberError } from '../../src/errors.ts';
import { STARS_OF_MEMBER_MAX, STARS_OF_WORK_MAX } from '../../src/works/stars.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { defineButton } from '../support/define.ts';
import { needAccess } from '../support/work-access.ts';

/** The star of the one who presses: given, or taken away where it is there. */
export const starButton = defineButton(starIds, 'everyone', async (interaction, ref, respond, context) => {
  const words = context.texts.works.stars;
  const { isStarred, count } = await toggleStar(interaction, ref, context);
  await respond.answer(privateText(isStarred ? words.given(count) : words.taken(count)));
});

/** Gives the star of the one who presses, or takes it away. @throws MemberError where it cannot be given. */
export async function toggleStar(
  interaction: InServer<InteractionFacts>,
  { jobId, memberId }: { jobId: string; memberId: string },
  context: CommandContext,
): Promise<{ isStarred: boolean; count: number }> {
  const { stars, texts } = context;
  const { server, userId } = interaction;
  const ref = { guildId: server.guildId, jobId, memberId };
  if (await stars.isStarred(ref, userId)) return { isStarred: false, count: await stars.unstar(ref, userId) };
  const { work } = await needAccess(interaction, ref, ['star'], context);
  const { outcome, count } = await stars.star({ ...ref, createdAtMs: work.job.createdAtMs }, userId);
  if (outcome === 'member full') throw new MemberError(texts.works.stars.memberFull(STARS_OF_MEMBER_MAX));
  if (outcome === 'work full') throw new MemberError(texts.works.stars.workFull(STARS_OF_WORK_MAX));
  return { isStarred: true, count };
}
