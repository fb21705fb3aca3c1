import type { OperationOutcome, Resolution } from '../budget/account/operations.ts';
import type { Accounts } from '../budget/accounts.ts';
import type { ChargeEnd, ServiceTally } from '../budget/service-tally.ts';
import { type Resolved, serviceTaskIdOf } from '../jobs/job/job.ts';
import { resultUrlOf } from '../jobs/job/life.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Commit } from '../store/store.ts';
import { TaskApiError } from '../task-api/errors.ts';
import type { Task } from '../task-api/task-api.ts';
import type { CommandResult, ExtraChanges, OperatorAction, OperatorCommand } from './operator-command.ts';

export interface ExecuteParts {
  accounts: Pick<Accounts, 'apply'>;
  jobs: Pick<Jobs, 'findAny' | 'resolve'>;
  tally: Pick<ServiceTally, 'resolving'>;
  /** Asks the service about a task now. */
  queryTask(taskId: string): Promise<Task | TaskApiError>;
  commit: Commit;
}

/** Executes a command for a server of this process, in one commit with `also`. @throws StoreError */
export type ExecuteCommand = (command: OperatorCommand, also: ExtraChanges) => Promise<CommandResult>;

export function createExecuteCommand(parts: ExecuteParts): ExecuteCommand {
  return async (command, also) => {
    const { id, guildId, byId, action } = command;
    if (action.kind === 'resolve') return resolve(parts, { ...command, action }, also);
    const operation = action.kind === 'grant' ? { ...action, id } : action;
    return parts.accounts.apply(guildId, operation, { byId, role: 'operator' }, also);
  };
}

/**
 * Ends an unconfirmed hold as the operator or the service says, in one commit with its job or history and its charge. The
 * job's message then shows it.
 */
async function resolve(
  { accounts, commit, jobs, tally, queryTask }: ExecuteParts,
  { guildId, byId, action }: OperatorCommand & { action: Extract<OperatorAction, { kind: 'resolve' }> },
  also: ExtraChanges,
): Promise<CommandResult> {
  const { taskKey, memberId, jobId } = action;
  const at = { guildId, memberId, jobId };
  const kept = await jobs.findAny(at);
  const taskId = kept && serviceTaskIdOf(kept.tasks, taskKey);
  const { resolution: given } = action;
  const decided: Decided | Undecided = given ? { resolution: given } : await askService(taskId, queryTask);
  if (typeof decided === 'string') {
    const result: CommandResult = { outcome: decided, credits: 0, leftCredits: 0 };
    await commit(also(result));
    return result;
  }
  const { resolution, hasNoResult = false } = decided;
  const charged = await tally.resolving({ taskKey, taskId });
  const by = { byId, role: 'operator' } as const;
  return jobs.resolve({ ...at, taskKey }, (changesOfJob) =>
    accounts.apply(guildId, { kind: 'resolve', taskKey, resolution }, by, (outcome) => {
      const resolved = toResolved(outcome);
      if (!resolved) return also(outcome);
      return [...charged(toChargeEnd(resolved, hasNoResult)), ...changesOfJob(resolved), ...also(outcome)];
    }),
  );
}

interface Decided {
  resolution: Resolution;
  /** The service kept its charge all the same. */
  hasNoResult?: boolean;
}

/** Why the service can't say how a task ended. */
type Undecided = 'unknown at the service' | 'still running' | 'no answer';

/** Resolves with how the task ended, as a poll would see it. */
async function askService(
  taskId: string | undefined,
  queryTask: ExecuteParts['queryTask'],
): Promise<Decided | Undecided> {
  if (taskId === undefined) return 'unknown at the service';
  const task = await queryTask(taskId);
  if (task instanceof TaskApiError) return 'no answer';
  switch (task.state) {
    case 'success':
      if (resultUrlOf(task) === undefined) return { resolution: { decision: 'release' }, hasNoResult: true };
      return { resolution: { decision: 'settle', chargedCredits: task.credits, isClaimed: true } };
    case 'failed':
      return { resolution: { decision: 'release' } };
    case 'queued':
    case 'running':
      return 'still running';
    case 'unknown':
      return 'no answer';
  }
}

/** Undefined if the hold had already ended. */
function toResolved({ outcome, credits }: OperationOutcome): Resolved | undefined {
  return outcome === 'settled' || outcome === 'released' ? { decision: outcome, credits } : undefined;
}

function toChargeEnd({ decision, credits }: Resolved, hasNoResult: boolean): ChargeEnd {
  if (hasNoResult) return { ending: 'written off', credits };
  return { ending: decision === 'settled' ? 'kept' : 'refunded', credits };
}
