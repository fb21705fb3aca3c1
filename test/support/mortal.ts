import type { Database } from '../../src/store/database/database.ts';
import type { TaskApi } from '../../src/task-api/task-api.ts';
import type { Clock } from '../../src/time/clock.ts';
import { collectionsOf } from './memory-database.ts';

/**
 * A run of the bot that ends at a moment of the test's choice. Each of its outside effects has two moments: right
 * before it, and right after it, when the outside has it and the bot doesn't know yet. A dead run freezes: it gets no
 * more answers, and nothing it does reaches anything.
 */
export class Mortal {
  /** The moments so far, by name. */
  readonly moments: string[] = [];
  /** Resolves at death. */
  readonly died: Promise<void>;
  readonly #dieAt: number;
  #isDead = false;
  #die = (): void => undefined;

  /** @param dieAt the number of the moment, from 1; 0 for a run that lasts. */
  constructor(dieAt: number) {
    this.#dieAt = dieAt;
    this.died = new Promise((resolve) => {
      this.#die = resolve;
    });
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** Ends the run now. */
  kill(): void {
    this.#isDead = true;
    this.#die();
  }

  /** A person's action that the bot's death may cut short. The dead answer nothing. */
  during<Result>(work: Promise<Result>): Promise<Result | undefined> {
    return Promise.race([work, this.died.then(() => undefined)]);
  }

  async effect<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#isDead || this.moment(`before ${name}`)) return frozen();
    const result = await settled(work());
    if (this.#isDead || this.moment(`after ${name}`)) return frozen();
    return result();
  }

  /** For calls without outside effects: they have no moments, but get no answer after death. */
  async look<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isDead) return frozen();
    const result = await settled(work());
    return this.#isDead ? frozen() : result();
  }

  clock(clock: Clock): Clock {
    return {
      now: () => clock.now(),
      monotonicMs: () => clock.monotonicMs(),
      sleep: (durationMs, signal) => this.look(() => clock.sleep(durationMs, signal)),
    };
  }

  /** Each run opens its own store over this database, like a process. */
  database(inner: Database): Database {
    return {
      read: (key) => this.look(() => inner.read(key)),
      page: (range) => this.look(() => inner.page(range)),
      count: (range) => this.look(() => inner.count(range)),
      commit: (writes) => this.effect(`write of ${collectionsOf(writes)}`, () => inner.commit(writes)),
      disconnect: () => inner.disconnect(),
    };
  }

  taskApi(service: TaskApi): TaskApi {
    return {
      create: (request, options) => this.effect('create', () => service.create(request, options)),
      query: (taskId, options) => this.look(() => service.query(taskId, options)),
      probe: (options) => this.look(() => service.probe(options)),
      close: () => service.close(),
    };
  }

  protected moment(name: string): boolean {
    this.moments.push(name);
    if (this.moments.length === this.#dieAt) this.kill();
    return this.#isDead;
  }
}

/** An outcome that can be awaited later, so that the dead learn of no failure either. */
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
