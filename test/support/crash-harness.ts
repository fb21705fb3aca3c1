import type { Job } from '../../src/jobs/job/job.ts';
import type { JobMessages } from '../../src/jobs/outside/job-messages.ts';
import type { ResultFetcher } from '../../src/media/fetching/fetch-result.ts';
import type { Database } from '../../src/store/database/database.ts';
import { StoreError } from '../../src/store/store.ts';
import type { TaskApi } from '../../src/task-api/task-api.ts';
import type { Clock } from '../../src/time/clock.ts';
import { createJobService, type JobService, type Outside, type Parts } from './job-service.ts';
import { collectionsOf } from './memory-database.ts';
import { frozen, settled } from './mortal.ts';

/** What happens to a run at the moment with this number, from 1. */
export interface Fate {
  dieAt?: number;
  /** From this moment on, this many uses of the store fail; one if left out. */
  storeFailsAt?: number;
  storeFailures?: number;
}

const STORE_MOMENT = / write of the /;

/**
 * A run of the bot that can be killed. Each of its outside effects has two moments: right before it, and right after
 * it, when the outside has it and the bot doesn't know yet. A killed run freezes: it gets no more answers, and nothing
 * it does reaches anything.
 */
export class MortalRun {
  /** The moments so far, by name, until the run was killed. */
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

  /** The first answer to the interaction, which can die too. */
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
    // A write that fails after it was made. The bot can't tell it from one that was not.
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

  /** For calls without outside effects: they have no moments, but get no answer after death. */
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
