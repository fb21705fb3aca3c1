import { privateText } from '../../src/discord/messages/components.ts';
import { MemberError } from '../../src/errors.ts';
import { isExpired } from '../../src/jobs/source-addresses.ts';
import { kindOf } from '../../src/task-api/models.ts';
import { GENERATE_COMMANDS, needCommand } from '../support/command-access.ts';
import { defineButton } from '../support/define.ts';
import { askIds } from './ask-first.ts';
import { generate } from './generation.ts';

/** The answer to "Go on?": taken once, by the one who was asked, while the question's time lasts. */
export const askAnswer = defineButton(askIds, async (interaction, { verb, askingId, memberId }, respond, context) => {
  const { askings, clock, texts } = context;
  if (interaction.userId !== memberId) throw new MemberError(texts.budget.askNotYours);
  const asking = await askings.take(askingId, memberId);
  if (asking?.guildId !== interaction.server.guildId) {
    await respond.update(privateText(texts.budget.askGone));
    return;
  }
  if (verb === 'no') {
    await respond.update(privateText(texts.budget.askDropped));
    return;
  }
  if (asking.request.sourceUrls.some((address) => isExpired(address, clock.now()))) {
    throw new MemberError(texts.refusals.sourcesExpired);
  }
  await needCommand(GENERATE_COMMANDS[kindOf(asking.request.modelId)], interaction, context);
  await generate(interaction, asking, respond, context, { wasAsked: true });
  await context.removeQuestion(asking.question);
});
