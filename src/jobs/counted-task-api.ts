import type { ServiceTally } from '../budget/service-tally.ts';
import type { TaskApi } from '../task-api/task-api.ts';

/**
 * The service with its charges counted: what a create's answer says was charged, and what a read says was given back
 * (task-api.txt 3: a failed task is refunded). A success without an address costs its server nothing, but the operator. The answer is passed on when it is written down, whatever became of the job.
 */
export function countedTaskApi(taskApi: TaskApi, tally: ServiceTally): TaskApi {
  return {
    create: async (request, options) => {
      const created = await taskApi.create(request, options);
      await tally.charged(created.taskId, created.chargedCredits);
      return created;
    },
    query: async (taskId, options) => {
      const task = await taskApi.query(taskId, options);
      if (task.state === 'success')
        await tally.ended(taskId, (task.resultUrl ?? task.audioUrl) ? 'kept' : 'written off');
      if (task.state === 'failed') await tally.ended(taskId, 'refunded');
      return task;
    },
    probe: (options) => taskApi.probe(options),
    close: () => taskApi.close(),
  };
}
