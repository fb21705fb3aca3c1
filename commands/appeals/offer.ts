import { appealIds } from '../../src/discord/custom-ids/controls.ts';
import { appealLine } from '../../src/discord/messages/appeal-message.ts';
import { button } from '../../src/discord/messages/components.ts';
import type { InServer, Needs } from '../support/context.ts';

/** *Ask for another look …* for the member whom a decision is about, or the answer to their question. */
export async function offerAnotherLook(
  { guildId, userId: memberId }: InServer,
  jobId: string | undefined,
  { moderation: { appeals }, texts }: Needs<'moderation' | 'texts'>,
): Promise<{ lines: string[]; buttons: ReturnType<typeof button>[] }> {
  const decision = await appeals.decisionOn({ guildId, memberId, jobId });
  if (!decision) return { lines: [], buttons: [] };
  const appeal = await appeals.about({ guildId, memberId }, decision);
  if (appeal) return { lines: [appealLine(appeal, texts)], buttons: [] };
  return { lines: [], buttons: [button(appealIds.of(memberId, { verb: 'ask', jobId }), texts.moderation.appeals.ask)] };
}
