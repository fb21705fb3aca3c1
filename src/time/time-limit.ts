/** Work took longer than it may. What it was doing may still happen. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';

  constructor(limitMs: number) {
    super(`no answer within ${limitMs} ms`);
  }
}

/**
 * The outcome of `work`, if it comes within `limitMs`. Its signal aborts after that, or with `outer`, and ends with the work: an
 * `AbortSignal.timeout` goes off in the end even where the work is over, and makes an error with its stack for all listeners.
 * @throws TimeoutError after `limitMs`, and what `work` throws.
 */
export async function withinLimit<Result>(
  limitMs: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const given = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new TimeoutError(limitMs);
    given.abort(error);
    reject(error);
  }, limitMs);
  const onAbort = (): void => given.abort(outer?.reason);
  outer?.addEventListener('abort', onAbort, { once: true });
  if (outer?.aborted) onAbort();
  try {
    return await Promise.race([late, work(given.signal)]);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', onAbort);
  }
}
