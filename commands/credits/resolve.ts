import type { Resolution, ResolveOutcome } from '../../src/budget/orders.ts';
import type { UnconfirmedHold } from '../../src/budget/reading.ts';
import type { InteractionOf } from '../../src/discord/interactions/interaction.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { MemberError } from '../../src/errors.ts';
import type { Resolved } from '../../src/jobs/job.ts';
import { TaskApiError } from '../../src/task-api/errors.ts';
import type { Task } from '../../src/task-api/task-api.ts';
import type { CommandContext } from '../support/context.ts';
import { numberOf, type Subcommand, textOf } from '../support/subcommands.ts';
import { serverOf } from './operators.ts';
import { renderUnconfirmed } from './unconfirmed-list.ts';
import { chosenTask, serviceNameOf } from './unconfirmed-tasks.ts';

/** Ends an unconfirmed hold, as the operator says, or as the service tells; lists all of them where no task is named. */
export const resolve: Subcommand = async (interaction, respond, context) => {
  const named = textOf(interaction, 'task') ?? '';
  if (named === '') {
    const server = textOf(interaction, 'server') === undefined ? undefined : serverOf(interaction, context);
    await respond.deferPrivately();
    await respond.complete(await renderUnconfirmed(context, interaction.userId, { page: 0, guildId: server }));
    return;
  }
  const { guildId, taskKey } = chosenTask(named) ?? { guildId: serverOf(interaction, context), taskKey: named };
  const words = context.texts.creditsCommand;
  const hold = (await context.accounts.holds(guildId)).find((one) => one.taskKey === taskKey);
  if (!hold) throw new MemberError(words.noUnconfirmed);
  if (!hold.unconfirmed) throw new MemberError(words.notUnconfirmed);
  await respond.deferPrivately();
  const held = { ...hold, guildId };
  const outcome = await resolveHold(held, decisionOf(interaction), interaction.userId, context);
  await respond.complete(privateText(wordsFor(outcome, words)));
};

/**
 * Ends an unconfirmed hold and lets its message and the history say so.
 * @param decision as the service tells where there is none.
 * @throws MemberError where the service would have to tell, and does not.
 */
export async function resolveHold(
  { guildId, taskKey, memberId, jobId }: Pick<UnconfirmedHold, 'guildId' | 'taskKey' | 'memberId' | 'jobId'>,
  decision: Resolution | undefined,
  operatorId: string,
  context: CommandContext,
): Promise<ResolveOutcome> {
  const { accounts, jobs, tally } = context;
  const kept = await jobs.findKept({ guildId, memberId, jobId });
  const taskId = kept && serviceNameOf(kept.tasks, taskKey);
  const resolution = decision ?? (await askService(taskId, context));
  const counted = await tally.resolving({ taskKey, taskId });
  const outcome = await accounts.resolve(guildId, taskKey, resolution, operatorId, (made) => {
    const resolved = resolvedOf(made);
    return resolved ? counted(resolved) : [];
  });
  const resolved = resolvedOf(outcome);
  if (resolved) await jobs.noteResolved({ guildId, taskKey, memberId, jobId }, resolved);
  return outcome;
}

/** What became of the hold, unless somebody else was faster. */
function resolvedOf(outcome: ResolveOutcome): Resolved | undefined {
  if (outcome.outcome === 'settled') return { decision: 'settled', credits: outcome.chargedCredits };
  return outcome.outcome === 'released' ? { decision: 'released', credits: outcome.credits } : undefined;
}

function wordsFor(outcome: ResolveOutcome, words: CommandContext['texts']['creditsCommand']): string {
  switch (outcome.outcome) {
    case 'settled':
      return words.settled(outcome.chargedCredits);
    case 'released':
      return words.released(outcome.credits);
    case 'already':
      return words.noUnconfirmed;
    case 'not unconfirmed':
      return words.notUnconfirmed;
  }
}

function decisionOf(interaction: InteractionOf<'command'>): Resolution | undefined {
  const decision = textOf(interaction, 'decision');
  if (decision === 'release') return { decision };
  return decision === 'settle' ? { decision, chargedCredits: numberOf(interaction, 'credits') } : undefined;
}

/** @throws MemberError where the service does not tell how the task ended. */
async function askService(taskId: string | undefined, { readTask, texts }: CommandContext): Promise<Resolution> {
  const words = texts.creditsCommand;
  if (taskId === undefined) throw new MemberError(words.unknownAtService);
  const task = await readTask(taskId).catch((error: unknown): Task | undefined => {
    if (error instanceof TaskApiError) return undefined;
    throw error;
  });
  switch (task?.state) {
    case 'success':
      return { decision: 'settle', chargedCredits: task.credits };
    case 'failed':
      return { decision: 'release' };
    case 'queued':
    case 'running':
      throw new MemberError(words.stillRuns);
    default:
      throw new MemberError(words.notTold);
  }
}
