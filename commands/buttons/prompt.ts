import { refusalLinesOf } from '../../src/discord/job-message.ts';
import { renderWholePrompt } from '../../src/discord/whole-prompt.ts';
import { MemberError } from '../../src/errors.ts';
import type { Button } from '../context.ts';
import { refuseHiddenSource } from '../moderation/source.ts';
import { mayReadPrompt } from '../prompt-readers.ts';
import { keptRequest } from './kept-request.ts';

/** Shows the whole of a prompt that its message cuts or hides, to the one who asks. */
export const wholePrompt: Button = {
  action: 'prompt',
  run: async (interaction, { argument: jobId, memberId }, respond, context) => {
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
  },
};
