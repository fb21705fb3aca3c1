import { StoreError } from './store.ts';

/** A call of the store took longer than allowed. What it was doing may still happen. */
export class StoreTimeoutError extends StoreError {}

/**
 * The outcome of `work`, if it comes within `limitMs`; the work itself cannot be stopped.
 * @throws StoreTimeoutError after that, StoreError when the signal aborts first.
 */
export async function withinLimit<Result>(
  work: Promise<Result>,
  limitMs: number,
  doing: string,
  signal?: AbortSignal,
): Promise<Result> {
  const { promise: giveUp, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new StoreTimeoutError(`${doing}: no answer within ${limitMs} ms`)), limitMs);
  const onAbort = (): void => reject(new StoreError(`${doing}: given up`, { cause: signal?.reason }));
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  try {
    return await Promise.race([work, giveUp]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
