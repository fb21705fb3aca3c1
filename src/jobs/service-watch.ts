import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { BadKeyError, TaskApiError, UnavailableError, UnconfirmedError, UnreachableError } from '../task-api/errors.ts';

/**
 * What the bot knows of the service's health, from the outcome of every call. While the service is not well, polls
 * wait and commands are refused before anything is held; one probe at a time finds out when it is well again.
 */
export interface ServiceWatch {
  readonly status: ServiceStatus;
  /** When the service last gave any usable answer, in milliseconds since 1970. */
  readonly lastAnswerAtMs: number | undefined;
  /** To be told the outcome of every call: nothing for an answer, or the error. */
  heard(error?: unknown): void;
  /** Whether a new job may be begun. While the service is down one command a minute is let through to try. */
  mayCreate(): boolean;
  /** Resolves at once while the service is well, else when it is well again. @throws when `signal` aborts. */
  well(signal: AbortSignal): Promise<void>;
  /** Probes while the service is not well, until `signal` aborts. */
  run(signal: AbortSignal): Promise<void>;
}

export type ServiceStatus = 'well' | 'bad key' | 'down';

/** So many queries without an answer one after the other mean that the service is down, not that one task is odd. */
const FAILURES_UNTIL_DOWN = 5;
const PROBE_INTERVAL_MS = 10_000;
const PROBE_TIMEOUT_MS = 15_000;
const TRIAL_INTERVAL_MS = 60_000;

export interface ServiceWatchOptions {
  clock: Clock;
  log: Log;
  /** A call that costs nothing. */
  probe: (signal: AbortSignal) => Promise<unknown>;
}

export function createServiceWatch({ clock, log, probe }: ServiceWatchOptions): ServiceWatch {
  let status: ServiceStatus = 'well';
  let failures = 0;
  let lastAnswerAtMs: number | undefined;
  let notWellSinceMs = 0;
  let lastTrialAtMs = 0;
  let changed = Promise.withResolvers<void>();

  const become = (next: ServiceStatus): void => {
    if (next === status) return;
    const before = status;
    status = next;
    if (next === 'well') {
      log.info({ before, durationMs: clock.now() - notWellSinceMs }, 'the service is well again; jobs go on');
    } else {
      if (before === 'well') notWellSinceMs = clock.now();
      lastTrialAtMs = clock.now();
      if (next === 'bad key') {
        log.error(
          'the service refuses the key (401): set a valid TASK_API_KEY and restart, or enable the key again; jobs wait',
        );
      } else log.warn('the service cannot be reached: jobs wait, and it is tried every 10 seconds');
    }
    changed.resolve();
    changed = Promise.withResolvers<void>();
  };

  const heard = (error?: unknown): void => {
    if (error instanceof BadKeyError) become('bad key');
    else if (error instanceof UnreachableError) become('down');
    else if (error instanceof UnavailableError || error instanceof UnconfirmedError) {
      failures += 1;
      if (failures >= FAILURES_UNTIL_DOWN && status === 'well') become('down');
    } else if (error === undefined || error instanceof TaskApiError) {
      // A refusal, a 429 and even an unreadable answer come from a service that is there.
      failures = 0;
      lastAnswerAtMs = clock.now();
      become('well');
    }
  };

  const changeOrAbort = (signal: AbortSignal): Promise<void> => {
    const aborted = Promise.withResolvers<never>();
    const onAbort = (): void => aborted.reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    return Promise.race([changed.promise, aborted.promise]).finally(() => signal.removeEventListener('abort', onAbort));
  };

  return {
    get status() {
      return status;
    },
    get lastAnswerAtMs() {
      return lastAnswerAtMs;
    },
    heard,
    mayCreate: () => {
      if (status === 'well') return true;
      if (status === 'bad key' || clock.now() - lastTrialAtMs < TRIAL_INTERVAL_MS) return false;
      lastTrialAtMs = clock.now();
      return true;
    },
    well: async (signal) => {
      while (status !== 'well') await changeOrAbort(signal);
    },
    run: async (signal) => {
      for (;;) {
        if (status === 'well') await changeOrAbort(signal);
        else {
          await clock.sleep(PROBE_INTERVAL_MS, signal);
          await probe(AbortSignal.any([signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)])).then(
            () => heard(),
            (error: unknown) => heard(error),
          );
        }
      }
    },
  };
}
