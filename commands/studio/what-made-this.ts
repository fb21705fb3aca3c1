import { resultOf, saveStyleIds } from '../../src/discord/custom-ids/controls.ts';
import { actionRow, button, textDisplay } from '../../src/discord/messages/components.ts';
import { requestFactsOf } from '../../src/discord/messages/job-message.ts';
import { quoteWithin } from '../../src/discord/messages/prompt-text.ts';
import { messageBody } from '../../src/discord/rest/message-body.ts';
import { MemberError } from '../../src/errors.ts';
import { costCreditsOf } from '../../src/jobs/job.ts';
import { en } from '../../src/texts/en.ts';
import { defineMenuCommand } from '../support/define.ts';
import { needReadable } from '../support/work-access.ts';

/** Of the quotation, beside the facts; Discord takes 4,000 characters of text in one message. */
const QUOTE_CHARACTERS = 3_000;

/** Everything that made a result, privately, from the menu of its message. */
export const whatMadeThis = defineMenuCommand(
  { name: en.studio.menu.what },
  'everyone',
  async (interaction, respond, context) => {
    const { texts } = context;
    const words = texts.studio.made;
    const { guildId } = interaction.server;
    const result = resultOf(interaction.target?.customIds);
    if (!result) throw new MemberError(words.notOurs);
    const { job, prompt } = await needReadable(interaction, result, context);
    const { request, tasks } = job;
    const facts = requestFactsOf(request, guildId, texts);
    const costCredits = tasks.reduce((sum, task) => sum + (costCreditsOf(task) ?? 0), 0);
    const lines = [
      words.by(result.memberId),
      prompt === undefined ? words.promptHidden : quoteWithin(prompt, QUOTE_CHARACTERS).quote,
      `-# ${facts} · ${texts.job.charged(costCredits)}`,
    ];
    const save = button(saveStyleIds.of(result.memberId, { jobId: result.jobId }), texts.studio.menu.saveStyle);
    await respond.answer(messageBody([textDisplay(lines.join('\n')), actionRow([save])], { ephemeral: true }));
  },
);
