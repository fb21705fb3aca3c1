/** Limits of one call. All numbers are ours, because the document has none (task-api.txt 8). */
export interface TaskApiLimits {
  connectMs: number;
  /** From a query to the headers of its answer. A create has only its deadline. */
  headersMs: number;
  /** Between two pieces of an answer's body. */
  bodyMs: number;
  /** For a create, from sending it to the last byte of its answer. */
  createDeadlineMs: number;
  /** For one try of a query, likewise. */
  queryDeadlineMs: number;
  /** Counted while reading, because headers can lie. */
  answerBytes: number;
  /** The most creates at once. Further ones wait for a connection. */
  createConnections: number;
  queryConnections: number;
  /** Tries of one query, including the first. */
  queryTries: number;
  /** Full jitter: the n-th wait is random below this times 2^n, */
  retryBaseMs: number;
  /** and never above this. */
  retryCapMs: number;
  /** Callers handle a longer Retry-After themselves. */
  longestOwnWaitMs: number;
}

export const DEFAULT_LIMITS: TaskApiLimits = {
  connectMs: 5_000,
  headersMs: 30_000,
  bodyMs: 10_000,
  // Worth waiting for: a create that is given up is paid for and out of sight.
  createDeadlineMs: 60_000,
  queryDeadlineMs: 15_000,
  // A documented answer takes under 2 KiB, but signed addresses are long.
  answerBytes: 256 * 1024,
  createConnections: 32,
  queryConnections: 32,
  queryTries: 3,
  retryBaseMs: 300,
  retryCapMs: 3_000,
  longestOwnWaitMs: 5_000,
};
