import type { Resolution, ResolveOutcome } from '../../src/budget/orders.ts';
import { privateText } from '../../src/discord/components.ts';
import type { InteractionOf } from '../../src/discord/interaction.ts';
import { MemberError } from '../../src/errors.ts';
import type { Resolved } from '../../src/jobs/job.ts';
import { TaskApiError } from '../../src/task-api/errors.ts';
import type { Task } from '../../src/task-api/task-api.ts';
import type { CommandContext } from '../context.ts';
import { numberOf, type Subcommand, textOf } from '../subcommands.ts';
import { serverOf } from './operators.ts';

/** Ends an unconfirmed hold: as the operator says, or as the service tells where it knows the task. */
export const resolve: Subcommand = async (interaction, respond, context) => {
  const { accounts, jobs, tally, texts } = context;
  const words = texts.creditsCommand;
  const guildId = serverOf(interaction, context);
  const taskKey = textOf(interaction, 'task') ?? '';
  const hold = (await accounts.holds(guildId)).find((one) => one.taskKey === taskKey);
  if (!hold) throw new MemberError(words.noUnconfirmed);
  if (!hold.unconfirmed) throw new MemberError(words.notUnconfirmed);
  await respond.deferPrivately();

  const taskId = await taskIdOf(guildId, hold, context);
  const resolution = decisionOf(interaction) ?? (await askService(taskId, context));
  const outcome = await tally.resolve({ guildId, taskKey, ...(taskId === undefined ? {} : { taskId }) }, () =>
    accounts.resolve(guildId, taskKey, resolution, interaction.userId),
  );
  const resolved = resolvedOf(outcome);
  if (resolved) await jobs.noteResolved({ guildId, taskKey, memberId: hold.memberId, jobId: hold.jobId }, resolved);
  await respond.complete(privateText(wordsFor(outcome, words)));
};

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

interface HeldTask {
  taskKey: string;
  memberId: string;
  jobId: string;
}

/** The service's name for a task, where its create was answered; from the job, or the history of who asked for it. */
async function taskIdOf(
  guildId: string,
  { taskKey, memberId, jobId }: HeldTask,
  { history, jobs }: CommandContext,
): Promise<string | undefined> {
  const kept = (await jobs.find(jobId)) ?? (await history.find(guildId, memberId, jobId));
  const task = kept?.tasks.find(({ key }) => key === taskKey);
  return task && 'taskId' in task ? task.taskId : undefined;
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

/** The unconfirmed tasks of the server that is named so far. */
export async function suggestTasks(
  interaction: InteractionOf<'autocomplete'>,
  typed: string,
  { accounts, texts }: CommandContext,
): Promise<{ name: string; value: string }[]> {
  const guildId = textOf(interaction, 'server') ?? interaction.server?.guildId;
  if (guildId === undefined || !/^\d{17,20}$/.test(guildId)) return [];
  const holds = (await accounts.holds(guildId)).filter(({ unconfirmed }) => unconfirmed);
  return holds
    .map(({ taskKey, memberId, modelId, credits, heldAtMs }) => {
      const date = new Date(heldAtMs).toISOString().slice(0, 16).replace('T', ' ');
      return { name: texts.creditsCommand.task(memberId, modelId, credits, date).slice(0, 100), value: taskKey };
    })
    .filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(typed.toLowerCase()))
    .slice(0, 25);
}
