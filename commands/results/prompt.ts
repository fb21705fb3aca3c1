import { promptIds } from '../../src/discord/custom-ids/controls.ts';
import { refusalLinesOf } from '../../src/discord/messages/job-message.ts';
import { renderWholePrompt } from '../../src/discord/messages/whole-prompt.ts';
import { defineButton } from '../support/define.ts';
import { needAccess } from '../support/work-access.ts';

/** Shows the whole of a prompt that its message cuts or hides, to the one who asks. */
export const wholePrompt = defineButton(promptIds, 'everyone', async (interaction, result, respond, context) => {
  const { work } = await needAccess(interaction, result, ['read'], context);
  const { request, tasks } = work.job;
  // Its message leaves the service's words out where it hides the prompt: they may repeat it.
  const refusals = request.hidesPrompt ? refusalLinesOf(tasks, context.texts) : [];
  await respond.answer(renderWholePrompt(request.prompt, refusals));
});
