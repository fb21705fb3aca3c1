import type { Job } from '../../src/jobs/job.ts';
import type { JobMessages } from '../../src/jobs/ports.ts';
import type { ResultFetcher } from '../../src/media/fetching/fetch-result.ts';
import type { Database } from '../../src/store/database.ts';
import { StoreError } from '../../src/store/store.ts';
import type { TaskApi } from '../../src/task-api/task-api.ts';
import type { Clock } from '../../src/time/clock.ts';
import { createJobService, type JobService, type Outside, type Parts } from './job-service.ts';
import { collectionsOf } from './memory-database.ts';

/** What happens to a run, by the number of the moment, from 1. */
export interface Fate {
  dieAt?: number;
  /** From this moment on so many uses of the store fail, one if nothing is said. */
  storeFailsAt?: number;
  storeFailures?: number;
}

const STORE_MOMENT = / write of the /;

/**
 * A run of the bot that can be killed. Everything that it does to the outside is an effect with two moments: just before
 * it, and just after it, when the outside has it and the bot does not know yet. A killed run freezes: nothing that it
 * asks for is answered any more, and nothing of what it does next reaches anything.
 */
export class MortalRun {
  /** The moments that came, by name, until the run was killed. */
  readonly moments: string[] = [];
  readonly #outside: Outside;
  readonly #fate: Fate;
  /** Resolves when the run was killed. */
  readonly died: Promise<void>;
  #isDead = false;
  #die = (): void => undefined;
  #storeFailures = 0;

  constructor(outside: Outside, fate: Fate) {
    this.#outside = outside;
    this.#fate = fate;
    this.died = new Promise((resolve) => {
      this.#die = resolve;
    });
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  start(changed: Partial<Parts> = {}): Promise<JobService> {
    const { clock, service, discord, storage, activity } = this.#outside;
    return createJobService(this.#outside, {
      ...changed,
      clock: this.#mortalClock(clock),
      database: this.#mortalDatabase(this.#outside.database),
      taskApi: this.#mortalService(service),
      jobMessages: this.#mortalJobMessages(activity.watch<JobMessages>(discord)),
      fetcher: this.#mortalFetcher(activity.watch<ResultFetcher>(storage)),
    });
  }

  /** The first answer to the interaction, likewise mortal. */
  readonly answer = (job: Job): Promise<string | undefined> =>
    this.#effect('answer', () => this.#outside.discord.answer(job));

  #moment(name: string): boolean {
    this.moments.push(name);
    const number = this.moments.length;
    if (number === this.#fate.dieAt) {
      this.#isDead = true;
      this.#die();
    }
    const { storeFailsAt = 0, storeFailures = 1 } = this.#fate;
    // A write that fails after it was made: the bot cannot tell it from one that was not.
    if (STORE_MOMENT.test(name) && storeFailsAt > 0 && number >= storeFailsAt && this.#storeFailures < storeFailures) {
      this.#storeFailures += 1;
      throw new StoreError(`the test lets the store fail ${name}`);
    }
    return this.#isDead;
  }

  async #effect<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#isDead || this.#moment(`before ${name}`)) return frozen();
    const result = await settled(this.#outside.activity.track(work));
    if (this.#isDead || this.#moment(`after ${name}`)) return frozen();
    return result();
  }

  /** What changes nothing outside: no moment of its own, but nothing for the dead. */
  async #look<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isDead) return frozen();
    const result = await settled(work());
    return this.#isDead ? frozen() : result();
  }

  #mortalClock(clock: Clock): Clock {
    return {
      now: () => clock.now(),
      monotonicMs: () => clock.monotonicMs(),
      sleep: (durationMs, signal) => this.#look(() => clock.sleep(durationMs, signal)),
    };
  }

  #mortalDatabase(database: Database): Database {
    return {
      read: (key) => this.#look(() => database.read(key)),
      page: (range) => this.#look(() => database.page(range)),
      count: (range) => this.#look(() => database.count(range)),
      commit: (writes) => this.#effect(`write of the ${collectionsOf(writes)}`, () => database.commit(writes)),
      disconnect: () => database.disconnect(),
    };
  }

  #mortalService(service: TaskApi): TaskApi {
    return {
      create: (request, options) => this.#effect('create', () => service.create(request, options)),
      query: (taskId, options) => this.#look(() => service.query(taskId, options)),
      probe: (options) => this.#look(() => service.probe(options)),
      close: () => service.close(),
    };
  }

  #mortalJobMessages(jobMessages: JobMessages): JobMessages {
    return {
      show: (message, options) => this.#effect('show', () => jobMessages.show(message, options)),
      notify: (job, options) => this.#effect('notice', () => jobMessages.notify(job, options)),
      notifyMissed: (job, options) => this.#effect('missed', () => jobMessages.notifyMissed(job, options)),
      addressesOf: (at, options) => this.#look(() => jobMessages.addressesOf(at, options)),
      amend: (job, options) => this.#effect('amend', () => jobMessages.amend(job, options)),
    };
  }

  #mortalFetcher(fetcher: ResultFetcher): ResultFetcher {
    return {
      fetch: (address, name, options) => this.#look(() => fetcher.fetch(address, name, options)),
      close: () => fetcher.close(),
    };
  }
}

/** An outcome that can be looked at later, so that the dead hear of no failure either. */
async function settled<Result>(work: Promise<Result>): Promise<() => Result> {
  try {
    const result = await work;
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

function frozen(): Promise<never> {
  return new Promise(() => undefined);
}
