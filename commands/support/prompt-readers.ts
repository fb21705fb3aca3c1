import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import type { JobRequest } from '../../src/jobs/job.ts';
import type { CommandContext, InServer } from './context.ts';
import { isModerator } from './moderators.ts';

/** Whether this person may read the prompt of a member's job: everyone, unless the server's settings hid it. */
export async function mayReadPrompt(
  { server, userId }: Pick<InServer<InteractionFacts>, 'server' | 'userId'>,
  { hidesPrompt }: JobRequest,
  memberId: string,
  { moderation }: CommandContext,
): Promise<boolean> {
  if (!hidesPrompt || userId === memberId) return true;
  return isModerator(server, (await moderation.settings.of(server.guildId)).settings);
}
