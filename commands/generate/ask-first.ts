import { ButtonStyle } from 'discord.js';
import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { actionRow, button, textDisplay } from '../../src/discord/messages/components.ts';
import { quoteWithin } from '../../src/discord/messages/prompt-text.ts';
import { messageBody } from '../../src/discord/rest/message-body.ts';
import { jobIdOf } from '../../src/jobs/job-id.ts';
import { holdTasksOf, modelsIn, quotesOf, sentPromptsOf } from '../../src/jobs/variants.ts';
import { tellingBounds } from '../support/bounds.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { spenderOf } from '../support/spender.ts';
import { askIds } from './ask-ids.ts';
import type { Asked } from './keep-request.ts';
import { factsLineOf, modelHere } from './models.ts';

/** Of all prompts that are made of one, beside the question. */
const QUOTE_CHARACTERS = 3_000;

/**
 * Asks the member before much is spent at once, where the managers want that, several prompts are made of one, or two models make
 * each; the request is kept until the answer.
 * @returns whether a question was asked: then nothing is begun yet.
 */
export async function askFirst(
  interaction: InServer<InteractionFacts>,
  asked: Asked,
  respond: Responder,
  context: CommandContext,
): Promise<boolean> {
  const { request, count } = asked;
  const { accounts, askings, models, texts } = context;
  const { server, userId: memberId, applicationId, token } = interaction;
  const { guildId } = server;
  const id = jobIdOf(interaction.id);
  const tasks = holdTasksOf(id, request, quotesOf(request, count, models.quoteCredits));
  const { settings } = await context.moderation.settings.of(guildId);
  const isSideBySide = request.andModelId !== undefined;
  const isMuch = request.isVaried === true || isSideBySide;
  const wish = { jobId: id, tasks, ...spenderOf(interaction) };
  const weighed = await tellingBounds(accounts.weigh(guildId, wish, isMuch), texts);
  if (weighed.outcome !== 'much') return false;

  const expiresAtMs = await askings.add(id, { ...asked, memberId, guildId, question: { applicationId, token } });
  const words = texts.budget;
  const choice = (answer: 'yes' | 'no' | 'edit', label: string, style: ButtonStyle.Primary | ButtonStyle.Secondary) =>
    button(askIds.of(memberId, { verb: answer, askingId: id }), label, style);
  const { neededCredits, leftCredits, room } = weighed;
  const question = room
    ? words.askOfShare(neededCredits, room.share, room.leftCredits)
    : words.ask(neededCredits, leftCredits);
  const prompts = request.isVaried ? `${quoteWithin(sentPromptsOf(request).join('\n'), QUOTE_CHARACTERS).quote}\n` : '';
  const makers = isSideBySide
    ? modelsIn(request).map((modelId) => `- ${factsLineOf(modelHere(modelId, settings), context)}\n`)
    : [];
  const content = `${prompts}${makers.join('')}${question}\n-# ${words.askExpires(expiresAtMs)}`;
  await respond.answer(
    messageBody(
      [
        textDisplay(content),
        actionRow([
          choice('yes', words.askYes, ButtonStyle.Primary),
          choice('edit', texts.refused.edit, ButtonStyle.Secondary),
          choice('no', words.askNo, ButtonStyle.Secondary),
        ]),
      ],
      { ephemeral: true },
    ),
  );
  return true;
}
