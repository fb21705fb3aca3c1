import type { Database } from '../../src/store/database.ts';
import type { Clock } from '../../src/time/clock.ts';
import { collectionsOf } from './memory-database.ts';

/**
 * One life of the bot, which ends at a moment of the test's choice. Everything that the bot does to the outside has two
 * moments: just before it, and just after it, when the outside has it and the bot does not know yet. The dead freeze: nothing
 * that they ask for is answered any more, and nothing of what they do next reaches anything.
 */
export class Mortal {
  /** The moments that came, by name. */
  readonly moments: string[] = [];
  /** Resolves at death. */
  readonly died: Promise<void>;
  readonly #dieAt: number;
  #isDead = false;
  #die = (): void => undefined;

  /** @param dieAt the number of the moment, from 1; 0 for a life that lasts. */
  constructor(dieAt: number) {
    this.#dieAt = dieAt;
    this.died = new Promise((resolve) => {
      this.#die = resolve;
    });
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** Work of a person that the death of the bot may cut short; the dead answer nothing. */
  during<Result>(work: Promise<Result>): Promise<Result | undefined> {
    return Promise.race([work, this.died.then(() => undefined)]);
  }

  async effect<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#isDead || this.#moment(`before ${name}`)) return frozen();
    const result = await settled(work());
    if (this.#isDead || this.#moment(`after ${name}`)) return frozen();
    return result();
  }

  /** What changes nothing outside: no moment of its own, but nothing for the dead. */
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

  /** A life opens its own store over it, as a process does. */
  database(inner: Database): Database {
    return {
      read: (key) => this.look(() => inner.read(key)),
      page: (range) => this.look(() => inner.page(range)),
      count: (range) => this.look(() => inner.count(range)),
      commit: (writes) => this.effect(`write of ${collectionsOf(writes)}`, () => inner.commit(writes)),
      disconnect: () => inner.disconnect(),
    };
  }

  #moment(name: string): boolean {
    this.moments.push(name);
    if (this.moments.length === this.#dieAt) {
      this.#isDead = true;
      this.#die();
    }
    return this.#isDead;
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
