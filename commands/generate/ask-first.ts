import { ButtonStyle } from 'discord.js';
import { idsWithVerbs } from '../../src/discord/custom-ids/ids.ts';
import { idPart } from '../../src/discord/custom-ids/parts.ts';
import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { actionRow, button, textDisplay } from '../../src/discord/messages/components.ts';
import { quoteWithin } from '../../src/discord/messages/prompt-text.ts';
import { messageBody } from '../../src/discord/rest/message-body.ts';
import type { JobRequest } from '../../src/jobs/job.ts';
import { jobIdOf } from '../../src/jobs/job-id.ts';
import { sentPromptsOf } from '../../src/jobs/variants.ts';
import { tellingBounds } from '../support/bounds.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { spenderOf } from '../support/spender.ts';

const asked = { askingId: idPart };
/** The answers to "Go on?". */
export const askIds = idsWithVerbs('ask', { yes: asked, no: asked });

/** Of all prompts that are made of one, beside the question. */
const QUOTE_CHARACTERS = 3_000;

/**
 * Asks the member before much is spent at once, where the managers want that or several prompts are made of one; the request is kept
 * until the answer.
 * @returns whether a question was asked: then nothing is begun yet.
 */
export async function askFirst(
  interaction: InServer<InteractionFacts>,
  { request, count }: { request: JobRequest; count: number },
  respond: Responder,
  { accounts, askings, models, texts }: CommandContext,
): Promise<boolean> {
  const { server, userId: memberId, applicationId, token } = interaction;
  const { guildId } = server;
  const quoteCredits = models.quoteCredits(request.modelId) * count;
  const id = jobIdOf(interaction.id);
  const tasks = [{ taskKey: id, quoteCredits }];
  const wish = { jobId: id, modelId: request.modelId, tasks, ...spenderOf(interaction) };
  const weighed = await tellingBounds(accounts.weigh(guildId, wish, request.isVaried), texts);
  if (weighed.outcome !== 'much') return false;

  const expiresAtMs = await askings.add(id, { memberId, guildId, request, count, question: { applicationId, token } });
  const words = texts.budget;
  const choice = (answer: 'yes' | 'no', label: string, style: ButtonStyle.Primary | ButtonStyle.Secondary) =>
    button(askIds.of(memberId, { verb: answer, askingId: id }), label, style);
  const { neededCredits, leftCredits, room } = weighed;
  const question = room
    ? words.askOfShare(neededCredits, room.share, room.leftCredits)
    : words.ask(neededCredits, leftCredits);
  const prompts = request.isVaried ? `${quoteWithin(sentPromptsOf(request), QUOTE_CHARACTERS).quote}\n` : '';
  const content = `${prompts}${question}\n-# ${words.askExpires(expiresAtMs)}`;
  await respond.answer(
    messageBody(
      [
        textDisplay(content),
        actionRow([choice('yes', words.askYes, ButtonStyle.Primary), choice('no', words.askNo, ButtonStyle.Secondary)]),
      ],
      { ephemeral: true },
    ),
  );
  return true;
}
