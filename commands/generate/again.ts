import { againIds } from '../../src/discord/custom-ids/results.ts';
import { MemberError } from '../../src/errors.ts';
import type { JobRequest } from '../../src/jobs/job.ts';
import { isExpired } from '../../src/jobs/source-addresses.ts';
import { kindOf } from '../../src/task-api/models.ts';
import { GENERATE_COMMANDS, needCommand } from '../support/command-access.ts';
import { defineButton } from '../support/define.ts';
import { needAccess } from '../support/work-access.ts';
import { generate } from './generation.ts';
import { checkPrompt } from './values.ts';

/** The same once more, as a job of whoever presses: a new message, new credits. */
export const again = defineButton(againIds, async (interaction, { jobId, memberId }, respond, context) => {
  const words = { 'private prompt': context.texts.refusals.againNotYours };
  const { work } = await needAccess(interaction, { jobId, memberId }, ['repeat'], context, words);
  const { request: asked, tasks } = work.job;
  await needCommand(GENERATE_COMMANDS[kindOf(asked.modelId)], interaction, context);
  checkPrompt(asked.prompt, context.defaults.promptMaxCharacters, context.texts);
  if (asked.sourceUrls.some((address) => isExpired(address, context.clock.now()))) {
    throw new MemberError(context.texts.refusals.sourcesExpired);
  }
  const request = onceMore(asked, { jobId, memberId }, interaction.userId);
  await generate(interaction, { request, count: tasks.length }, respond, context);
});

/** What was promised of a prompt binds everybody but its own member, however often it is made again. */
export function onceMore(request: JobRequest, madeFrom: { jobId: string; memberId: string }, byId: string): JobRequest {
  const { promptById: knownId, ...plain } = request;
  const promptById = knownId ?? madeFrom.memberId;
  const isAnothers = request.hidesPrompt === true && promptById !== byId;
  return { ...plain, madeFrom: { ...madeFrom, how: 'again' }, ...(isAnothers ? { promptById } : {}) };
}
