import { z } from 'zod';
import { createLane, RetryLater } from '../engine/lane.ts';
import { everyPage } from '../store/pages.ts';
import type { Collection, Store } from '../store/store.ts';
import { FAULTS_MS } from './job/job.ts';
import { resolve } from './job/life.ts';
import type { StepParts } from './ports/parts.ts';
import { type EntryRef, jobFromEntry } from './records/history.ts';
import type { CommitResolved } from './records/recorder.ts';

/** A task of an ended job that was resolved, by task key, until the job's message says so. */
const resolvedTaskSchema = z.strictObject({ guildId: z.string(), memberId: z.string(), jobId: z.string() });

export function resolvedTaskRecords(store: Pick<Store, 'collection'>): Collection<EntryRef> {
  return store.collection('resolved_tasks', resolvedTaskSchema, { serverOf: ({ guildId }) => guildId });
}

/** Callers show what they committed; this delay is for commits that were interrupted. */
const LEFT_ALONE_MS = 5_000;

/** Ends unconfirmed tasks as an operator decides, in the commit of that decision. The messages of their jobs follow. */
export function createResolving(
  parts: Pick<StepParts, 'clock' | 'log' | 'history' | 'jobMessages' | 'recorder' | 'resolvedTasks' | 'stop'>,
) {
  const { clock, log, history, jobMessages, recorder, resolvedTasks, stop } = parts;

  /** A running job brings its own message up to date. */
  const lane = createLane({
    clock,
    log,
    name: 'resolved task',
    step: async (taskKey, { failingForMs }) => {
      const at = await resolvedTasks.get(taskKey);
      if (!at) return undefined;
      const entry = await history.find(at.guildId, at.memberId, at.jobId);
      const amended = entry && jobMessages.amend(jobFromEntry(entry), { signal: stop });
      await amended?.catch((error: unknown) => {
        if (error instanceof RetryLater || failingForMs < FAULTS_MS) throw error;
        log.error({ job: at.jobId, err: error }, 'a message could not be changed after its task was resolved');
      });
      await resolvedTasks.delete(taskKey);
      return undefined;
    },
  });

  return {
    lane,
    /** An unreadable record must not keep an operator from ending its hold. */
    resolve: async <Outcome>(
      { taskKey, guildId, memberId, jobId }: EntryRef & { taskKey: string },
      commit: CommitResolved<Outcome>,
    ): Promise<Outcome> => {
      const at = { guildId, memberId, jobId };
      // A commit that seems to fail may still reach the disk.
      lane.due(taskKey, guildId, LEFT_ALONE_MS);
      const outcome = await recorder.resolve({ jobId, taskKey }, (changesOfJob) =>
        history.runExclusive(at, (entry, putEntry) =>
          commit((resolved) => {
            if (!entry) return changesOfJob(resolved);
            const tasks = entry.tasks.map((task) => (task.key === taskKey ? resolve(task, resolved) : task));
            const isBehind = resolvedTasks.put(taskKey, at);
            return [...changesOfJob(resolved), putEntry({ ...entry, tasks }), isBehind];
          }),
        ),
      );
      lane.due(taskKey, guildId);
      return outcome;
    },
    load: async (): Promise<void> => {
      for await (const { records } of everyPage(resolvedTasks))
        for (const [taskKey, { guildId }] of records) lane.due(taskKey, guildId);
    },
  };
}
