/**
 * Runs work with a signal that aborts after `limitMs`, or with `outer`; it ends with the work. An `AbortSignal.timeout`
 * goes off in the end whatever became of the work, and makes an error with its stack for everybody who listened.
 * @throws whatever `work` throws.
 */
export async function abortingAfter<Result>(
  limitMs: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const given = new AbortController();
  const timer = setTimeout(
    () => given.abort(new DOMException(`not done within ${limitMs} ms`, 'TimeoutError')),
    limitMs,
  );
  const onAbort = (): void => given.abort(outer?.reason);
  outer?.addEventListener('abort', onAbort, { once: true });
  if (outer?.aborted) onAbort();
  try {
    return await work(given.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', onAbort);
  }
}
