import { textDisplay } from '../../src/discord/components.ts';
import { refusalLinesOf } from '../../src/discord/job-message.ts';
import { messageBody, TEXT_LIMIT } from '../../src/discord/message-body.ts';
import { cut, escapeText } from '../../src/discord/prompt-text.ts';
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
    // Escaped text may be up to twice as long: then it is shown as code, where nothing needs escaping.
    const escaped = escapeText(request.prompt);
    // Its message leaves the service's words out where it hides the prompt: they may repeat it.
    const refusals = request.hidesPrompt ? refusalLinesOf(tasks, context.texts) : [];
    const room = TEXT_LIMIT - refusals.join('\n').length - 1;
    const shown = escaped.length <= room ? escaped : asCode(request.prompt, room);
    await respond.answer(messageBody([textDisplay([shown, ...refusals].join('\n'))], { ephemeral: true }));
  },
};

function asCode(text: string, limit: number): string {
  const fence = '```';
  return `${fence}\n${cut(text.replaceAll(fence, "'''"), limit - 2 * fence.length - 2)}\n${fence}`;
}
