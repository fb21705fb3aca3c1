import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Write } from './database/database.ts';
import { StoreTimeoutError, toStoreError, withinCallTimeout } from './database/failures.ts';
import { StoreError } from './store.ts';

export type Committer = ReturnType<typeof createCommitter>;

interface CommitterOptions {
  database: Pick<Database, 'commit'>;
  callTimeoutMs: number;
  /** Called when a write failed or its outcome is unknown. Nothing that builds on it can be trusted. */
  onFailure: () => void;
  /** Called when a write is still unanswered long after its time limit. Only a new process can write again. */
  onSilence: () => void;
  onCommit?: OnCommit | undefined;
}

/** Called after each commit with how it ended and how long the database took. */
export type OnCommit = (commit: { outcome: 'done' | 'failed'; durationMs: number }) => void;

/** How long a write that timed out may still be answered. Until then, other writes are refused. */
const SILENCE_LIMIT_MS = 60_000;
/** The most writes that wait. A healthy disk never lets this many gather. */
const WAITING_MAX_WRITES = 20_000;
/** Bounds one transaction, so that none takes long. */
const BATCH_MAX_WRITES = 1_000;
const BATCH_MAX_CHARACTERS = 16 * 1024 * 1024;

interface Request {
  deadlineMs: number;
  writes: readonly Write[];
  resolve: () => void;
  reject: (error: StoreError) => void;
}

const DOING = 'the store cannot be written';

/**
 * Runs one commit at a time. Requests made in the same turn of the event loop, or during a commit, share the next one
 * (group commit): a disk needs hardly longer for a hundred writes than for one.
 */
export function createCommitter({ database, callTimeoutMs, onFailure, onSilence, onCommit }: CommitterOptions) {
  let waiting: Request[] = [];
  let waitingWrites = 0;
  /** By key: the last text requested, and how many unfinished commits have that key. */
  const overlay = new Map<string, { text: string | undefined; commits: number }>();
  /** The keys of a commit that timed out and is still running. */
  let stuckKeys: ReadonlySet<string> | undefined;
  let running: Promise<void> | undefined;

  const takeBatch = (): Request[] => {
    let writes = 0;
    let characters = 0;
    const end = waiting.findIndex((one) => {
      writes += one.writes.length;
      for (const [, text] of one.writes) characters += text?.length ?? 0;
      return writes > BATCH_MAX_WRITES || characters > BATCH_MAX_CHARACTERS;
    });
    const batch = waiting.splice(0, end === -1 ? waiting.length : Math.max(end, 1));
    waitingWrites -= countWrites(batch);
    return batch;
  };

  const settle = (ended: readonly Request[]): void => {
    for (const { writes } of ended) {
      for (const [key] of writes) {
        const entry = overlay.get(key);
        if (entry && entry.commits > 1) entry.commits -= 1;
        else overlay.delete(key);
      }
    }
  };

  /** Commits that wait after a failed one may build on it, so they fail too. */
  const fail = (batch: readonly Request[], error: StoreError): void => {
    const all = [...batch, ...waiting];
    waiting = [];
    waitingWrites = 0;
    overlay.clear();
    onFailure();
    for (const { reject } of all) reject(error);
  };

  const commitBatch = async (batch: readonly Request[], limitMs: number): Promise<void> => {
    const work = database.commit(lastWrites(batch));
    try {
      await timed(withinCallTimeout(work, limitMs, DOING), onCommit);
    } catch (cause) {
      const isStuck = cause instanceof StoreTimeoutError;
      if (isStuck) stuckKeys = new Set(batch.flatMap(({ writes }) => writes.map(([key]) => key)));
      fail(batch, toStoreError(DOING, cause));
      if (!isStuck) return;
      await withinCallTimeout(work, SILENCE_LIMIT_MS, DOING).catch((error: unknown) => {
        if (error instanceof StoreTimeoutError) onSilence();
      });
      await work.catch(() => undefined);
      stuckKeys = undefined;
      // The write may have landed after all.
      onFailure();
      return;
    }
    settle(batch);
    for (const { resolve } of batch) resolve();
  };

  const run = async (): Promise<void> => {
    await nextTurn();
    for (let [first] = waiting; first !== undefined; [first] = waiting) {
      // The first request has waited longest, so its deadline is the earliest.
      await commitBatch(takeBatch(), Math.max(0, first.deadlineMs - performance.now()));
    }
    running = undefined;
  };

  return {
    /** Writes all or nothing. Resolves when on disk. @throws StoreError at once if it can't even start. */
    commit: (writes: readonly Write[]): Promise<void> => {
      if (writes.length === 0) return Promise.resolve();
      if (stuckKeys) throw new StoreError(`${DOING}: an earlier write has not ended`);
      if (waitingWrites + writes.length > WAITING_MAX_WRITES) throw new StoreError('too many writes are waiting');
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.push({ deadlineMs: performance.now() + callTimeoutMs, writes, resolve, reject });
      waitingWrites += writes.length;
      for (const [key, text] of writes) overlay.set(key, { text, commits: (overlay.get(key)?.commits ?? 0) + 1 });
      running ??= run();
      // A caller may await the commit later than it fails.
      promise.catch(() => undefined);
      return promise;
    },
    /** The last write requested for this key that is not on disk yet. */
    pending: (key: string): { text: string | undefined } | undefined => overlay.get(key),
    /** All such keys, for a page of records. */
    pendingWrites: function* (): Generator<[key: string, text: string | undefined]> {
      for (const [key, { text }] of overlay) yield [key, text];
    },
    /** Whether a write that timed out may still land and replace what is read now. */
    isUnsettled: (key: string): boolean => stuckKeys?.has(key) ?? false,
    /** Resolves when no commit is running or waiting. */
    idle: async (): Promise<void> => {
      while (running) await running;
    },
  };
}

async function timed(commit: Promise<void>, onCommit: OnCommit | undefined): Promise<void> {
  const startedMs = performance.now();
  const ended = (outcome: 'done' | 'failed'): void =>
    onCommit?.({ outcome, durationMs: performance.now() - startedMs });
  commit.then(
    () => ended('done'),
    () => ended('failed'),
  );
  await commit;
}

function countWrites(all: readonly Request[]): number {
  return all.reduce((sum, { writes }) => sum + writes.length, 0);
}

/** The last write of each key. No one can have seen what was written between two commits. */
function lastWrites(batch: readonly Request[]): Write[] {
  return [...new Map(batch.flatMap(({ writes }) => writes.map((write) => [write[0], write]))).values()];
}
