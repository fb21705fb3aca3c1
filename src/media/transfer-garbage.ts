import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import { type Clock, NO_LONGER, systemClock } from '../clock.ts';

/** As often as some megabytes pass at the speed of a local network. */
const LOOK_INTERVAL_MS = 10;
/** A minor collection takes about a millisecond; V8 by itself waits for some 64 MB. */
const COLLECT_AFTER_BYTES = 4_000_000;

interface TransferGarbageParts {
  /** Transfers happen in real time, whatever clock the rest of the bot lives by. */
  clock?: Pick<Clock, 'sleep'>;
  /** Memory of buffers, of which V8's heap holds only the handles. */
  externalBytes?: () => number;
  collect?: () => void;
}

export interface TransferGarbage {
  /** Does a transfer, and meanwhile collects the buffers that it leaves behind. */
  during<Result>(transfer: () => Promise<Result>): Promise<Result>;
}

/**
 * Files pass through the bot in buffers of 64 KiB, which V8 leaves lying about until they are as many as a large file has: a clip of
 * 90 MiB makes the bot 80 MiB larger. Collecting the young ones every few megabytes halves that.
 */
export function createTransferGarbage(parts: TransferGarbageParts = {}): TransferGarbage {
  const {
    clock = systemClock,
    externalBytes = () => getHeapStatistics().external_memory,
    collect = collectYoung,
  } = parts;
  let underWay = 0;
  let stop = new AbortController();

  const look = async (signal: AbortSignal): Promise<void> => {
    let leastBytes = externalBytes();
    while (!signal.aborted) {
      await clock.sleep(LOOK_INTERVAL_MS, signal);
      leastBytes = Math.min(leastBytes, externalBytes());
      if (externalBytes() - leastBytes < COLLECT_AFTER_BYTES) continue;
      collect();
      leastBytes = externalBytes();
    }
  };

  return {
    during: async (transfer) => {
      underWay += 1;
      if (underWay === 1) {
        stop = new AbortController();
        // Its one rejection is its end.
        look(stop.signal).catch(() => undefined);
      }
      try {
        return await transfer();
      } finally {
        underWay -= 1;
        if (underWay === 0) stop.abort(NO_LONGER);
      }
    },
  };
}

let minorCollection: (() => void) | undefined;

function collectYoung(): void {
  minorCollection ??= findCollection();
  minorCollection();
}

/** V8 shows its collector only to contexts that are made after it was asked to. */
function findCollection(): () => void {
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  const gc = z.custom<(options: { type: 'minor' }) => void>((value) => typeof value === 'function').parse(found);
  return () => gc({ type: 'minor' });
}
