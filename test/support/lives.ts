import type { RunTimes } from '../../src/jobs/polling/run-times.ts';
import type { ModelRecords } from '../../src/jobs/records/model-records.ts';

/** What keeps hundreds of short lives of the bot from doing again what takes long and comes to the same. */

const schedules = new Map<string, RunTimes['schedule']>();

/** Schedules are pure functions of the law of the run times: each is computed once for all lives. */
export function withKnownSchedules(models: ModelRecords): ModelRecords {
  const known = (modelId: string, { law }: RunTimes, of: string, compute: () => RunTimes['schedule']) => {
    const key = `${modelId} ${of} ${law.times.join()} ${law.ended.join()}`;
    const schedule = schedules.get(key) ?? compute();
    schedules.set(key, schedule);
    return schedule;
  };
  return {
    ...models,
    runTimes: (modelId) => {
      const runTimes = models.runTimes(modelId);
      return {
        law: runTimes.law,
        queuedDelayMs: runTimes.queuedDelayMs,
        get schedule() {
          return known(modelId, runTimes, 'create', () => runTimes.schedule);
        },
        get scheduleFromQueue() {
          return known(modelId, runTimes, 'queue', () => runTimes.scheduleFromQueue);
        },
      };
    },
  };
}

/** A part that is made when it is first used: the ids of ended jobs have their memory reserved, and few lives end a job. */
export function later<Part extends object>(make: () => Part): Part {
  let part: Part | undefined;
  return new Proxy({} as Part, {
    get: (_, name) => {
      part ??= make();
      return Reflect.get(part, name);
    },
  });
}
