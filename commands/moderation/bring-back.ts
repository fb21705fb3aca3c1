import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { refuseOwn } from '../reports/controls.ts';
import type { Context, ServerInteraction } from '../support/context.ts';
import { fetchInBounds } from '../works/fetch.ts';

/**
 * Shows a removed result again, if its message is there and its files can be had.
 * @throws MemberError if not, and then nothing has changed
 */
export async function bringBackRemoved(interaction: ServerInteraction, jobId: string, context: Context): Promise<void> {
  const { moderation, texts } = context;
  const { respond, guildId, userId } = interaction;
  const words = texts.moderation.moderators.broughtBack;
  const report = await moderation.reports.find(guildId, jobId);
  if (report) refuseOwn(report.memberId, interaction, context);
  await fetchInBounds(userId, context, async () => {
    await respond.deferPrivately();
    const outcome = await moderation.reports.bringBack(guildId, jobId, userId);
    if (outcome !== 'brought back') throw new MemberError(words[outcome], 'gone');
    await respond.complete(privateText(words[outcome]));
  });
  await moderation.reports.carryOut(guildId, jobId);
}
