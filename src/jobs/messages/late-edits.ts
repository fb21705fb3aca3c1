import { createLane, RetryLater } from '../../engine/lane.ts';
import { triedAgain, waitMs } from '../../engine/late-tries.ts';
import { everyPage } from '../../store/pages.ts';
import type { Change } from '../../store/store.ts';
import { FAULTS_MS, type Job } from '../job/job.ts';
import type { StepParts } from '../ports/parts.ts';
import { jobFromEntry } from '../records/history.ts';
import type { LateEdit } from '../records/late-edits.ts';

/** Discord bans an address after 10,000 refused calls in 10 minutes. */
const EDITS_PER_SECOND = 5;

/** Edits the messages of jobs that have ended already, once they are within reach. A running job shows its state itself. */
export function createLateEdits(
  parts: Pick<StepParts, 'clock' | 'log' | 'history' | 'jobMessages' | 'lateEdits' | 'stop'>,
) {
  const { clock, log, history, jobMessages, lateEdits, stop } = parts;

  const isOutOfReach = async ({ guildId, memberId, jobId }: LateEdit, failingForMs: number): Promise<boolean> => {
    const entry = await history.find(guildId, memberId, jobId);
    if (!entry) return false;
    return jobMessages.amend(jobFromEntry(entry), { signal: stop }).catch((error: unknown) => {
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
      if (!(await isOutOfReach(edit, failingForMs)) || !tries) {
        await lateEdits.delete(key);
        return undefined;
      }
      await lateEdits.set(key, { ...edit, ...tries });
      return { dueInMs: waitMs(tries, clock.now()) };
    },
  });

  return {
    due: lane.due,
    run: lane.run,
    /** For the commit that ends a job whose message is out of reach. Call `due` afterwards. */
    putUnreached: ({ id: jobId, memberId, location: { guildId } }: Job): Change =>
      lateEdits.put(jobId, { guildId, memberId, jobId, tries: 1, triedAtMs: clock.now() }),
    load: async (): Promise<void> => {
      for await (const { records } of everyPage(lateEdits))
        for (const [key, edit] of records) lane.due(key, edit.guildId, waitMs(edit, clock.now()));
    },
  };
}

export type LateEdits = ReturnType<typeof createLateEdits>;
