/** What a bot's process reports about itself. Counts and times since its start. */
export interface Reading {
  /** Statements to the store, and transactions that reach the disk. */
  reads: number;
  commits: number;
  /** The same two at the time of the last answer to an interaction. */
  readsAtAnswer: number;
  commitsAtAnswer: number;
  /** Of all its threads, in the program and in the kernel. */
  cpuMs: number;
  heapBytes: number;
  /** Since the bot's first work, including the machine's own delays. */
  longestStallMs: number;
}

/** Sent to a bot's process. `heap` collects garbage first. */
export interface MeterOrder {
  measure?: 'now' | 'heap';
}
