import { createHook } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Store } from '../../src/store/store.ts';

/** Counts work that real files and threads do, so that a test knows when a set clock may move on. */
export class Activity {
  #underWay = 0;
  #started = 0;

  get isUnderWay(): boolean {
    return this.#underWay > 0;
  }

  /** How much work has started so far. */
  get started(): number {
    return this.#started;
  }

  async track<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#start();
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
    }
  }

  /** The object with every method's promise counted. @param names the methods that return one; all where it is left out */
  watch<Target extends object>(target: Target, names?: readonly (keyof Target)[]): Target {
    const named: readonly PropertyKey[] | undefined = names;
    return new Proxy(target, {
      get: (object, name) => {
        const value: unknown = Reflect.get(object, name);
        if (typeof value !== 'function' || named?.includes(name) === false) return value;
        return (...parts: unknown[]) => this.track(async () => Reflect.apply(value, object, parts));
      },
    });
  }

  /** The store with all its reading and writing counted. */
  watchStore(store: Store): Store {
    const watched = this.watch(store, ['commit', 'prove', 'selfTest', 'close']);
    const collection: Store['collection'] = (...parts) =>
      this.watch(store.collection(...parts), ['get', 'page', 'set', 'delete']);
    return new Proxy(watched, {
      get: (object, name) => (name === 'collection' ? collection : Reflect.get(object, name)),
    });
  }

  /** Counts what this process has files, SQLite and pictures do in other threads. @returns what ends the counting */
  watchThreads(): () => void {
    const running = new Set<number>();
    const end = (id: number): void => {
      if (running.delete(id)) this.#underWay -= 1;
    };
    const hook = createHook({
      init: (id, type) => {
        if (!THREAD_WORK.test(type)) return;
        running.add(id);
        this.#start();
      },
      after: end,
      destroy: end,
      trackPromises: false,
    });
    hook.enable();
    return () => void hook.disable();
  }

  #start(): void {
    this.#underWay += 1;
    this.#started += 1;
  }

  /** Resolves when nothing is under way, and stays so for some turns of the event loop. */
  async quiet(): Promise<void> {
    for (let calm = 0; calm < CALM_TURNS; calm++) {
      if (this.#underWay > 0) calm = 0;
      await nextTurn();
    }
  }
}

/** As Node names what its thread pool does, and what SQLite and sharp have it do. Each of them comes back once. */
const THREAD_WORK = /^(FSREQPROMISE$|FILEHANDLECLOSEREQ$|sqlite3\.|generic$)/;

/** Chains of promises between two calls take a turn or two, and so does each commit in them. */
const CALM_TURNS = 8;
