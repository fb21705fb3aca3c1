import { failureOf } from './rest-failure.ts';

/** What kept a call from being carried out; `cause` is for the log. */
export type Trouble = { cause?: unknown } & (
  | { outcome: 'gone' | 'no access' | 'too large' | 'file gone' | 'already answered' }
  /** Discord, or the line to it, is in trouble. Where a time to wait is told, the call was surely not carried out. */
  | { outcome: 'unavailable'; retryAfterMs: number | undefined }
);

/** What came of a call to Discord. */
export type Outcome<Value> = { outcome: 'done'; value: Value } | Trouble;

/** @throws the reason of `signal`, and what is a bug of ours: Discord refuses the request itself, or it is none of the call's errors. */
export async function outcomeOf<Value>(call: () => Promise<Value>, signal?: AbortSignal): Promise<Outcome<Value>> {
  try {
    return { outcome: 'done', value: await call() };
  } catch (cause) {
    signal?.throwIfAborted();
    const failure = failureOf(cause);
    switch (failure.kind) {
      case 'refused':
        throw cause;
      case 'unavailable':
        return { outcome: failure.kind, retryAfterMs: failure.retryAfterMs, cause };
      case 'token expired':
        return { outcome: 'gone', cause };
      default:
        return { outcome: failure.kind, cause };
    }
  }
}
