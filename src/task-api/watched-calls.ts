import type { Clock } from '../time/clock.ts';
import { TaskApiError } from './errors.ts';
import type { TaskApi } from './task-api.ts';

/** A call to the service that has ended. A query's retries are part of it. */
export interface EndedServiceCall {
  operation: 'create' | 'query' | 'probe';
  outcome: 'done' | TaskApiError['kind'];
  durationMs: number;
}

/** The same service, which tells `onCall` how each call ended. Calls that a stop interrupted don't count. */
export function withWatchedCalls(
  api: TaskApi,
  clock: Pick<Clock, 'monotonicMs'>,
  onCall: (call: EndedServiceCall) => void,
): TaskApi {
  const watched = async <Result>(
    operation: EndedServiceCall['operation'],
    call: () => Promise<Result>,
  ): Promise<Result> => {
    const startedMs = clock.monotonicMs();
    const ended = (outcome: EndedServiceCall['outcome']): void =>
      onCall({ operation, outcome, durationMs: clock.monotonicMs() - startedMs });
    try {
      const result = await call();
      ended('done');
      return result;
    } catch (error) {
      if (error instanceof TaskApiError) ended(error.kind);
      throw error;
    }
  };
  return {
    create: (request, options) => watched('create', () => api.create(request, options)),
    query: (taskId, options) => watched('query', () => api.query(taskId, options)),
    probe: (options) => watched('probe', () => api.probe(options)),
    close: () => api.close(),
  };
}
