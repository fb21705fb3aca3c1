import type { Clock } from '../time/clock.ts';
import {
  BadKeyError,
  MalformedError,
  NotServedError,
  NotTheServiceError,
  RateLimitedError,
  RefusedError,
  UnavailableError,
  UnconfirmedError,
  UnreachableError,
} from './errors.ts';
import type { TaskApi } from './task-api.ts';

const OUTCOMES = [
  [RefusedError, 'refused'],
  [BadKeyError, 'bad key'],
  [NotServedError, 'not served'],
  [NotTheServiceError, 'not the service'],
  [RateLimitedError, 'asked to wait'],
  [UnconfirmedError, 'unconfirmed'],
  [UnavailableError, 'unavailable'],
  [UnreachableError, 'unreachable'],
  [MalformedError, 'malformed'],
] as const;

/** A call to the service that has ended. A query's retries are part of it. */
export interface EndedServiceCall {
  operation: 'create' | 'query' | 'probe';
  outcome: 'done' | (typeof OUTCOMES)[number][1];
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
    const ended = (outcome: EndedServiceCall['outcome'] | undefined): void => {
      if (outcome !== undefined) onCall({ operation, outcome, durationMs: clock.monotonicMs() - startedMs });
    };
    try {
      const result = await call();
      ended('done');
      return result;
    } catch (error) {
      ended(OUTCOMES.find(([kind]) => error instanceof kind)?.[1]);
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
