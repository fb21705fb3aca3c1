import { every } from '../engine/every.ts';
import { type Finding, finding, logFinding } from '../findings/finding.ts';
import type { Log } from '../log.ts';
import { failureReason, StoreError } from '../store/database/failures.ts';
import type { Clock } from '../time/clock.ts';

/** Each test is two commits. */
const TEST_INTERVAL_MS = 5_000;
/** A test that takes longer than this hasn't succeeded, also while it still runs. */
const COUNTS_FOR_MS = 15_000;

/** Tests the store by the clock, so that a question about it is answered at once. The start has tested it already. */
export function createStoreWatch({ clock, log, test }: { clock: Clock; log: Log; test: () => Promise<void> }) {
  let lastSuccessAtMs = clock.monotonicMs();
  /** Why the last test failed. */
  let trouble: string | undefined;
  const testOnce = async (): Promise<void> => {
    try {
      await test();
      lastSuccessAtMs = clock.monotonicMs();
      if (trouble !== undefined) log.info('the store works again');
      trouble = undefined;
    } catch (error) {
      const reason = error instanceof StoreError ? error.message : failureReason(error);
      if (reason !== trouble) logFinding(log, finding('store.failing', { reason }), { err: error });
      trouble = reason;
    }
  };
  return {
    finding: (): Finding | undefined => {
      const isLate = clock.monotonicMs() - lastSuccessAtMs > COUNTS_FOR_MS;
      const reason = trouble ?? (isLate ? 'it does not answer' : undefined);
      return reason === undefined ? undefined : finding('store.failing', { reason });
    },
    run: (signal: AbortSignal): Promise<void> =>
      every(TEST_INTERVAL_MS, testOnce, { clock, log, name: 'test the store', signal }),
  };
}
