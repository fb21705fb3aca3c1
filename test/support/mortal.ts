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
  /** Says what stands outside, in any words that change with it. Without it, each moment counts as another. */
  mark: (() => string) | undefined;
  readonly #marks: string[] = [];
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

  /** For each moment the number of the first one, from 1, at which a death leaves the same world. */
  get alike(): number[] {
    return this.#marks.map((mark) => this.#marks.indexOf(mark) + 1);
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
    this.#marks.push(this.mark?.() ?? `${this.moments.length}`);
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

/**
 * Kills the bot at every moment of its first life, then at every `again`-th moment of the life that follows. Deaths that
 * leave the same world are played once, such as one right after a write and one right before the next.
 * @param play resolves with what is `alike` in the last life, which lasts.
 * @returns the number of deaths.
 */
export async function killAtMoments(play: (...deaths: number[]) => Promise<number[]>, again = 0): Promise<number> {
  let deaths = 0;
  const played = new Map<string, Promise<number[]>>();
  const alikeAfter = (...at: number[]): Promise<number[]> => {
    const key = at.join();
    const known = played.get(key) ?? play(...at);
    played.set(key, known);
    return known;
  };
  for (const [index, first] of (await alikeAfter()).entries()) {
    deaths += 1;
    const following = await alikeAfter(first);
    for (let second = (index + 1) % again; again > 0 && second < following.length; second += again) {
      deaths += 2;
      await alikeAfter(first, following[second] ?? 0);
    }
  }
  return deaths;
}
