import type { Log } from '../../log.ts';
import type { Clock } from '../../time/clock.ts';
import { askerOf, type Job } from '../job/job.ts';
import type { JobRecorder } from './recorder.ts';
import { createTokenLane } from './token-lane.ts';

/** Deletes the tokens in the records of jobs that take long. */
export function createTokenEnds({ clock, log, recorder }: { clock: Clock; log: Log; recorder: JobRecorder }) {
  const { run, plan } = createTokenLane({
    ...{ clock, log, name: 'token' },
    find: async (jobId) => (await recorder.get(jobId))?.location,
    end: (jobId) => recorder.record(jobId, { kind: 'token ended' }, { how: 'once' }),
  });
  return { run, plan: (job: Job): void => void plan(job.id, askerOf(job), job.location) };
}
