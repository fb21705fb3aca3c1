import type { Lane } from '../engine/lane.ts';
import { type JobRef, refOf } from './job/job.ts';
import type { StepParts } from './ports/parts.ts';
import type { CommitResolved } from './records/recorder.ts';

/** Callers show what they committed; this delay is for commits that were interrupted. */
const LEFT_ALONE_MS = 5_000;

interface ResolveParts extends Pick<StepParts, 'lateEdits' | 'recorder'> {
  edits: Pick<Lane, 'due'>;
}

/**
 * Ends unconfirmed tasks as an operator decides, in the commit of that decision. A running job brings its own message up to
 * date; an ended one's is edited late.
 */
export function createResolve({ edits, lateEdits, recorder }: ResolveParts) {
  return async <Outcome>(at: JobRef & { taskKey: string }, commit: CommitResolved<Outcome>): Promise<Outcome> => {
    const { guildId, taskKey } = at;
    // A commit that seems to fail may still reach the disk.
    edits.due(taskKey, guildId, LEFT_ALONE_MS);
    const outcome = await recorder.resolve(at, commit, (job) => [
      lateEdits.put(taskKey, { ...refOf(job), tries: 0, triedAtMs: 0 }),
    ]);
    edits.due(taskKey, guildId);
    return outcome;
  };
}
