import { createHook } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Store } from '../../src/store/store.ts';

/** Counts work in real files and threads, so that a test knows when it may move a set clock. */
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

  /** The object with the promises of its methods counted. @param names the methods that return one; all if left out. */
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

  /** The store with all reads and writes counted. */
  watchStore(store: Store): Store {
    const watched = this.watch(store, ['commit', 'prove', 'selfTest', 'close']);
    const collection: Store['collection'] = (...parts) =>
      this.watch(store.collection(...parts), ['get', 'page', 'set', 'delete']);
    return new Proxy(watched, {
      get: (object, name) => (name === 'collection' ? collection : Reflect.get(object, name)),
    });
  }

  /** Counts work of files, SQLite and pictures in other threads. @returns a function that stops counting. */
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

  /** Resolves when nothing has been under way for some turns of the event loop. */
  async quiet(): Promise<void> {
    for (let calm = 0; calm < CALM_TURNS; calm++) {
      if (this.#underWay > 0) calm = 0;
      await nextTurn();
    }
  }
}

/** Node's names for work in its thread pool, and for SQLite's and sharp's. Each calls back once. */
const THREAD_WORK = /^(FSREQPROMISE$|FILEHANDLECLOSEREQ$|sqlite3\.|generic$)/;

/** Promises between two calls take a turn or two, and so does each commit among them. */
const CALM_TURNS = 8;
