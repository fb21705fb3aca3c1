import { onTestFinished, vi } from 'vitest';
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
  #onMoment: (name: string) => void = () => undefined;
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

  /** A death at each moment after these ones, by number. Moments at which a death leaves the same world have one object. */
  deathsAfter(deaths: readonly number[]): (readonly number[])[] {
    const byMark = new Map(this.#marks.map((mark) => [mark, [...deaths, this.#marks.indexOf(mark) + 1]]));
    return this.#marks.flatMap((mark) => [byMark.get(mark) ?? []]);
  }

  /**
   * Copies what stands outside at each moment from now on, so that another life can start as after a death.
   * @param state changes with everything that outlives the bot. Moments in the same state have one copy.
   */
  copyAtMoments<Copy>(state: () => string, copy: (moment: string) => Copy): Copy[] {
    const copies: Copy[] = [];
    let before = '';
    this.#onMoment = (name) => {
      const now = state();
      const last = now === before ? copies.at(-1) : undefined;
      before = now;
      copies.push(last ?? copy(name));
    };
    return copies;
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
    this.#onMoment(name);
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
 * Kills the bot at every moment of its first life, then at every `again`-th moment of the life that follows.
 * @param play plays a life to its end, from what a death has left if there was one. Resolves with what a death at each
 * moment leaves, which is one object if several leave the same.
 * @returns the number of deaths.
 */
export async function killAtMoments<Left>(play: (from?: Left) => Promise<Left[]>, again = 0): Promise<number> {
  let deaths = 0;
  const firsts = await play();
  for (const left of new Set(firsts)) {
    const seconds = await play(left);
    /** What second deaths leave. Deaths that leave the same world are played once. */
    const chosen = firsts.flatMap((one, index) =>
      one === left && again > 0 ? seconds.filter((_, second) => second % again === (index + 1) % again) : [],
    );
    for (const second of new Set(chosen)) await play(second);
    deaths += firsts.filter((one) => one === left).length + 2 * chosen.length;
  }
  return deaths;
}

/** The dead wait for answers up to a limit, whose real timer would hold their whole world for half a minute. */
export function withoutTimers(): void {
  vi.stubGlobal('setTimeout', () => 0);
  vi.stubGlobal('clearTimeout', () => undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
}
