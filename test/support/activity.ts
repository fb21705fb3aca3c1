import { createHook } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { Store } from '../../src/store/store.ts';

/** Counts work in real files, threads and sockets, so that a test knows when it may move a set clock. */
export class Activity {
  #underWay = 0;
  #requests = 0;
  #changes = 0;
  /** Resolve when a request ends, or when no work is under way. */
  readonly #waiting = new Set<() => void>();

  /** How often work or a request has started or ended so far. */
  get changes(): number {
    return this.#changes;
  }

  async track<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#start();
    try {
      return await work();
    } finally {
      this.#end();
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

  /** Counts other processes, and work of files, SQLite and pictures in other threads. @returns a function that stops counting. */
  watchThreads(): () => void {
    const running = new Set<number>();
    const processes = new Set<number>();
    const end = (id: number): void => {
      if (running.delete(id)) this.#end();
      if (processes.delete(id)) this.#answered();
    };
    const hook = createHook({
      init: (id, type) => {
        if (type === 'PROCESSWRAP') {
          processes.add(id);
          this.#ask();
        }
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

  /** Counts HTTP requests by this process. @returns a function that stops counting. */
  watchRequests(): () => void {
    const running = new WeakSet<object>();
    const onStart = (message: unknown): void => {
      running.add(requestOf(message));
      this.#ask();
    };
    const onEnd = (message: unknown): void => {
      if (running.delete(requestOf(message))) this.#answered();
    };
    subscribe(REQUEST_STARTS, onStart);
    for (const ends of REQUEST_ENDS) subscribe(ends, onEnd);
    return () => {
      unsubscribe(REQUEST_STARTS, onStart);
      for (const ends of REQUEST_ENDS) unsubscribe(ends, onEnd);
    };
  }

  /** Counts work that may wait for the other side as long as a request may. */
  async trackRequest<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#ask();
    try {
      return await work();
    } finally {
      this.#answered();
    }
  }

  #ask(): void {
    this.#requests += 1;
    this.#changes += 1;
  }

  #answered(): void {
    this.#requests -= 1;
    this.#changed();
  }

  #start(): void {
    this.#underWay += 1;
    this.#changes += 1;
  }

  #end(): void {
    this.#underWay -= 1;
    this.#changed();
  }

  #changed(): void {
    this.#changes += 1;
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }

  #nextEnd(): Promise<void> {
    return new Promise((resolve) => void this.#waiting.add(resolve));
  }

  /**
   * Resolves when nothing has been under way for some turns of the event loop. Waits for a request only for a moment,
   * because one side may leave it unanswered.
   */
  async quiet(): Promise<void> {
    for (let calm = 0; calm < CALM_TURNS; calm++) {
      while (this.#underWay > 0) {
        calm = 0;
        await this.#nextEnd();
      }
      await nextTurn();
    }
    if (this.#requests === 0) return;
    const isAnswered = new AbortController();
    await Promise.race([
      this.#nextEnd().then(() => isAnswered.abort()),
      delay(REQUEST_MS, undefined, isAnswered).catch(() => undefined),
    ]);
  }
}

/** Undici's own, and Node's `fetch`. */
const REQUEST_STARTS = 'undici:request:create';
const REQUEST_ENDS = ['undici:request:trailers', 'undici:request:error'] as const;
const requestOf = (message: unknown): object => (message as { request: object }).request;
/** How long a request between two sockets of this process takes at most, unless its answer is held back. */
const REQUEST_MS = 4;

/** Node's names for work in its thread pool, and for SQLite's and sharp's. Each calls back once. */
const THREAD_WORK = /^(FSREQPROMISE$|FILEHANDLECLOSEREQ$|sqlite3\.|generic$)/;

/** Promises between two calls take a turn or two, and so does each commit among them. */
const CALM_TURNS = 8;
