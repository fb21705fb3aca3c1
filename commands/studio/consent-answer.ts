import { consentIds } from '../../src/discord/custom-ids/controls.ts';
import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import { textDisplay } from '../../src/discord/messages/components.ts';
import { messageBody } from '../../src/discord/rest/message-body.ts';
import { MemberError } from '../../src/errors.ts';
import { CAUTIOUS_LIMIT_BYTES } from '../../src/jobs/job.ts';
import { isExpired } from '../../src/jobs/origins.ts';
import type { Wanted } from '../../src/studio/consents.ts';
import { kindOf } from '../../src/task-api/models.ts';
import { generateLate } from '../generate/generation.ts';
import { GENERATE_COMMANDS, needCommand } from '../support/command-access.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { defineButton } from '../support/define.ts';

/** The owner's answer: taken once, while the question is open. What waited for a yes goes on. */
export const consentButton = defineButton(
  consentIds,
  'everyone',
  async (interaction, { verb, jobId, askerId, memberId: ownerId }, respond, context) => {
    const { texts } = context;
    const { consents } = context.studio;
    const { id, server, userId } = interaction;
    const words = texts.studio.consent;
    if (userId !== ownerId) throw new MemberError(words.notYours(ownerId));
    const isAllowed = verb === 'allow';
    const question = { guildId: server.guildId, askerId, ownerId, jobId };
    const { wasOpen, wanted } = await consents.answer(question, isAllowed);
    if (!wasOpen) return respond.update(messageBody([textDisplay(words.ended)]));
    await respond.update(messageBody([textDisplay(isAllowed ? words.youAllowed(ownerId) : words.youRefused(ownerId))]));

    const said = isAllowed ? words.allowed(askerId, ownerId, wanted !== undefined) : words.refused(askerId, ownerId);
    await tell(interaction, { askerId, key: `${id}-said`, text: said }, context);
    if (isAllowed && wanted) await goOn(interaction, askerId, wanted, context);
  },
);

/** Posts a new message, because Discord doesn't notify members of mentions in edits. */
async function tell(
  { channelId, server: { guildId } }: InServer<InteractionFacts>,
  { askerId, key, text }: { askerId: string; key: string; text: string },
  { discord: { post } }: CommandContext,
): Promise<void> {
  await post({ guildId, channelId }, messageBody([textDisplay(text)], { mentions: [askerId] }), key);
}

/** Starts what the asker wanted, by the rules and the budget of now; where these forbid it, the asker reads why. */
async function goOn(
  interaction: InServer<InteractionFacts>,
  askerId: string,
  { request, count, roleIds }: Wanted,
  context: CommandContext,
): Promise<void> {
  const { clock, texts } = context;
  const { hasLeft, post } = context.discord;
  const { channelId, id, server } = interaction;
  const { guildId } = server;
  const refusals = texts.refusals;
  if (await hasLeft(guildId, askerId)) return;
  const asker: InServer<InteractionFacts> = {
    ...interaction,
    userId: askerId,
    // The token is of the owner's press and opens their question: as old as this, it opens nothing.
    receivedAtMs: 0,
    // What the owner may do is not what the asker may.
    server: { ...server, roleIds, memberPermissions: 0n, uploadLimitBytes: CAUTIOUS_LIMIT_BYTES },
  };
  try {
    await needCommand(GENERATE_COMMANDS[kindOf(request.modelId)], asker, context);
    if (request.sourceUrls.some((address) => isExpired(address, clock.now()))) {
      throw new MemberError(refusals.sourcesExpired);
    }
    const isStarted = await generateLate(
      asker,
      { request, count },
      { answerForRecord: (body) => post({ guildId, channelId }, body, id) },
      context,
    );
    if (!isStarted) throw new MemberError(texts.studio.consent.notShown);
  } catch (error) {
    if (!(error instanceof MemberError)) throw error;
    const text = texts.studio.consent.notStarted(askerId, error.message);
    await tell(interaction, { askerId, key: `${id}-refused`, text }, context);
  }
}
