/** What one call may take. All numbers are ours: the document names none (task-api.txt 8). */
export interface TaskApiLimits {
  connectMs: number;
  /** From a query to the head of its answer. A create has its deadline only. */
  headersMs: number;
  /** Between two pieces of an answer's body. */
  bodyMs: number;
  /** A create, from the moment of sending to the last byte of its answer. */
  createDeadlineMs: number;
  /** One try of a query, likewise. */
  queryDeadlineMs: number;
  /** Counted as it is read, whatever the service declares. */
  answerBytes: number;
  /** As many creates are on their way at once; whoever sends more waits for a connection. */
  createConnections: number;
  queryConnections: number;
  /** Tries of one query, the first included. */
  queryTries: number;
  /** Full jitter: the n-th wait is random below this times 2^n... */
  retryBaseMs: number;
  /** ...and never above this. */
  retryCapMs: number;
  /** A longer Retry-After is the caller's to wait for. */
  longestOwnWaitMs: number;
}

export const DEFAULT_LIMITS: TaskApiLimits = {
  connectMs: 5_000,
  headersMs: 30_000,
  bodyMs: 10_000,
  // A create is worth waiting for: one that is given up is paid for and lost sight of.
  createDeadlineMs: 60_000,
  queryDeadlineMs: 15_000,
  // A documented answer takes under 2 KiB; signed addresses are long.
  answerBytes: 256 * 1024,
  createConnections: 32,
  queryConnections: 32,
  queryTries: 3,
  retryBaseMs: 300,
  retryCapMs: 3_000,
  longestOwnWaitMs: 5_000,
};
