/** Work took too long. It may still take effect. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';

  constructor(limitMs: number) {
    super(`no answer within ${limitMs} ms`);
  }
}

/**
 * Limits how long `work` may take. Its signal aborts after `limitMs` or with `outer`. Unlike `AbortSignal.timeout`, the
 * timer ends with the work, and no error with a stack is created for nothing.
 * @throws TimeoutError after `limitMs`, and what `work` throws.
 */
export async function withinLimit<Result>(
  limitMs: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const { promise: timedOut, reject } = Promise.withResolvers<never>();
  const giveUp = (): void => {
    const error = new TimeoutError(limitMs);
    controller.abort(error);
    reject(error);
  };
  let lastLook: NodeJS.Immediate | undefined;
  // While this process was busy, the answer may have come: Node reads it after the timers, and before this.
  const timer = setTimeout(() => {
    lastLook = setImmediate(giveUp);
  }, limitMs);
  const onAbort = (): void => controller.abort(outer?.reason);
  outer?.addEventListener('abort', onAbort, { once: true });
  if (outer?.aborted) onAbort();
  try {
    return await Promise.race([timedOut, work(controller.signal)]);
  } finally {
    clearTimeout(timer);
    clearImmediate(lastLook);
    outer?.removeEventListener('abort', onAbort);
  }
}
