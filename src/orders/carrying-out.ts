import type { OrderOutcome, Resolution } from '../budget/account/orders.ts';
import type { Accounts } from '../budget/accounts.ts';
import type { ServiceTally } from '../budget/service-tally.ts';
import { type Resolved, serviceTaskIdOf } from '../jobs/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Commit } from '../store/store.ts';
import { TaskApiError } from '../task-api/errors.ts';
import type { Task } from '../task-api/task-api.ts';
import type { Also, CarriedOut, GivenOrder, Order } from './order.ts';

export interface CarryingOutParts {
  accounts: Pick<Accounts, 'order'>;
  jobs: Pick<Jobs, 'findOpenOrEnded' | 'recordResolved'>;
  tally: Pick<ServiceTally, 'resolving'>;
  /** Asks the service for a task now. */
  readTask(taskId: string): Promise<Task>;
  commit: Commit;
}

/** Carries out an order for a server of this process, in one commit with `also`. @throws StoreError */
export type CarryOut = (given: GivenOrder, also: Also) => Promise<CarriedOut>;

export function createCarryingOut(parts: CarryingOutParts): CarryOut {
  return async (given, also) => {
    const { id, guildId, byId, order } = given;
    if (order.kind === 'resolve') return resolve(parts, { ...given, order }, also);
    const ordered = order.kind === 'grant' ? { ...order, id } : order;
    return parts.accounts.order(guildId, ordered, { byId, role: 'operator' }, also);
  };
}

/** Ends an unconfirmed hold, as the operator says, or as the service tells; lets its message and the history say so. */
async function resolve(
  { accounts, commit, jobs, tally, readTask }: CarryingOutParts,
  { guildId, byId, order }: GivenOrder & { order: Extract<Order, { kind: 'resolve' }> },
  also: Also,
): Promise<CarriedOut> {
  const { taskKey, memberId, jobId } = order;
  const kept = await jobs.findOpenOrEnded({ guildId, memberId, jobId });
  const taskId = kept && serviceTaskIdOf(kept.tasks, taskKey);
  const resolution = order.resolution ?? (await askService(taskId, readTask));
  if (typeof resolution === 'string') {
    const came: CarriedOut = { outcome: resolution, credits: 0, leftCredits: 0 };
    await commit(also(came));
    return came;
  }
  const counted = await tally.resolving({ taskKey, taskId });
  const by = { byId, role: 'operator' } as const;
  const made = await accounts.order(guildId, { kind: 'resolve', taskKey, resolution }, by, (came) => {
    const resolved = resolvedOf(came);
    return [...(resolved ? counted(resolved) : []), ...also(came)];
  });
  const resolved = resolvedOf(made);
  if (resolved) await jobs.recordResolved({ guildId, taskKey, memberId, jobId }, resolved);
  return made;
}

/** How the task ended, or why the service cannot say. */
async function askService(
  taskId: string | undefined,
  readTask: CarryingOutParts['readTask'],
): Promise<Resolution | 'unknown at the service' | 'still runs' | 'not told'> {
  if (taskId === undefined) return 'unknown at the service';
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
      return 'still runs';
    default:
      return 'not told';
  }
}

/** What became of the hold, unless somebody else was faster. */
function resolvedOf({ outcome, credits }: OrderOutcome): Resolved | undefined {
  return outcome === 'settled' || outcome === 'released' ? { decision: outcome, credits } : undefined;
}
