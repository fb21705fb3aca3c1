import { createLane, RetryLater } from '../../engine/lane.ts';
import { everyPage } from '../../store/pages.ts';
import type { Change } from '../../store/store.ts';
import { backOffMs } from '../../time/back-off.ts';
import { DAY_MS } from '../../time/clock.ts';
import { FAULTS_MS, type Job } from '../job/job.ts';
import type { StepParts } from '../ports/parts.ts';
import { jobFromEntry } from '../records/history.ts';
import type { LateEdit } from '../records/late-edits.ts';

/** The waits for a message that is out of reach, each twice the one before. */
const WAITS = { firstMs: 5 * 60_000, longestMs: 4 * DAY_MS };
/** The last try is after a week. */
const TRIES_MAX = 12;
/** Discord bans an address after 10,000 refused calls in 10 minutes. */
const EDITS_PER_SECOND = 5;

/** How long until the next try. Times in the future count nowhere. */
function waitMs({ tries, triedAtMs }: LateEdit, nowMs: number): number {
  const sinceMs = nowMs - triedAtMs;
  return tries === 0 || sinceMs < 0 ? 0 : Math.max(0, backOffMs(tries - 1, WAITS) - sinceMs);
}

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
      const tried = { ...edit, tries: edit.tries + 1, triedAtMs: clock.now() };
      if (!(await isOutOfReach(edit, failingForMs)) || tried.tries >= TRIES_MAX) {
        await lateEdits.delete(key);
        return undefined;
      }
      await lateEdits.set(key, tried);
      return { dueInMs: waitMs(tried, clock.now()) };
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
