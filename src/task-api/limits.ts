/** Limits of one call. All numbers are ours, because the document has none (task-api.txt 8). */
export const DEFAULT_LIMITS = {
  connectMs: 5_000,
  /** From a query to the headers of its answer. A create has only its deadline. */
  headersMs: 30_000,
  /** Between two pieces of an answer's body. */
  bodyMs: 10_000,
  /**
   * For a create, from sending it to the last byte of its answer. Worth waiting for: a create that is given up is paid for
   * and out of sight.
   */
  createDeadlineMs: 60_000,
  /** For one try of a query, likewise. */
  queryDeadlineMs: 15_000,
  /**
   * Counted while reading, because headers can lie. A documented answer takes under 2 KiB, but signed addresses are long.
   */
  answerBytes: 256 * 1024,
  /** All headers of an answer. A content policy or cookies of what stands before the service may take many. */
  headerBytes: 256 * 1024,
  /** The most creates at once. Further ones wait for a connection. */
  createConnections: 32,
  queryConnections: 32,
  /** Tries of one query, including the first. */
  queryTries: 3,
  /** Full jitter: the n-th wait is random below this times 2^n, */
  retryBaseMs: 300,
  /** and never above this. */
  retryCapMs: 3_000,
  /** Callers handle a longer Retry-After themselves. */
  longestOwnWaitMs: 5_000,
};

export type TaskApiLimits = typeof DEFAULT_LIMITS;
