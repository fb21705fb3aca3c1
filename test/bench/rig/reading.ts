/** What a bot's process tells of itself; counts and times since it began. */
export interface Reading {
  /** Statements that ask the store, and transactions that reach the disk. */
  reads: number;
  commits: number;
  /** The same two at the moment of the last answer to an interaction. */
  readsAtAnswer: number;
  commitsAtAnswer: number;
  /** Of all its threads, in the program and in the kernel. */
  cpuMs: number;
  heapBytes: number;
  /** Since the bot first did anything; the machine's own delays are in it. */
  longestStallMs: number;
}

/** Sent to a bot's process; `heap` collects what is garbage first. */
export interface MeterOrder {
  measure?: 'now' | 'heap';
}
