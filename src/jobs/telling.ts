import { NO_LONGER } from '../clock.ts';
import { type JobsContext, logFacts } from './context.ts';
import type { Job } from './job.ts';
import { noteSurely } from './records/records.ts';
import type { ShowingTogether } from './results/showing-together.ts';

/** A result that takes longer than this is said to be on its way; most are there before. */
const ON_ITS_WAY_AFTER_MS = 10_000;
/** And one that takes longer than this, to take long. */
const LATE_AFTER_MS = 60_000;

/** Tells the member of a result how it is getting on, while it waits for its turn and is fetched. */
export interface Telling {
  /** Shows how it is getting on. */
  tell(): Promise<void>;
  /** Ends what is told by itself, and resolves when nothing more is. May be called twice. */
  end(): Promise<void>;
}

/** @param sinceMs when its first try began, by the monotonic clock. */
export function tellOfDelivery(
  context: JobsContext,
  { job, taskKey, sinceMs }: { job: Job; taskKey: string; sinceMs: number },
  showNow: ShowingTogether['showNow'],
  stop: AbortSignal,
): Telling {
  const { clock, log } = context;
  const ended = new AbortController();
  const wait = (untilMs: number): Promise<void> => clock.sleep(untilMs - clock.monotonicMs(), ended.signal);

  const tell = async (isWanted: () => boolean): Promise<void> => {
    const isLate = clock.monotonicMs() >= sinceMs + LATE_AFTER_MS;
    if (isLate) await noteSurely(context, job.id, { kind: 'late', taskKey }, stop);
    await showNow(job.id, isWanted);
  };
  const isOnItsWay = (): boolean => !ended.signal.aborted;
  const tellInTime = async (): Promise<void> => {
    await wait(sinceMs + ON_ITS_WAY_AFTER_MS);
    await tell(isOnItsWay);
    await wait(sinceMs + LATE_AFTER_MS);
    await tell(isOnItsWay);
  };
  const told = tellInTime().catch((error: unknown) => {
    if (!ended.signal.aborted && !stop.aborted) {
      log.warn({ ...logFacts(job, taskKey), err: error }, 'a member could not be told that a result takes long');
    }
  });

  return {
    tell: () => tell(() => true),
    end: async () => {
      ended.abort(NO_LONGER);
      await told;
    },
  };
}
