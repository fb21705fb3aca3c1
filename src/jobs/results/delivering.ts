import type { Next } from '../../engine/lane.ts';
import { type JobsContext, logFacts } from '../context.ts';
import type { Job, JobTaskIn } from '../job.ts';
import type { Show } from '../pending-messages.ts';
import { noteSurely } from '../records/records.ts';
import { tellOfDelivery } from '../telling.ts';
import { createVainTries } from '../vain-tries.ts';
import { type DeliveryParts, deliver } from './delivery.ts';
import type { Fitting } from './fitting.ts';
import { createResultFetching } from './result-fetching.ts';
import { askerOf, type ResultPlaces } from './result-places.ts';
import { createShowingTogether } from './showing-together.ts';

export interface DeliveringParts {
  places: ResultPlaces;
  fitting: Fitting;
  show: Show;
  /** Whether the job's message shows just this. */
  isShown: (job: Job) => boolean;
  /** Whether its member is told when it ends, which takes a step of its own. */
  isAwaited: (job: Job) => Promise<boolean>;
  /** What follows once a job has ended. */
  afterEnd: (job: Job, shown: 'shown') => Promise<void>;
}

/** Delivers one result in its turn, telling its member meanwhile; several of one job at once. @returns what comes next where something is in the way. */
export type DeliverOne = (job: Job, task: JobTaskIn<'delivering'>) => Promise<Next>;

export function createDelivering(
  context: JobsContext,
  { places, fitting, show, isShown, isAwaited, afterEnd }: DeliveringParts,
  stop: AbortSignal,
): DeliverOne {
  const { clock, log } = context;
  const fetching = createResultFetching(context, places, stop);
  const together = createShowingTogether(context, show);
  const vain = createVainTries(clock);

  /** @param noted is told to whoever shows several at once. */
  const deliverNoting = async (job: Job, task: JobTaskIn<'delivering'>, noted: Promise<void>): Promise<Next> => {
    const startedMs = clock.monotonicMs();
    const vainKey = (what: 'file' | 'message'): string => `${what}-${task.key}`;
    const sinceMs = vain.sinceMs(vainKey('file')) ?? startedMs;
    const telling = tellOfDelivery(context, { job, taskKey: task.key, sinceMs }, together.showNow, stop);
    const parts: DeliveryParts = {
      ...{ fetching, fitting, onFetched: telling.end },
      show: (delivery, files) => together.show(job.id, { taskKey: task.key, delivery, files, noted }),
      failsForMs: (what: 'file' | 'message') => vain.forMs(vainKey(what)),
    };
    const delivered = await places.deliveries
      .run(askerOf(job), () => deliver(context, job, task, parts), stop)
      .catch(async (error: unknown) => {
        await fetching.putOff(task.key);
        throw error;
      })
      .finally(telling.end);
    if (delivered.outcome === 'later') {
      vain.failed(vainKey(delivered.waitsFor), startedMs);
      await fetching.putOff(task.key);
      if (delivered.waitsFor === 'file') await telling.tell();
      return { retryAfterMs: delivered.retryAfterMs };
    }
    const { delivery, place } = delivered;
    // The job's last one, where its message shows all that there is, is noted in the commit in which the job ends.
    const event = { kind: 'delivered' as const, taskKey: task.key, delivery, place };
    const endsAtOnce = (await isAwaited(job)) ? () => false : isShown;
    const happened = await noteSurely(context, job.id, event, stop, endsAtOnce);
    vain.forget(vainKey('file'));
    vain.forget(vainKey('message'));
    await fetching.remove(task.key);
    log.info(
      { ...logFacts(job, task.key), how: delivery.how, durationMs: Math.round(clock.monotonicMs() - startedMs) },
      'task delivered',
    );
    if (happened?.hasEnded) await afterEnd(happened.job, 'shown');
    return undefined;
  };

  return (job, task) => {
    const { promise: noted, resolve: onNoted } = Promise.withResolvers<void>();
    return deliverNoting(job, task, noted).finally(onNoted);
  };
}
