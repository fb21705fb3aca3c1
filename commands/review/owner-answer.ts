import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import type { GatedRequest } from '../../src/moderation/requests/request.ts';
import type { Context, Handler, ServerInteraction } from '../support/context.ts';

/** The answers of the owners whose pictures a request builds on. */

const answering =
  (press: 'allowed' | 'declined'): Handler<{ request: GatedRequest }> =>
  async (interaction, { request }, context) => {
    const { moderation, texts } = context;
    const { respond, userId: byId } = interaction;
    requireOwner(interaction, request, context);
    const answered = await moderation.requests.press(request.id, { press, byId });
    if (answered.outcome !== 'done') throw new MemberError(texts.moderation.waiting.owners.ended, 'gone');
    await respond.acknowledge();
    await moderation.requests.carryOut(request.id);
  };

export const allow = answering('allowed');
export const decline = answering('declined');

/** Declines every request that waits for this owner, and all later ones. */
export const neverAskAgain: Handler<{ request: GatedRequest }> = async (interaction, { request }, context) => {
  const { moderation, studio, texts } = context;
  const { respond, guildId, userId: byId } = interaction;
  requireOwner(interaction, request, context);
  await studio.preferences.setBuildPolicy(byId, false);
  await respond.acknowledge();
  for (const { id } of moderation.requests.forOwner(guildId, byId)) {
    await moderation.requests.press(id, { press: 'declined', byId });
    await moderation.requests.carryOut(id);
  }
  await respond.tell(privateText(texts.moderation.waiting.owners.neverAgain));
};

/** @throws MemberError if the request builds on none of this member's pictures */
function requireOwner({ userId }: ServerInteraction, { consent }: GatedRequest, { texts }: Context): void {
  if (consent?.origins.some(({ ownerId }) => ownerId === userId)) return;
  throw new MemberError(texts.moderation.waiting.owners.notYours, 'owner');
}
