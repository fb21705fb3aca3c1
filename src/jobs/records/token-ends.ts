import { createLane } from '../../engine/lane.ts';
import type { Log } from '../../log.ts';
import type { Clock } from '../../time/clock.ts';
import { askerOf, type Job, tokenEndsInMs } from '../job/job.ts';
import type { JobRecorder } from './recorder.ts';

/** Deletes the tokens of interactions from the records of jobs that take long. */
export function createTokenEnds({ clock, log, recorder }: { clock: Clock; log: Log; recorder: JobRecorder }) {
  const lane = createLane({
    clock,
    log,
    name: 'token',
    step: async (jobId) => {
      const job = await recorder.get(jobId);
      const inMs = job && tokenEndsInMs(job.location, clock.now());
      if (inMs === undefined) return undefined;
      if (inMs > 0) return { dueInMs: inMs };
      await recorder.record(jobId, { kind: 'token ended' }, { how: 'once' });
      return undefined;
    },
  });
  return {
    run: lane.run,
    plan: (job: Job): void => {
      const inMs = tokenEndsInMs(job.location, clock.now());
      if (inMs !== undefined) lane.due(job.id, askerOf(job), inMs);
    },
  };
}
