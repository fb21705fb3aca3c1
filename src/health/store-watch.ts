import { every } from '../engine/every.ts';
import { finding, logFinding } from '../findings/finding.ts';
import type { Log } from '../log.ts';
import type { Clock } from '../time/clock.ts';

/** Each test is two commits. */
const TEST_INTERVAL_MS = 5_000;
/** A test that takes longer than this hasn't succeeded, also while it still runs. */
const COUNTS_FOR_MS = 15_000;

/** Tests the store by the clock, so that a question about it is answered at once. The start has tested it already. */
export function createStoreWatch({ clock, log, test }: { clock: Clock; log: Log; test: () => Promise<void> }) {
  let lastSuccessAtMs = clock.monotonicMs();
  let isFailing = false;
  const testOnce = async (): Promise<void> => {
    try {
      await test();
      lastSuccessAtMs = clock.monotonicMs();
      if (isFailing) log.info('the store works again');
      isFailing = false;
    } catch (error) {
      if (!isFailing) logFinding(log, finding('store.failing'), { err: error });
      isFailing = true;
    }
  };
  return {
    isOk: (): boolean => !isFailing && clock.monotonicMs() - lastSuccessAtMs <= COUNTS_FOR_MS,
    run: (signal: AbortSignal): Promise<void> =>
      every(TEST_INTERVAL_MS, testOnce, { clock, log, name: 'test the store', signal }),
  };
}
