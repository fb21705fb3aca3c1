import { codesIn, finding, HIDDEN } from '../findings/finding.ts';
import { reasonOf } from '../log.ts';
import { createTaskApi } from '../task-api/client.ts';
import {
  BadKeyError,
  NotTheServiceError,
  RateLimitedError,
  UnavailableError,
  UnreachableError,
} from '../task-api/errors.ts';
import { type Check, requireFact } from './check.ts';
import { checkName } from './discord-checks.ts';
import { warningsAbout } from './set-up-checks.ts';

/** Checks of the generation service. None of them creates a task. */

const name = checkName('service.name', 'TASK_API_URL');

const reach: Check = {
  name: 'service.reach',
  needs: ['service.name'],
  run: async (examination) => {
    const { clock, facts, signal } = examination;
    const { TASK_API_URL: baseUrl, TASK_API_KEY: key } = requireFact(examination, 'config');
    // Once is enough: the operator looks at it now.
    const taskApi = createTaskApi({ baseUrl, key, clock, random: Math.random, limits: { queryTries: 1 } });
    const startedAtMs = clock.monotonicMs();
    const error: unknown = await taskApi.probe({ signal }).then(
      () => undefined,
      (cause: unknown) => cause,
    );
    const tookMs = Math.round(clock.monotonicMs() - startedAtMs);
    await taskApi.close();
    facts.probe = { error };
    const isDown = error instanceof UnreachableError || error instanceof UnavailableError;
    if (isDown) return { detail: `The cause: ${causeOf(error)}.`, findings: [finding('service.down')] };
    return { detail: `answers in ${tookMs} ms` };
  },
};

/** Words of our own and codes, which can be pasted. */
function causeOf(error: UnreachableError | UnavailableError): string {
  if (error instanceof UnavailableError && error.status !== undefined) return `it answered with HTTP ${error.status}`;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const codes = [codesIn(code), codesIn(reasonOf(cause))];
  return codes.find((one) => one !== HIDDEN) ?? (error instanceof UnreachableError ? 'no connection' : 'no answer');
}

const isIt: Check = {
  name: 'service.is-it',
  needs: ['service.reach'],
  run: async (examination) => {
    const { error } = requireFact(examination, 'probe');
    if (error instanceof NotTheServiceError) return { findings: [finding('service.stranger')] };
    if (error instanceof RateLimitedError) return { findings: [finding('service.limit')] };
    const isKnown = error === undefined || error instanceof BadKeyError;
    if (isKnown) return {};
    return { findings: [finding('service.unrecognised', { answer: codesIn(reasonOf(error)) })] };
  },
};

const key: Check = {
  name: 'service.key',
  needs: ['service.is-it'],
  run: async (examination) => {
    const { error } = requireFact(examination, 'probe');
    return { findings: error instanceof BadKeyError ? [finding('service.key')] : [] };
  },
};

const results: Check = {
  name: 'service.results',
  needs: ['config'],
  run: async (examination) => ({ findings: warningsAbout(examination, 'service.plain', 'service.results') }),
};

export const serviceChecks: readonly Check[] = [name, reach, isIt, key, results];
