import { createLane, RetryLater } from '../../engine/lane.ts';
import { triedAgain, waitMs } from '../../engine/late-tries.ts';
import { createLruCache } from '../../store/lru-cache.ts';
import { everyPage } from '../../store/pages.ts';
import type { Change } from '../../store/store.ts';
import { uniqueTimeMs } from '../../time/clock.ts';
import { FAULTS_MS, type Job, type JobRef, refOf } from '../job/job.ts';
import type { StepParts } from '../ports/parts.ts';
import type { LateEdit } from '../records/late-edits.ts';

/** Discord bans an address after 10,000 refused calls in 10 minutes. */
const EDITS_PER_SECOND = 5;
/** How long until a message is edited again for the next star. */
const EDIT_INTERVAL_MS = 60_000;
/** Messages whose last edit is remembered: more than are edited in a minute. */
const EDITED_MAX = 60 * EDITS_PER_SECOND;

/** Edits the messages of jobs that have ended already, once they are within reach. A running job shows its state itself. */
export function createLateEdits(
  parts: Pick<StepParts, 'clock' | 'log' | 'history' | 'jobMessages' | 'lateEdits' | 'stop'>,
) {
  const { clock, log, history, jobMessages, lateEdits, stop } = parts;
  /** When each message was edited last, on the monotonic clock. */
  const editedAtMs = createLruCache<number>(EDITED_MAX);

  const isOutOfReach = async ({ guildId, memberId, jobId }: LateEdit, failingForMs: number): Promise<boolean> => {
    const job = await history.find(guildId, memberId, jobId);
    if (!job) return false;
    return jobMessages.amend(job, { signal: stop }).catch((error: unknown) => {
      if (failingForMs < FAULTS_MS) throw error;
      if (error instanceof RetryLater) return true;
      log.error({ job: jobId, err: error }, 'the message of an ended job could not be changed');
      return false;
    });
  };

  const lane = createLane({
    clock,
    log,
    name: 'late edit',
    perSecond: EDITS_PER_SECOND,
    step: async (key, { failingForMs }) => {
      const edit = await lateEdits.get(key);
      if (!edit) return undefined;
      // The lane's longest wait is shorter than most of these.
      const dueInMs = waitMs(edit, clock.now());
      if (dueInMs > 0) return { dueInMs };
      const tries = triedAgain(edit, clock.now());
      editedAtMs.set(edit.jobId, clock.monotonicMs());
      const isDone = !(await isOutOfReach(edit, failingForMs)) || !tries;
      return lateEdits.locked(key, async () => {
        const now = await lateEdits.get(key);
        // What changed during the edit made the key due again.
        if (now?.triedAtMs !== edit.triedAtMs) return undefined;
        if (isDone) await lateEdits.delete(key);
        else await lateEdits.set(key, { ...edit, ...tries });
        return isDone ? undefined : { dueInMs: waitMs(tries, clock.now()) };
      });
    },
  });

  return {
    due: lane.due,
    run: lane.run,
    /** For the commit that ends a job whose message is out of reach. Call `due` afterwards. */
    putUnreached: (job: Job): Change => lateEdits.put(job.id, { ...refOf(job), tries: 1, triedAtMs: clock.now() }),
    /** Commits what changes an ended job's message. The message follows, at most once a minute. */
    follow: <Outcome>(
      { guildId, memberId, jobId }: JobRef,
      commit: (also: readonly Change[]) => Promise<Outcome>,
    ): Promise<Outcome> =>
      lateEdits
        .locked(jobId, async () => {
          const before = await lateEdits.get(jobId);
          // Each change has a time of its own, which tells an edit that is under way that it is behind.
          const triedAtMs = uniqueTimeMs(clock.now(), before?.triedAtMs);
          return commit([lateEdits.put(jobId, { guildId, memberId, jobId, tries: 0, triedAtMs })]);
        })
        .finally(() => {
          // A commit that seems to fail may still reach the disk.
          const nextAtMs = (editedAtMs.get(jobId) ?? Number.NEGATIVE_INFINITY) + EDIT_INTERVAL_MS;
          lane.due(jobId, guildId, Math.max(0, nextAtMs - clock.monotonicMs()));
        }),
    load: async (): Promise<void> => {
      for await (const { records } of everyPage(lateEdits))
        for (const [key, edit] of records) lane.due(key, edit.guildId, waitMs(edit, clock.now()));
    },
  };
}

export type LateEdits = ReturnType<typeof createLateEdits>;
