import type { Job } from '../../src/jobs/job/job.ts';
import type { JobMessages } from '../../src/jobs/ports/job-messages.ts';
import type { ResultFetcher } from '../../src/media/fetching/fetch-result.ts';
import { StoreError } from '../../src/store/store.ts';
import { AS_THEY_ARE, QUICK_CLIP_EDITOR } from './clip-editors.ts';
import { createJobService, type JobService, type Outside, type Parts } from './job-service.ts';
import { Mortal } from './mortal.ts';

/** What happens to a run at the moment with this number, from 1. */
export interface Fate {
  dieAt?: number;
  /** From this moment on, this many uses of the store fail; one if left out. */
  storeFailsAt?: number;
  storeFailures?: number;
}

/** The names of moments around a write. */
export const STORE_MOMENT = / write of /;

/** A run of the bot's jobs that can be killed, and whose store can fail. */
export class MortalRun extends Mortal {
  readonly #outside: Outside;
  readonly #fate: Fate;
  #storeFailures = 0;

  constructor(outside: Outside, fate: Fate) {
    super(fate.dieAt ?? 0);
    this.#outside = outside;
    this.#fate = fate;
    const { activity, clock, database, service } = outside;
    this.mark = () =>
      [clock.now(), database.texts.changes, activity.changes, service.createCalls, service.queryCalls].join();
  }

  start(changed: Partial<Parts> = {}): Promise<JobService> {
    const { clock, service, discord, storage, activity } = this.#outside;
    return createJobService(this.#outside, {
      ...changed,
      clock: this.clock(clock),
      database: this.database(this.#outside.database),
      taskApi: this.taskApi(service),
      jobMessages: this.#mortalJobMessages(activity.watch<JobMessages>(discord)),
      fitter: AS_THEY_ARE,
      clips: activity.watch(QUICK_CLIP_EDITOR),
      fetcher: this.#mortalFetcher(activity.watch<ResultFetcher>(storage)),
    });
  }

  /** The first answer to the interaction, which can die too. */
  readonly answer = (job: Job): Promise<string | undefined> =>
    this.effect('answer', () => this.#outside.discord.answer(job));

  override effect<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    return super.effect(name, () => this.#outside.activity.track(work));
  }

  protected override moment(name: string): boolean {
    const isDead = super.moment(name);
    const { storeFailsAt = 0, storeFailures = 1 } = this.#fate;
    const isDue = storeFailsAt > 0 && this.moments.length >= storeFailsAt && this.#storeFailures < storeFailures;
    // A write that fails after it was made. The bot can't tell it from one that was not.
    if (isDue && STORE_MOMENT.test(name)) {
      this.#storeFailures += 1;
      throw new StoreError(`the test lets the store fail ${name}`);
    }
    return isDead;
  }

  #mortalJobMessages(jobMessages: JobMessages): JobMessages {
    return {
      show: (message, options) => this.effect('show', () => jobMessages.show(message, options)),
      notify: (job, options) => this.effect('notice', () => jobMessages.notify(job, options)),
      notifyMissed: (job, options) => this.effect('missed', () => jobMessages.notifyMissed(job, options)),
      addressesOf: (at, options) => this.look(() => jobMessages.addressesOf(at, options)),
      amend: (job, options) => this.effect('amend', () => jobMessages.amend(job, options)),
    };
  }

  #mortalFetcher(fetcher: ResultFetcher): ResultFetcher {
    return {
      fetch: (address, name, options) => this.look(() => fetcher.fetch(address, name, options)),
      close: () => fetcher.close(),
    };
  }
}
