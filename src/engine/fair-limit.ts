import { createFairQueue } from './fair-queue.ts';

/** The queue is full. Nothing was started; retry later. */
export class BusyError extends Error {
  override readonly name = 'BusyError';

  constructor() {
    super('too much waits already');
  }
}

/** Whom work is done for. Work without a member counts as one member's. */
export interface Asker {
  guildId: string;
  memberId?: string;
}

export interface FairLimit {
  /**
   * Runs `work` once a slot is free. Servers take turns, and so do the members of a server.
   * @param signal ends the wait, but doesn't stop `work`.
   * @throws BusyError if the queue is full, the signal's reason if it aborts first, and what `work` throws.
   */
  run<Result>(asker: Asker, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  readonly running: number;
  readonly waiting: number;
}

interface Waiting {
  guildId: string;
  memberId: string;
  go: () => void;
}

/**
 * Counts slots by server and keeps room for others: a server gets another slot only while more are free than it has.
 * One server alone gets half, a second one half of the rest, and so on.
 * @param batch slots that a server may take without keeping room, for work that starts together. Only if there are that
 *   many at all.
 */
export function createFairCount(batch = 0) {
  const byServer = new Map<string, number>();
  let all = 0;
  return {
    /** Over all servers. */
    get all(): number {
      return all;
    },
    /** Whether a server may have `count` more slots, out of `most` for all. */
    hasRoom: (guildId: string, count: number, most: number): boolean => {
      const own = (byServer.get(guildId) ?? 0) + count;
      if (own <= batch && batch <= most) return all + count <= most;
      // The last slot must find the others taken.
      return own - 1 < most - all - (count - 1);
    },
    /** @param count negative to release slots. */
    add: (guildId: string, count: number): void => {
      all += count;
      const ofServer = (byServer.get(guildId) ?? 0) + count;
      if (ofServer > 0) byServer.set(guildId, ofServer);
      else byServer.delete(guildId);
    },
  };
}

/**
 * Limits how much runs and waits at once, so that no server blocks another. Work can't be interrupted, so `createFairCount`
 * keeps slots free before they are needed.
 * @param atOnce the number of slots.
 * @param waitingMax the longest queue.
 */
export function createFairLimit({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }): FairLimit {
  const queue = createFairQueue<Waiting>(
    ({ guildId }) => guildId,
    ({ memberId }) => memberId,
  );
  const running = createFairCount();

  const mayRun = (guildId: string): boolean => running.hasRoom(guildId, 1, atOnce);
  const mayWait = (guildId: string): boolean => queue.sizeOf(guildId) < waitingMax - queue.size;

  const startNext = (): void => {
    for (let next = queue.take(mayRun); next; next = queue.take(mayRun)) {
      running.add(next.guildId, 1);
      next.go();
    }
  };

  const waitForSlot = async (guildId: string, memberId: string, signal: AbortSignal | undefined): Promise<void> => {
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
      await waitForSlot(guildId, memberId, signal);
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
