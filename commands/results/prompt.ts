import { promptIds } from '../../src/discord/custom-ids/results.ts';
import { refusalLinesOf } from '../../src/discord/messages/job-message.ts';
import { renderWholePrompt } from '../../src/discord/messages/whole-prompt.ts';
import { MemberError } from '../../src/errors.ts';
import { keptRequest } from '../generate/kept-request.ts';
import { refuseHiddenSource } from '../moderation/source.ts';
import { defineButton } from '../support/define.ts';
import { mayReadPrompt } from '../support/prompt-readers.ts';

/** Shows the whole of a prompt that its message cuts or hides, to the one who asks. */
export const wholePrompt = defineButton(promptIds, async (interaction, { jobId, memberId }, respond, context) => {
  const { server } = interaction;
  const { request, tasks } = await keptRequest(context, server.guildId, memberId, jobId);
  if (!(await mayReadPrompt(interaction, request, memberId, context))) {
    throw new MemberError(context.texts.refusals.promptNotShown);
  }
  // The button may still be on somebody's screen.
  await refuseHiddenSource(server.guildId, { ...request, madeFrom: { jobId, memberId } }, context);
  // Its message leaves the service's words out where it hides the prompt: they may repeat it.
  const refusals = request.hidesPrompt ? refusalLinesOf(tasks, context.texts) : [];
  await respond.answer(renderWholePrompt(request.prompt, refusals));
});
