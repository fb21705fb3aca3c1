import type { InteractionOf } from '../../src/discord/interactions/interaction.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { MemberError } from '../../src/errors.ts';
import { TERMS_OF_MEMBER_MAX } from '../../src/works/terms.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { needAccess } from '../support/work-access.ts';
import { renderPage } from './page.ts';
import type { PageRef } from './page-buttons.ts';
import { chosenTerms } from './terms-menu.ts';

/** Keeps what the member chose of one work of theirs, and shows its page anew. @throws MemberError where it is not theirs. */
export async function chooseTerms(
  interaction: InServer<InteractionOf<'component'>>,
  { jobId, memberId, viewId }: PageRef,
  respond: Responder,
  context: CommandContext,
): Promise<void> {
  const { server, userId, values } = interaction;
  const { terms, texts } = context;
  const words = texts.works.terms;
  if (userId !== memberId) throw new MemberError(words.notYours);
  const ref = { jobId, memberId, viewId };
  const { work } = await needAccess(interaction, ref, ['find'], context);
  const { createdAtMs } = work.job;
  const said = await terms.set({ guildId: server.guildId, jobId, memberId, createdAtMs }, chosenTerms(values[0]));
  if (said === 'full') throw new MemberError(words.full(TERMS_OF_MEMBER_MAX));
  await respond.update(await renderPage(interaction, ref, context));
}
