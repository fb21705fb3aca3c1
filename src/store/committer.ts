import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Write } from './database.ts';
import { StoreTimeoutError, storeFailure, withinLimit } from './failures.ts';
import { StoreError } from './store.ts';

export interface Committer {
  /** All or none. Resolves when on disk. @throws StoreError at once when it is not even begun. */
  commit(writes: readonly Write[]): Promise<void>;
  /** What was asked to be written of this key and is not on disk yet. */
  waiting(key: string): { text: string | undefined } | undefined;
  /** All of these keys, for a reader of many. */
  waitingKeys(): Iterable<[key: string, text: string | undefined]>;
  /** Whether a write that was given up may still land and overtake what is read now. */
  isUnsettled(key: string): boolean;
  /** Resolves when nothing is on its way. */
  idle(): Promise<void>;
}

export interface CommitterOptions {
  database: Pick<Database, 'commit'>;
  callTimeoutMs: number;
  /** What was to be written did not reach the disk, or nobody knows: nothing that is remembered may be trusted. */
  onFailure: () => void;
}

/** What one process may have waiting: far more than a healthy disk lets come together. */
const WAITING_MAX_WRITES = 20_000;
/** One transaction: bounded, so that none takes long. */
const TOGETHER_MAX_WRITES = 1_000;
const TOGETHER_MAX_CHARACTERS = 16 * 1024 * 1024;

interface Asked {
  deadlineMs: number;
  writes: readonly Write[];
  resolve: () => void;
  reject: (error: StoreError) => void;
}

const DOING = 'the store cannot be written';

/**
 * One commit is on its way at a time, and all that are asked for in one turn of the event loop, or meanwhile, share one (group
 * commit): a disk that needs a millisecond for one needs hardly more for a hundred.
 */
export function createCommitter({ database, callTimeoutMs, onFailure }: CommitterOptions): Committer {
  let asked: Asked[] = [];
  let askedWrites = 0;
  /** By key, the last text asked for, and how many commits with that key are not on disk yet. */
  const overlay = new Map<string, { text: string | undefined; commits: number }>();
  /** Keys of a commit that was given up and has not ended. */
  let stuck: ReadonlySet<string> | undefined;
  let running: Promise<void> | undefined;

  const takeTogether = (): Asked[] => {
    let writes = 0;
    let characters = 0;
    const end = asked.findIndex((one) => {
      writes += one.writes.length;
      for (const [, text] of one.writes) characters += text?.length ?? 0;
      return writes > TOGETHER_MAX_WRITES || characters > TOGETHER_MAX_CHARACTERS;
    });
    const together = asked.splice(0, end === -1 ? asked.length : Math.max(end, 1));
    askedWrites -= countOf(together);
    return together;
  };

  const settle = (ended: readonly Asked[]): void => {
    for (const { writes } of ended) {
      for (const [key] of writes) {
        const entry = overlay.get(key);
        if (entry && entry.commits > 1) entry.commits -= 1;
        else overlay.delete(key);
      }
    }
  };

  /** Those behind a failed commit may build on it, and fail with it. */
  const fail = (together: readonly Asked[], error: StoreError): void => {
    const all = [...together, ...asked];
    asked = [];
    askedWrites = 0;
    overlay.clear();
    onFailure();
    for (const { reject } of all) reject(error);
  };

  const commitTogether = async (together: readonly Asked[], limitMs: number): Promise<void> => {
    const work = database.commit(lastWrites(together));
    try {
      await withinLimit(work, limitMs, DOING);
    } catch (cause) {
      const isStuck = cause instanceof StoreTimeoutError;
      if (isStuck) stuck = new Set(together.flatMap(({ writes }) => writes.map(([key]) => key)));
      fail(together, storeFailure(DOING, cause));
      if (!isStuck) return;
      await work.catch(() => undefined);
      stuck = undefined;
      // It may have landed after all.
      onFailure();
      return;
    }
    settle(together);
    for (const { resolve } of together) resolve();
  };

  const run = async (): Promise<void> => {
    await nextTurn();
    for (let [first] = asked; first !== undefined; [first] = asked) {
      // The oldest has waited for longest, and so its time is the first to be up.
      await commitTogether(takeTogether(), Math.max(0, first.deadlineMs - performance.now()));
    }
    running = undefined;
  };

  return {
    commit: (writes) => {
      if (writes.length === 0) return Promise.resolve();
      if (stuck) throw new StoreError(`${DOING}: an earlier write has not ended`);
      if (askedWrites + writes.length > WAITING_MAX_WRITES) throw new StoreError('the store has too much to write');
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      asked.push({ deadlineMs: performance.now() + callTimeoutMs, writes, resolve, reject });
      askedWrites += writes.length;
      for (const [key, text] of writes) overlay.set(key, { text, commits: (overlay.get(key)?.commits ?? 0) + 1 });
      running ??= run();
      // A caller may look at the outcome later than it comes.
      promise.catch(() => undefined);
      return promise;
    },
    waiting: (key) => overlay.get(key),
    waitingKeys: function* () {
      for (const [key, { text }] of overlay) yield [key, text];
    },
    isUnsettled: (key) => stuck?.has(key) ?? false,
    idle: async () => {
      while (running) await running;
    },
  };
}

function countOf(all: readonly Asked[]): number {
  return all.reduce((sum, { writes }) => sum + writes.length, 0);
}

/** Of each key the last one: what was written between two commits nobody can have seen. */
function lastWrites(together: readonly Asked[]): Write[] {
  return [...new Map(together.flatMap(({ writes }) => writes.map((write) => [write[0], write]))).values()];
}
