import type { GrantOutcome, Resolution, ResolveOutcome } from '../budget/account/orders.ts';
import type { Accounts } from '../budget/accounts.ts';
import type { ServiceTally } from '../budget/service-tally.ts';
import type { Resolved } from '../jobs/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { serviceNameOf } from '../jobs/kept.ts';
import type { Commit } from '../store/store.ts';
import { TaskApiError } from '../task-api/errors.ts';
import type { Task } from '../task-api/task-api.ts';
import type { Also, CarriedOut, GivenOrder, Order } from './order.ts';

export interface CarryingOutParts {
  accounts: Pick<Accounts, 'grant' | 'pause' | 'resolve' | 'resume' | 'setAllowance'>;
  jobs: Pick<Jobs, 'findKept' | 'noteResolved'>;
  tally: Pick<ServiceTally, 'resolving'>;
  /** Asks the service for a task now. */
  readTask(taskId: string): Promise<Task>;
  commit: Commit;
}

type Of<Kind extends Order['kind']> = Extract<Order, { kind: Kind }>;

/** Carries out an order for a server of this process, in one commit with `also`. @throws StoreError */
export type CarryOut = (given: GivenOrder, also: Also) => Promise<CarriedOut>;

export function createCarryingOut(parts: CarryingOutParts): CarryOut {
  const { accounts } = parts;
  return async ({ id, guildId, byId, order }, also) => {
    switch (order.kind) {
      case 'grant': {
        const { credits, why } = order;
        const came = await accounts.grant(guildId, { orderId: id, byId, credits, why }, (made) =>
          also(afterGrant(made)),
        );
        return afterGrant(came);
      }
      case 'allowance':
        return plain(await accounts.setAllowance(guildId, order.allowance, byId, (made) => also(plain(made))));
      case 'pause': {
        const by = { byId, role: 'operator' } as const;
        const change = order.isPaused ? accounts.pause : accounts.resume;
        return plain(await change(guildId, by, (made) => also(plain(made))));
      }
      case 'resolve':
        return resolve(parts, guildId, { ...order, byId }, also);
    }
  };
}

/** Ends an unconfirmed hold, as the operator says, or as the service tells; lets its message and the history say so. */
async function resolve(
  { accounts, commit, jobs, tally, readTask }: CarryingOutParts,
  guildId: string,
  { taskKey, memberId, jobId, byId, resolution: asked }: Of<'resolve'> & { byId: string },
  also: Also,
): Promise<CarriedOut> {
  const kept = await jobs.findKept({ guildId, memberId, jobId });
  const taskId = kept && serviceNameOf(kept.tasks, taskKey);
  const resolution = asked ? resolutionOf(asked) : await askService(taskId, readTask);
  if (typeof resolution === 'string') {
    const came = plain(resolution);
    await commit(also(came));
    return came;
  }
  const counted = await tally.resolving({ taskKey, taskId });
  const made = await accounts.resolve(guildId, taskKey, resolution, byId, (outcome) => {
    const resolved = resolvedOf(outcome);
    return [...(resolved ? counted(resolved) : []), ...also(afterResolve(outcome))];
  });
  const resolved = resolvedOf(made);
  if (resolved) await jobs.noteResolved({ guildId, taskKey, memberId, jobId }, resolved);
  return afterResolve(made);
}

function resolutionOf(asked: NonNullable<Of<'resolve'>['resolution']>): Resolution {
  return asked.decision === 'settle' ? { decision: 'settle', chargedCredits: asked.chargedCredits } : asked;
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
function resolvedOf(made: ResolveOutcome): Resolved | undefined {
  if (made.outcome === 'settled') return { decision: 'settled', credits: made.chargedCredits };
  return made.outcome === 'released' ? { decision: 'released', credits: made.credits } : undefined;
}

function afterResolve(made: ResolveOutcome): CarriedOut {
  return { ...plain(made.outcome), credits: resolvedOf(made)?.credits ?? 0 };
}

function afterGrant(made: GrantOutcome): CarriedOut {
  if (made.outcome === 'already') return plain('already');
  if (made.outcome === 'not there') return { ...plain('not there'), leftCredits: made.grantsLeftCredits };
  return made;
}

const plain = (outcome: CarriedOut['outcome']): CarriedOut => ({ outcome, credits: 0, leftCredits: 0 });
