import { againIds } from '../../src/discord/custom-ids/results.ts';
import { MemberError } from '../../src/errors.ts';
import type { JobRequest } from '../../src/jobs/job.ts';
import { isExpired } from '../../src/jobs/source-addresses.ts';
import { kindOf } from '../../src/task-api/models.ts';
import { GENERATE_COMMANDS, needCommand } from '../support/command-access.ts';
import { defineButton } from '../support/define.ts';
import { mayReadPrompt } from '../support/prompt-readers.ts';
import { generate } from './generation.ts';
import { keptRequest } from './kept-request.ts';
import { checkPrompt } from './values.ts';

/** The same once more, as a job of whoever presses: a new message, new credits. */
export const again = defineButton(againIds, async (interaction, { jobId, memberId }, respond, context) => {
  const kept = await keptRequest(context, interaction.server.guildId, memberId, jobId);
  await needCommand(GENERATE_COMMANDS[kindOf(kept.request.modelId)], interaction, context);
  if (!(await mayReadPrompt(interaction, kept.request, memberId, context))) {
    throw new MemberError(context.texts.refusals.againNotYours);
  }
  checkPrompt(kept.request.prompt, context.defaults.promptMaxCharacters, context.texts);
  if (kept.request.sourceUrls.some((address) => isExpired(address, context.clock.now()))) {
    throw new MemberError(context.texts.refusals.sourcesExpired);
  }
  const request = onceMore(kept.request, { jobId, memberId }, interaction.userId);
  await generate(interaction, { ...kept, request }, respond, context);
});

/** What was promised of a prompt binds everybody but its own member, however often it is made again. */
export function onceMore(request: JobRequest, madeFrom: { jobId: string; memberId: string }, byId: string): JobRequest {
  const { promptById: knownId, ...plain } = request;
  const promptById = knownId ?? madeFrom.memberId;
  const isAnothers = request.hidesPrompt === true && promptById !== byId;
  return { ...plain, madeFrom: { ...madeFrom, how: 'again' }, ...(isAnothers ? { promptById } : {}) };
}
