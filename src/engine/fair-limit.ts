import { createFairCount } from './fair-count.ts';
import { createFairQueue } from './fair-queue.ts';

/** More waits already than may wait. Nothing was begun; a little later there may be room. */
export class BusyError extends Error {
  override readonly name = 'BusyError';

  constructor() {
    super('too much waits already');
  }
}

/** For whom work is done. Work for nobody in particular counts as one member's. */
export interface Asker {
  guildId: string;
  memberId?: string;
}

export interface FairLimit {
  /**
   * Runs `work` as soon as there is a place for it: servers take turns, and so do the members of a server.
   * @param signal ends the waiting; what `work` does with it is its own affair.
   * @throws BusyError where too much waits already, the signal's reason when it aborted first, and whatever `work` throws.
   */
  run<Result>(asker: Asker, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  readonly running: number;
  readonly waiting: number;
}

export interface FairLimitOptions {
  /** Places: how much runs at once. Asked whenever work ends or comes, where that changes. */
  atOnce: number | (() => number);
  /** How much may wait for a place. */
  waitingMax: number;
}

interface Waiting {
  guildId: string;
  memberId: string;
  go: () => void;
}

/**
 * Limits how much runs at once and how much waits, so that no server's work stands in the way of another's. Work cannot be
 * interrupted, however long it takes, so room is left before it is needed (`FairCount`).
 */
export function createFairLimit({ atOnce, waitingMax }: FairLimitOptions): FairLimit {
  const queue = createFairQueue<Waiting>(
    ({ guildId }) => guildId,
    ({ memberId }) => memberId,
  );
  const running = createFairCount();

  const mayRun = (guildId: string): boolean =>
    running.hasRoom(guildId, 1, typeof atOnce === 'number' ? atOnce : atOnce());
  const mayWait = (guildId: string): boolean => queue.sizeOf(guildId) < waitingMax - queue.size;

  const startNext = (): void => {
    for (let next = queue.take(mayRun); next; next = queue.take(mayRun)) {
      running.add(next.guildId, 1);
      next.go();
    }
  };

  const place = async (guildId: string, memberId: string, signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted();
    if (!mayRun(guildId) && !mayWait(guildId)) throw new BusyError();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { guildId, memberId, go: resolve };
    const leave = (): void => {
      queue.remove(waiting);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', leave, { once: true });
    queue.add(waiting);
    startNext();
    await promise.finally(() => signal?.removeEventListener('abort', leave));
  };

  return {
    run: async ({ guildId, memberId = '' }, work, signal) => {
      await place(guildId, memberId, signal);
      try {
        return await work();
      } finally {
        running.add(guildId, -1);
        startNext();
      }
    },
    get running() {
      return running.all;
    },
    get waiting() {
      return queue.size;
    },
  };
}
