import type { Lane } from '../engine/lane.ts';
import { resolve } from './job/life.ts';
import type { StepParts } from './ports/parts.ts';
import type { EntryRef } from './records/history.ts';
import type { CommitResolved } from './records/recorder.ts';

/** Callers show what they committed; this delay is for commits that were interrupted. */
const LEFT_ALONE_MS = 5_000;

interface ResolveParts extends Pick<StepParts, 'history' | 'lateEdits' | 'recorder'> {
  edits: Pick<Lane, 'due'>;
}

/**
 * Ends unconfirmed tasks as an operator decides, in the commit of that decision. A running job brings its own message up to
 * date; an ended one's is edited late.
 */
export function createResolve({ edits, history, lateEdits, recorder }: ResolveParts) {
  /** An unreadable record must not keep an operator from ending its hold. */
  return async <Outcome>(
    { taskKey, guildId, memberId, jobId }: EntryRef & { taskKey: string },
    commit: CommitResolved<Outcome>,
  ): Promise<Outcome> => {
    const at = { guildId, memberId, jobId };
    // A commit that seems to fail may still reach the disk.
    edits.due(taskKey, guildId, LEFT_ALONE_MS);
    const outcome = await recorder.resolve({ jobId, taskKey }, (changesOfJob) =>
      history.runExclusive(at, (entry, putEntry) =>
        commit((resolved) => {
          if (!entry) return changesOfJob(resolved);
          const tasks = entry.tasks.map((task) => (task.key === taskKey ? resolve(task, resolved) : task));
          const isBehind = lateEdits.put(taskKey, { ...at, tries: 0, triedAtMs: 0 });
          return [...changesOfJob(resolved), putEntry({ ...entry, tasks }), isBehind];
        }),
      ),
    );
    edits.due(taskKey, guildId);
    return outcome;
  };
}
